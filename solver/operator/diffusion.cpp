#include "solver/operator/diffusion.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "kernels/stencil/cell_update.hpp"

namespace isotherm {

namespace {

StencilTraits traits_of(const CaseSpec& spec, const Grid& grid, int n_terms, bool heun) {
    const auto closed = [&](std::size_t axis) { return std::holds_alternative<PeriodicWall>(spec.walls[2 * axis]); };
    return {grid.dim,
            spec.order,
            grid.equal_spacing(),
            {grid.n[0], grid.n[1], grid.n[2]},
            spec.compute.precision,
            n_terms,
            {closed(0), closed(1), closed(2)},
            heun};
}

Leeway leeway_of(const StencilVariant& kernel, const StencilTraits& traits) {
    return kernel.leeway != nullptr ? kernel.leeway(traits) : Leeway{};
}

/// Whether the kernel with one field that moves is the quickest: where its room is at most a fifth of the field and
/// does not make passes shorter than those of the one with two, cut as `planned`, and a pass has tiles enough for the
/// threads, which meet behind it.
bool one_field_pays(const StencilVariant& kernel, const Blocking& planned, const StencilTraits& traits, int threads) {
    constexpr index_t tiles_per_thread = 5; // measured on two threads
    const Leeway leeway = kernel.leeway(traits);
    const index_t rows = traits.n[1], planes = traits.n[2];
    return leeway.steps == planned.depth && 5 * leeway.size(leeway.plane(1, rows), planes) <= 6 * rows * planes &&
           rows / planned.width >= tiles_per_thread * threads;
}

/// The kernel that the case means: `auto` is the fastest that supports it. The one with one field moves half the bytes;
/// it is taken where nothing else needs the field of the step before.
const StencilVariant& kernel_meant(const CaseSpec& spec, const Device& device, const StencilTraits& traits) {
    const StencilVariant& named = find_stencil_variant(device.backend, spec.compute.kernel, traits);
    if (spec.compute.kernel != "auto" || named.cuts == nullptr || !is_uniform(spec) || spec.stop.steady) return named;
    for (const StencilVariant& v : stencil_variants()) {
        if (v.backend != device.backend || v.leeway == nullptr || !v.supports(traits)) continue;
        const auto cuts = named.cuts(traits, 0);
        if (!cuts.empty() && one_field_pays(v, cuts[0], traits, device.threads)) return v;
    }
    return named;
}

} // namespace

KernelChoice kernel_of(const CaseSpec& spec, const Grid& grid, const Device& device, int n_terms, bool heun) {
    if (!has_constant_coefficients(spec)) return {find_variable_variant(device.backend, spec.compute.kernel).name, {}};
    const StencilTraits traits = traits_of(spec, grid, n_terms, heun);
    const StencilVariant& kernel = kernel_meant(spec, device, traits);
    return {kernel.name, leeway_of(kernel, traits)};
}

DiffusionOperator::DiffusionOperator(const CaseSpec& spec, const Grid& grid, const Device& device,
                                     const WallTables& walls, int n_terms, bool heun)
    : grid_(grid), order_(spec.order), alpha_(spec.material.diffusivity), precision_(spec.compute.precision),
      device_(device), walls_(walls) {
    traits_ = traits_of(spec, grid, n_terms, heun);
    const bool constant = has_constant_coefficients(spec);
    const auto find = [&](std::string_view name) {
        return constant ? Kernel{&find_stencil_variant(device.backend, name, traits_), nullptr}
                        : Kernel{nullptr, &find_variable_variant(device.backend, name)};
    };
    kernel_ = constant ? Kernel{&kernel_meant(spec, device, traits_), nullptr} : find(spec.compute.kernel);
    of_excerpts_ = find(device.backend == Backend::cpu ? "rows" : "naive");
    if (!is_uniform(spec)) media_ = std::make_unique<MediumTables>(spec, grid, device);
    const Sources* const heaters = sources();
    const bool passes_are_long = device.backend == Backend::cpu || takes_whole_passes(); // beside what an excerpt takes
    around_spots_ = heaters != nullptr && heaters->has_spots() && !heaters->makes_fields() && n_terms == 0 && fuses() &&
                    passes_are_long;
    excerpts_ = std::make_unique<Excerpts>(grid, precision_, device);
}

bool DiffusionOperator::fuses() const {
    if (kernel_.variable != nullptr) return kernel_.variable->cuts != nullptr;
    StencilTraits stages = traits_;
    stages.n_terms = 1, stages.heun = false;
    return !kernel_.constant->supports(stages); // what fuses steps takes no stages
}

Leeway DiffusionOperator::leeway() const {
    return kernel_.constant != nullptr ? leeway_of(*kernel_.constant, traits_) : Leeway{};
}

bool DiffusionOperator::takes_heun() const {
    const bool between_stages = sources() != nullptr && sources()->live();
    return traits_.heun && kernel_.variable == nullptr && fuses() && !between_stages;
}

std::vector<Blocking> DiffusionOperator::cuts() const {
    const auto of_kernel = kernel_.variable != nullptr ? kernel_.variable->cuts : kernel_.constant->cuts;
    if (of_kernel == nullptr || (sources() != nullptr && sources()->live() && !around_spots_)) return {};
    if (kernel_.variable == nullptr) return of_kernel(traits_, 0);
    return of_kernel(traits_, precision_ == Precision::fp32 ? bytes_beside(media_->view<float>(), grid_.dim)
                                                            : bytes_beside(media_->view<double>(), grid_.dim));
}

template <class Real>
VariableSweep<Real> DiffusionOperator::sweep_of(const StageCall& call) const {
    VariableSweep<Real> s;
    s.in = call.in->const_view<Real>();
    s.out = call.out->view<Real>();
    s.n_terms = static_cast<int>(call.terms.size());
    for (int t = 0; t < s.n_terms; ++t) {
        s.terms[t] = call.terms[static_cast<std::size_t>(t)]->const_view<Real>().data;
        s.term_weights[t] = static_cast<Real>(call.term_weights[static_cast<std::size_t>(t)]);
    }
    s.dim = grid_.dim;
    s.order = order_;
    s.equal_spacing = grid_.equal_spacing();
    for (int d = 0; d < 3; ++d) {
        const double h = grid_.h[static_cast<std::size_t>(d)];
        s.r[d] =
            d < grid_.dim ? static_cast<Real>(alpha_ * call.dt_stage / (stencil_divisor(order_) * h * h)) : Real(0);
    }
    if (kernel_.variable != nullptr) {
        s.r[0] = static_cast<Real>(call.dt_stage);
        s.medium = media_->view<Real>();
    }
    for (int side = 0; side < 2 * grid_.dim; ++side) {
        s.walls[side] = walls_.view<Real>(side);
        if (call.heat_weight == 0) s.walls[side].heat = nullptr;
    }
    s.wall_step = call.wall_row;
    s.heat_weight = call.heat_weight;
    return s;
}

namespace {

/// Time of steps around spots beyond that of fused ones, in units of the latter: what a pass of n steps costs beside
/// them, over n, and a step of an excerpt for its part of the grid (measured; a kernel that fuses on a GPU is further
/// above the one that does not).
constexpr double cost_of_pass = 1.2, cost_of_excerpts_cpu = 3, cost_of_excerpts_cuda = 8;
/// Launches take as long on a GPU as a sweep of so many cells, however small what they work on (some 25 us).
constexpr double cells_of_launches = 1e7;

} // namespace

template <class Real>
bool DiffusionOperator::advance(const Kernel& kernel, const VariableSweep<Real>& s, index_t steps,
                                const Blocking& blocking, const Device& device) const {
    const auto run = [](const auto& variant, const auto& call) {
        if constexpr (sizeof(Real) == 4) return variant.advance_fp32(call);
        else return variant.advance_fp64(call);
    };
    if (kernel.variable != nullptr)
        return run(*kernel.variable, VariableAdvance<Real>{s, steps, blocking, device.threads, device.stream});
    return run(*kernel.constant, Advance<Real>{s, steps, blocking, device.threads, device.stream});
}

/// Pass by pass, each towards the end of the field's memory that is further away.
template <class Real>
bool DiffusionOperator::run_in_place(StageCall call) const {
    for (index_t left = call.steps; left > 0; left -= call.steps, call.wall_row += call.steps) {
        Advance<Real> pass{sweep_of<Real>(call), 0, call.blocking, device_.threads};
        pass.steps = call.steps = call.in->leeway().take(left, call.blocking.depth);
        pass.sweep.out = call.in->view<Real>();
        pass.in_place = true;
        if constexpr (sizeof(Real) == 4) kernel_.constant->advance_fp32(pass);
        else kernel_.constant->advance_fp64(pass);
    }
    return false;
}

template <class Real>
bool DiffusionOperator::run_fused(const StageCall& call) const {
    if (call.in == call.out) return run_in_place<Real>(call);
    if (!call.heun) return advance<Real>(kernel_, sweep_of<Real>(call), call.steps, call.blocking, device_);
    const Advance<Real> all{sweep_of<Real>(call), call.steps, call.blocking, device_.threads, device_.stream, true};
    if constexpr (sizeof(Real) == 4) return kernel_.constant->advance_fp32(all);
    else return kernel_.constant->advance_fp64(all);
}

/// Heating that varies from cell to cell and in time is made between the sweeps, spots are deposited there: then the
/// sweeps go one by one.
template <class Real>
bool DiffusionOperator::run_singly(StageCall one) const {
    Sources* const heaters = sources();
    const index_t steps = std::exchange(one.steps, 1);
    for (index_t step = 0; step < steps; ++step) {
        if (heaters != nullptr) heaters->make_field(one.wall_row, one.heat_weight);
        if (!run_fused<Real>(one)) throw std::logic_error("a single sweep must end in its output");
        if (heaters != nullptr) heaters->deposit_spots(one.out->view<Real>(), one.wall_row, one.dt_stage);
        if (heaters != nullptr && one.heat_weight != 0) heaters->book(one.wall_row, 1, one.heat_weight);
        std::swap(one.in, one.out);
        ++one.wall_row;
    }
    return steps % 2 != 0;
}

std::array<bool, 3> DiffusionOperator::periodic_axes() const {
    std::array<bool, 3> periodic{};
    for (int axis = 0; axis < grid_.dim; ++axis) periodic[static_cast<std::size_t>(axis)] = walls_.periodic(2 * axis);
    return periodic;
}

index_t DiffusionOperator::plan_excerpts(const StageCall& call, std::vector<ExcerptShape>& shapes) const {
    const std::array<bool, 3> periodic = periodic_axes();
    index_t best = 1;
    if (!around_spots_) return best;
    const double per_cell = (device_.backend == Backend::cpu ? cost_of_excerpts_cpu : cost_of_excerpts_cuda) /
                            static_cast<double>(grid_.cells());
    const auto next = [](index_t n) { return n % 3 == 0 ? n / 3 * 4 : n / 2 * 3; }; // 2, 3, 4, 6, 8, 12, ...
    // Kernels for GPUs fuse 4 or 8 steps and take what is left over one by one.
    const auto fused_whole = [&](index_t n) { return device_.backend == Backend::cpu || n == 4 || n % 8 == 0; };
    double least = cost_of_pass; // of single steps
    for (index_t n = 2; n <= call.steps; n = next(n)) {
        auto tried = excerpts_around(sources()->reached(call.wall_row, n), grid_, periodic, order_ / 2, n);
        double cost = 0;
        for (const ExcerptShape& shape : tried) cost += per_cell * static_cast<double>(shape.read.cells());
        if (cost > least) break; // more steps read more
        cost += cost_of_pass / static_cast<double>(n);
        if (cost > least || !fused_whole(n)) continue;
        least = cost;
        best = n;
        shapes = std::move(tried);
    }
    return best;
}

/// The single steps of an excerpt, with what spots heat in it.
template <class Real>
void DiffusionOperator::run_excerpt(Excerpt<Real>& e, const StageCall& call) const {
    const Device& device = excerpts_->beside().device();
    const HeatingPrograms::Cells cells{e.sweep.medium.index, e.capacities, sources()->cells().of_cells};
    for (index_t step = 0; step < call.steps; ++step, ++e.sweep.wall_step) {
        advance<Real>(of_excerpts_, e.sweep, 1, {}, device);
        sources()->deposit_spots(e.sweep.out, {e.shape.read, e.shape.heated, cells}, call.wall_row + step,
                                 call.dt_stage, device);
        exchange(e.sweep);
    }
}

/// Bit for bit what run_singly gives: excerpt.hpp. On a GPU the excerpts' steps, which are short and many, go on beside
/// the fused ones of the whole.
template <class Real>
bool DiffusionOperator::run_around_spots(StageCall call) const {
    const Field* const out = call.out;
    const auto& cells = sources()->cells();
    for (index_t left = call.steps; left > 0; left -= call.steps, call.wall_row += call.steps) {
        call.steps = left;
        std::vector<ExcerptShape> shapes;
        call.steps = plan_excerpts(call, shapes);
        std::vector<Excerpt<Real>> excerpts;
        excerpts_->begin();
        auto whole = sweep_of<Real>(call);
        if (kernel_.variable == nullptr) whole.medium.index = cells.index; // for the deposits
        for (const ExcerptShape& shape : shapes)
            excerpts.push_back(excerpts_->take(shape, whole, call.steps, cells.capacities, cells.of_cells));
        if (!excerpts.empty()) excerpts_->beside().fork();
        for (auto& e : excerpts) run_excerpt(e, call);
        if (call.steps > 1 && call.heat_weight != 0) sources()->book(call.wall_row, call.steps, call.heat_weight);
        const bool swapped = call.steps > 1 ? run_fused<Real>(call) : run_singly<Real>(call);
        if (swapped) std::swap(call.in, call.out);
        if (!excerpts.empty()) excerpts_->beside().join();
        for (const auto& e : excerpts) excerpts_->put_back(e, call.in->view<Real>());
    }
    return call.in == out;
}

template <class Real>
void DiffusionOperator::step_excerpt(VariableSweep<Real>& s, bool heun) const {
    const auto sweep = [&](const VariableSweep<Real>& stage) {
        advance<Real>(of_excerpts_, stage, 1, {}, device_);
        exchange(s);
        ++s.wall_step;
    };
    sweep(s);
    if (!heun) return;
    VariableSweep<Real> second = s; // ends where the first began
    static_cast<Sweep<Real>&>(second) = heun_stage<Real>(second, s.out.data);
    sweep(second);
}

ExcerptShape DiffusionOperator::shape_ahead(const StageCall& call, const CellBox& box) const {
    return excerpt_of(box, grid_, periodic_axes(), order_ / 2, call.steps * (call.heun ? 2 : 1));
}

double DiffusionOperator::cost_ahead(const StageCall& call, const CellBox& box) const {
    const auto cells = static_cast<double>(shape_ahead(call, box).read.cells());
    const double as_cells = device_.backend == Backend::cpu
                                ? cost_of_excerpts_cpu * cells
                                : cost_of_excerpts_cuda * cells + cells_of_launches / static_cast<double>(call.steps);
    return as_cells / static_cast<double>(grid_.cells());
}

template <class Real>
void DiffusionOperator::read_ahead_as(const StageCall& call, const CellBox& box, double reference, void* to,
                                      Precision precision) const {
    StageCall unbooked = call;
    unbooked.heat_weight = 0;
    excerpts_->begin();
    Excerpt<Real> e = excerpts_->take(shape_ahead(call, box), sweep_of<Real>(unbooked),
                                      call.steps * (call.heun ? 2 : 1), nullptr, false);
    for (index_t step = 0; step < call.steps; ++step) step_excerpt(e.sweep, call.heun);
    excerpts_->read(e, box, reference, to, precision);
}

void DiffusionOperator::read_ahead(const StageCall& call, const CellBox& box, double reference, void* to,
                                   Precision precision) const {
    if (precision_ == Precision::fp32) read_ahead_as<float>(call, box, reference, to, precision);
    else read_ahead_as<double>(call, box, reference, to, precision);
}

template <class Real>
bool DiffusionOperator::run_as(const StageCall& call) const {
    Sources* const heaters = sources();
    if (around_spots_ && call.steps > 1) return run_around_spots<Real>(call);
    if (heaters != nullptr && heaters->live()) return run_singly<Real>(call);
    if (heaters != nullptr && call.heat_weight != 0) heaters->book(call.wall_row, call.steps, call.heat_weight);
    return run_fused<Real>(call);
}

bool DiffusionOperator::run(const StageCall& call) const {
    return precision_ == Precision::fp32 ? run_as<float>(call) : run_as<double>(call);
}

} // namespace isotherm
