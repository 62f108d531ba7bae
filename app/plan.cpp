#include "app/plan.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "app/assemble.hpp"
#include "app/simulation.hpp"
#include "kernels/base/error.hpp"
#include "kernels/stencil/cpu/variants.hpp"
#include "solver/core/program.hpp"
#include "solver/io/result_folder.hpp"
#include "solver/io/snapshot.hpp"

namespace isotherm {
namespace {

constexpr double calibration_seconds = 0.2;
constexpr index_t calibration_cells = index_t{1} << 20;

std::string bytes_text(double b) {
    if (b >= 1e9) return fmt::format("{:.2f} GB", b / 1e9);
    if (b >= 1e6) return fmt::format("{:.1f} MB", b / 1e6);
    return fmt::format("{:.1f} kB", b / 1e3);
}

std::string seconds_text(double s) {
    if (s < 1) return "under a second";
    if (s < 120) return fmt::format("about {:.0f} s", s);
    if (s < 7200) return fmt::format("about {:.0f} min", s / 60);
    return fmt::format("about {:.1f} h", s / 3600);
}

/// What the grid makes of the surfaces that have a contact resistance.
void add_contacts(const CaseSpec& spec, const Grid& grid, RunPlan& plan) {
    if (spec.interfaces.empty()) return;
    const Media media(spec, grid, plan.threads);
    for (const ContactArea& contact : media.contact_areas()) {
        if (contact.ratio == 0)
            plan.warnings.push_back(fmt::format("interfaces: {} do not touch anywhere", contact.between));
        else if (!contact.known)
            plan.warnings.push_back(
                fmt::format("interfaces: {}: a label map has no surface to compare with; the steps of "
                            "the grid may have up to 1.5 times its area, and let so much more through",
                            contact.between));
        else if (contact.ratio > 1.001)
            plan.warnings.push_back(
                fmt::format("interfaces: {}: the steps of the grid have {:.3f} times the area of the "
                            "surface; the resistance is multiplied by that",
                            contact.between, contact.ratio));
    }
}

/// An expression of place and time that is no program is evaluated on the host at every step.
void warn_of_host_evaluation(const std::string& key, const Value& value, RunPlan& plan) {
    StepValues step_values;
    const ValueFunction function(value, "xyzt");
    if (!function.varies_in_time() || !function.varies_in_space() || program_of(function, step_values)) return;
    plan.warnings.push_back(
        fmt::format("{}: '{}' is evaluated on the host for every cell at every step, because it uses "
                    "a function other than exp, ln, log, log2, log10, sqrt, sin, cos, tan, cosh, abs, "
                    "sign, min and max, or is very deep",
                    key, function.expression()->text()));
}

/// A spot that goes far in a step heats its whole way at once: the total is right, the peak behind it is not.
void warn_of_fast_spot(const std::string& key, const std::vector<std::array<double, 4>>& path,
                       const std::array<double, 3>& sigma, RunPlan& plan) {
    constexpr double far = 1, near = 0.25; // sigma
    double fastest = 0;                    // sigma per second
    for (std::size_t row = 1; row < path.size(); ++row)
        for (std::size_t d = 0; d < 3; ++d)
            if (path[row][0] > path[row - 1][0])
                fastest = std::max(fastest, std::abs(path[row][d + 1] - path[row - 1][d + 1]) / sigma[d] /
                                                (path[row][0] - path[row - 1][0]));
    if (fastest * plan.dt_max <= far) return;
    plan.warnings.push_back(
        fmt::format("{}: the spot goes {:.2g} times its sigma (a beam's radius is 2 sigma) in a step "
                    "and heats all of this way at once; `time.step: {:.2g}` shows it as it moves",
                    key, fastest * plan.dt_max, near / fastest));
}

void add_warnings(const CaseSpec& spec, const WallTables& walls, RunPlan& plan) {
    for (std::size_t n = 0; n < spec.sources.size(); ++n) {
        const std::string key = fmt::format("source[{}]", n);
        if (const auto* gaussian = std::get_if<GaussianSource>(&spec.sources[n]))
            warn_of_fast_spot(key, gaussian->path, gaussian->sigma, plan);
        if (const auto* beam = std::get_if<BeamSource>(&spec.sources[n])) {
            std::array<double, 3> sigma;
            sigma.fill(beam->radius / 2);
            sigma[static_cast<std::size_t>(beam->side / 2)] = std::numeric_limits<double>::infinity();
            warn_of_fast_spot(key, beam->path, sigma, plan);
        }
    }
    for (std::size_t n = 0; n < spec.sources.size(); ++n)
        if (const auto* uniform = std::get_if<UniformSource>(&spec.sources[n]))
            warn_of_host_evaluation(fmt::format("source[{}]", n), uniform->value, plan);
    for (std::size_t r = 0; r < spec.regions.size(); ++r)
        if (spec.regions[r].source)
            warn_of_host_evaluation(fmt::format("regions[{}].source", r), *spec.regions[r].source, plan);
    for (const int side : walls.evaluated_per_step())
        plan.warnings.push_back(
            fmt::format("boundary.{}: a value of position and t is evaluated for every cell of the wall at every "
                        "step; a value of t alone is cheaper",
                        side_names[side]));
    if (plan.backend == "cpu" && !cpu_has_fma())
        plan.warnings.push_back("this processor has no fused multiply-add: the same result, but many times slower");
    if (spec.compute.precision == Precision::fp32 && plan.steps > 1e7)
        plan.warnings.push_back(
            "more than ten million fp32 steps: small changes may be lost; compute.precision: fp64 keeps them");
}

bool is_confined(const SourceSpec& source) {
    const auto* uniform = std::get_if<UniformSource>(&source);
    return uniform != nullptr && !uniform->region.empty();
}

} // namespace

RunPlan make_plan(const CaseSpec& spec, const Device& device) {
    const Grid grid(spec.grid);
    const WallTables walls(spec, grid);
    const Scheme& scheme = find_scheme(spec.time.integrator, spec.order);
    if (std::any_of(spec.sources.begin(), spec.sources.end(), is_confined) ||
        std::any_of(spec.regions.begin(), spec.regions.end(), [](const auto& region) { return region.source; }))
        require_heated_cells(spec, Media(spec, grid, device.threads));
    RunPlan plan;
    plan.integrator = scheme.name;
    plan.backend = name_of(device.backend);
    plan.device = device.name;
    plan.threads = device.threads;
    plan.limits = step_limits(spec, grid, walls, scheme.real_axis, device.threads);
    plan.dt_max = largest_step(spec, plan.limits);
    const KernelChoice kernel = kernel_of(spec, grid, device, scheme.most_terms(), scheme.is_heun());
    plan.kernel = kernel.name;
    if (is_uniform(spec)) {
        const DiffusionOperator op(spec, grid, device, walls, scheme.most_terms(), scheme.is_heun());
        plan.cut = make_tuner(spec, op, device).text();
    }
    plan.stages = static_cast<double>(scheme.stages.size());
    Schedule schedule = make_schedule(spec, walls, plan.dt_max);
    schedule.add(spec.output.cadence);
    for (const OutputSpec& output : spec.more_outputs) schedule.add(output.cadence);
    if (spec.output.diagnostics) schedule.add(*spec.output.diagnostics);
    for (const ProbeSpec& probe : spec.probes) schedule.add(probe.cadence);
    plan.steps = schedule.predict_steps();
    require_countable(spec, plan.steps);
    plan.snapshots = expected_snapshots(spec, static_cast<index_t>(plan.steps));
    plan.memory = Stepper::bytes(scheme, grid, spec.compute.precision, device.backend, kernel.leeway) +
                  walls.bytes(spec.compute.precision, spec.order);
    if (!is_uniform(spec)) plan.memory += MediumTables::bytes(spec, grid, device.backend);
    if (spec.filter && spec.filter->snapshots)
        plan.memory += 2 * Field::bytes_of(grid, spec.compute.precision); // copies that wait to be written
    plan.memory_free = free_bytes(device);
    plan.disk = static_cast<double>(plan.snapshots) * static_cast<double>(predicted_snapshot_bytes(spec));
    for (const OutputSpec& output : spec.more_outputs)
        plan.disk += static_cast<double>(predicted_snapshot_bytes(spec, output)) *
                     static_cast<double>(expected_snapshots(spec, output, static_cast<index_t>(plan.steps)));
    add_warnings(spec, walls, plan);
    add_contacts(spec, grid, plan);
    return plan;
}

void require_memory(const RunPlan& plan) {
    if (plan.memory_free < 0 || plan.memory <= plan.memory_free) return;
    throw UsageError(fmt::format(
        "grid.cells: the run needs {} of memory and {} has {} free; use fewer cells or compute.precision: fp32",
        bytes_text(static_cast<double>(plan.memory)), plan.device, bytes_text(static_cast<double>(plan.memory_free))));
}

double estimate_seconds(const CaseSpec& spec, const RunPlan& plan, const Device& device) {
    // The same case on a grid of about a million cells: shrink the longest axes first.
    CaseSpec small = spec;
    auto& n = small.grid.cells;
    while (n[0] * n[1] * n[2] > calibration_cells) *std::max_element(n.begin(), n.end()) /= 2;
    small.regions.clear();
    small.interfaces.clear();
    small.sources.clear();
    small.patches.fill({});
    if (!has_constant_coefficients(spec)) { // by the kernels that it will take
        const double kappa = small.material.conductivity;
        if (is_graded(spec)) small.material.kappa_of_place = {fmt::format("{}", kappa)};
        else small.material.per_axis = {kappa, kappa, kappa};
        small.material.heat_of_place.reset();
        small.order = 2;
    }
    small.initial = 0.0;
    small.exact.reset();
    small.filter.reset();
    small.walls.fill(DirichletWall{0.0});
    small.time.step.reset();
    small.compute.tune = false;
    Assembly run(small, device);
    const double dt = run.schedule().dt_max();
    const auto start = std::chrono::steady_clock::now();
    double seconds = 0;
    index_t steps = 0;
    for (index_t batch = 1; seconds < calibration_seconds; batch = std::min<index_t>(2 * batch, 1000)) {
        run.advance({0, dt * static_cast<double>(batch), batch, 0, batch});
        device.synchronise();
        steps += batch;
        seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    const double cells = static_cast<double>(Grid(spec.grid).cells()),
                 measured = static_cast<double>(run.grid().cells());
    return plan.steps * seconds / static_cast<double>(steps) * cells / measured;
}

std::string describe_run(const CaseSpec& spec, bool with_time) {
    const Device device = choose_device(spec.compute);
    const RunPlan plan = make_plan(spec, device);
    const Grid grid(spec.grid);
    std::string text;
    const auto line = [&](std::string_view name, const std::string& what) {
        text += fmt::format("  {:<11} {}\n", name, what);
    };
    std::string cells = fmt::format("{}", grid.n[0]), spacing = fmt::format("{:.6g}", grid.h[0]);
    for (std::size_t d = 1; d < static_cast<std::size_t>(grid.dim); ++d)
        cells += fmt::format(" x {}", grid.n[d]), spacing += fmt::format(" x {:.6g}", grid.h[d]);
    line("grid", fmt::format("{} = {} cells, spacing {} m", cells, grid.cells(), spacing));
    line("diffusivity",
         spec.material.graded() ? "varies with place" : fmt::format("{:.6g} m^2/s", spec.material.diffusivity));
    line("step", fmt::format("at most {} s (maximum principle {} s, stability {} s)", limit_text(plan.dt_max),
                             limit_text(plan.limits.positivity), limit_text(plan.limits.spectral)));
    line("steps", fmt::format("{:.0f} of {} (order {} in space)", plan.steps, plan.integrator, spec.order));
    line("kernel", fmt::format("{} on {} ({}), {}, {} thread{}", plan.kernel, plan.backend, plan.device,
                               name_of(spec.compute.precision), plan.threads, plan.threads == 1 ? "" : "s"));
    if (!plan.cut.empty()) line("plan", plan.cut);
    line("memory", fmt::format("{} of {} free", bytes_text(static_cast<double>(plan.memory)),
                               bytes_text(static_cast<double>(plan.memory_free))));
    line("disk", fmt::format("{} in {} snapshot{}, in {}", bytes_text(plan.disk), plan.snapshots,
                             plan.snapshots == 1 ? "" : "s", spec.output.directory));
    if (with_time) line("time", seconds_text(estimate_seconds(spec, plan, device)) + " of stepping");
    for (const std::string& warning : plan.warnings) line("warning", warning);
    require_memory(plan);
    return text;
}

} // namespace isotherm
