#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "app/bench/bench.hpp"
#include "kernels/base/error.hpp"
#include "kernels/measure/copy.hpp"

namespace isotherm::bench {
namespace {

/// Steps of the parity check: more than a pass of any kernel takes, and odd, so that buffers end up swapped.
constexpr index_t parity_steps = 17;

void say(const std::string& what) { fmt::print(stderr, "bench: {}\n", what); }

CaseSpec case_for(const Options& options, const Device& device, Precision precision) {
    std::vector<index_t> cells = options.cells;
    if (cells.empty()) cells.assign(3, device.backend == Backend::cpu ? 256 : 512);
    std::array<index_t, 3> n{1, 1, 1};
    std::copy(cells.begin(), cells.end(), n.begin());
    CaseSpec spec = bench_case(n, static_cast<int>(cells.size()), options.order, precision, options.walls);
    spec.time.integrator = options.integrator;
    return spec;
}

StencilTraits traits_of(const CaseSpec& spec) {
    const Grid grid(spec.grid);
    StencilTraits traits{
        grid.dim, spec.order, grid.equal_spacing(), {grid.n[0], grid.n[1], grid.n[2]}, spec.compute.precision};
    for (std::size_t axis = 0; axis < 3; ++axis)
        traits.periodic[axis] = std::holds_alternative<PeriodicWall>(spec.walls[2 * axis]);
    traits.heun = spec.time.integrator == "rk2";
    traits.n_terms = traits.heun ? 1 : 0;
    return traits;
}

/// "64x64/128": tile and length of a piece; "64x64/213*4": of the first of 4 that become shorter; on CPUs "8x24": steps
/// per pass and width of a tile.
std::string text_of(const Blocking& b) {
    if (b.depth == 0) return {};
    if (b.length == 0) return fmt::format("{}x{}", b.depth, b.width);
    const std::string pieces = b.pieces > 0 ? fmt::format("*{}", b.pieces) : "";
    return b.height > 0 ? fmt::format("{}x{}/{}{}", b.width, b.height, b.length, pieces)
                        : fmt::format("{}/{}", b.width, b.length);
}

/// The variants to measure, the reference of the backend first.
std::vector<const StencilVariant*> variants_for(const Options& options, const Device& device, const CaseSpec& spec) {
    std::vector<const StencilVariant*> found;
    for (const StencilVariant& v : stencil_variants())
        if (v.backend == device.backend && v.supports(traits_of(spec)) &&
            (options.kernel.empty() || v.name == options.kernel))
            found.push_back(&v);
    return found;
}

/// The field after parity_steps by the backend's reference, to compare the others with.
std::unique_ptr<Workload> reference_result(CaseSpec spec, const Device& device) {
    const auto all = stencil_variants();
    const auto first = std::find_if(all.begin(), all.end(), [&](const auto& v) { return v.backend == device.backend; });
    spec.compute.kernel = first->name;
    auto reference = std::make_unique<Workload>(spec, device);
    reference->randomise();
    reference->advance(parity_steps);
    return reference;
}

/// Parity and speed of what the row's case and kernel say.
void measure_row(Row& row, const Device& device, const Workload& reference) {
    Workload work(row.spec, device);
    work.cut(row.cut);
    work.randomise();
    work.advance(parity_steps);
    row.parity = work.kernel() == reference.kernel() ? "none" : work.same_bits(reference) ? "equal" : "differs";
    const double sweeps = row.spec.time.integrator == "rk2" ? 2 : 1;
    const double cells = sweeps * static_cast<double>(work.grid().cells());
    const Samples steps = sample([&](index_t n) {
        row.steps += n;
        return work.advance(n);
    });
    row.rate = steps.scaled(cells);
}

/// The cuts to measure a kernel with: its own choice, or all that a run would try.
std::vector<Blocking> cuts_for(const StencilVariant& variant, CaseSpec spec, const Options& options,
                               const Device& device) {
    std::vector<Blocking> cuts;
    spec.compute.kernel = variant.name;
    if (options.cuts) cuts = Workload(spec, device).cuts();
    if (cuts.empty()) cuts.emplace_back();
    return cuts;
}

Row measure_variant(const StencilVariant& variant, CaseSpec spec, const Blocking& cut, const Options& options,
                    const Device& device, const Workload& reference) {
    spec.compute.kernel = variant.name;
    Row row;
    row.name = fmt::format("{}{}{}", variant.name, cut.depth > 0 ? " " : "", text_of(cut));
    row.cut = cut;
    row.backend = variant.backend;
    row.precision = spec.compute.precision;
    row.walls = fmt::format("{}", fmt::join(options.walls, ","));
    row.spec = spec;
    const auto facts = row.precision == Precision::fp32 ? variant.facts_fp32 : variant.facts_fp64;
    if (facts != nullptr) {
        const KernelFacts f = facts(traits_of(spec));
        row.loaded = f.bytes_per_cell;
        row.registers = f.registers;
        row.shared_bytes = f.shared_bytes;
    }
    measure_row(row, device, reference);
    return row;
}

double measure_copy(const CaseSpec& spec, const Device& device) {
    const Grid grid(spec.grid);
    const Field from(grid, spec.compute.precision, device, "a field of the bench"),
        to(grid, spec.compute.precision, device, "a field of the bench");
    const index_t bytes = from.memory().bytes();
    return sample([&](index_t n) {
               return copy_seconds(device, to.memory().data(), from.memory().data(), bytes, n);
           }).median() *
           2.0 * static_cast<double>(bytes);
}

/// The bench's case as a block of three materials: layers, and a ball that cuts them.
CaseSpec with_materials(CaseSpec spec) {
    const auto material = [](double kappa) { return MaterialSpec{kappa, true, kappa, 1.0}; };
    const auto size = [&](std::size_t d) { return static_cast<double>(spec.grid.cells[d]); };
    RegionSpec slab, ball;
    slab.name = "slab";
    slab.shape =
        BoxShape{{-1, -1, -1}, {size(0) + 1, size(1) + 1, 0.4 * size(static_cast<std::size_t>(spec.grid.dim) - 1)}};
    slab.material = material(0.3);
    ball.name = "ball";
    ball.shape = SphereShape{{size(0) / 2, size(1) / 2, size(2) / 2}, 0.3 * size(0)};
    ball.material = material(0.05);
    spec.regions = {slab, ball};
    return spec;
}

/// The bench's case with a conductivity and a capacity of every cell's own.
CaseSpec with_graded_material(CaseSpec spec) {
    const std::string of_x = fmt::format("sin({}*x)", 6.0 / static_cast<double>(spec.grid.cells[0]));
    spec.material.kappa_of_place = {"1-0.5*" + of_x};
    spec.material.heat_of_place = {"1+0.3*" + of_x};
    spec.time.step = 0.9 * 0.7 / (1.5 * 3 * spec.grid.dim); // stable; the true limit costs a look at every cell
    return spec;
}

/// The kernels for variable coefficients. Their bytes are those of T, the result, and `beside`: what says of a cell
/// what it is made of.
void measure_materials(CaseSpec spec, const char* what, double beside, const Options& options, const Device& device,
                       Report& report) {
    const Precision precision = spec.compute.precision;
    const std::string where = fmt::format("{} {}, {}", name_of(device.backend), name_of(precision), what);
    std::unique_ptr<Workload> reference;
    for (const VariableVariant& variant : variable_variants()) {
        if (variant.backend != device.backend) continue;
        spec.compute.kernel = variant.name;
        say(fmt::format("{}: {}", where, variant.name));
        if (!reference) {
            reference = std::make_unique<Workload>(spec, device);
            reference->randomise();
            reference->advance(parity_steps);
            if (device.backend == Backend::cpu) continue; // the definition itself: too slow to be timed
        }
        Row row;
        row.name = fmt::format("{}, {}", variant.name, what);
        row.backend = variant.backend;
        row.precision = precision;
        row.walls = fmt::format("{}", fmt::join(options.walls, ","));
        row.spec = spec;
        row.beside = beside;
        measure_row(row, device, *reference);
        row.copy = measure_copy(spec, device); // beside it: bandwidth drifts on a machine that is shared
        report.rows.push_back(row);
    }
}

} // namespace

Report measure(const Options& options, const Device& device) {
    Report report;
    report.device = device;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        if (options.precision && *options.precision != precision) continue;
        const CaseSpec spec = case_for(options, device, precision);
        const auto variants = variants_for(options, device, spec);
        if (variants.empty()) continue;
        const std::string where = fmt::format("{} {}", name_of(device.backend), name_of(precision));
        say(where + ": copy bandwidth");
        const double copy = report.copy[precision == Precision::fp64] = measure_copy(spec, device);
        if (options.materials) {
            measure_materials(with_materials(spec), "regions", 1, options, device, report); // a byte names the medium
            measure_materials(with_graded_material(spec), "graded", 2.0 * static_cast<double>(size_of(precision)),
                              options, device, report); // conductivity, capacity
            say(where + ": what sources and walls cost");
            const std::vector<Cost> costs = measure_costs(spec, device);
            report.costs.insert(report.costs.end(), costs.begin(), costs.end());
            continue;
        }
        {
            say(where + ": the reference, for the parity check");
            const auto reference = reference_result(spec, device);
            for (const StencilVariant* variant : variants) {
                for (const Blocking& cut : cuts_for(*variant, spec, options, device)) {
                    say(fmt::format("{}: {} {}", where, variant->name, text_of(cut)));
                    report.rows.push_back(measure_variant(*variant, spec, cut, options, device, *reference));
                    report.rows.back().copy = copy;
                }
            }
        }
        const auto& walls = options.walls;
        const bool ring = std::find(walls.begin(), walls.end(), "periodic") != walls.end(); // the loop has none
        const bool euler = spec.time.integrator == "euler";
        if (device.backend == Backend::cpu && spec.grid.dim >= 2 && spec.order <= 4 && !ring && euler) {
            CaseSpec ours = spec;
            if (!options.kernel.empty()) ours.compute.kernel = options.kernel;
            say(where + ": in turns with a plain loop nest");
            report.comparisons.push_back(
                {precision, spec.grid.cells, spec.order, device.threads, compare_with_naive(ours, device)});
        }
    }
    return report;
}

} // namespace isotherm::bench
