#include "app/assemble.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>
#include <omp.h>

#include "app/simulation.hpp"
#include "app/version.hpp"
#include "kernels/base/device_cuda.hpp"
#include "kernels/base/error.hpp"
#include "kernels/reduce/fixed_sum.hpp"
#include "kernels/reduce/time_record.hpp"
#include "kernels/stencil/cpu/variants.hpp"
#include "solver/core/log.hpp"
#include "solver/observe/measure.hpp"

namespace isotherm {
namespace {

/// Whether some output holds what the temperature has been over time.
bool records_time(const CaseSpec& spec) {
    const auto wants = [](const OutputSpec& output) {
        return std::any_of(output.fields.begin(), output.fields.end(), [](const std::string& field) {
            return field == "temperature_max" || field == "temperature_mean";
        });
    };
    return wants(spec.output) || std::any_of(spec.more_outputs.begin(), spec.more_outputs.end(), wants);
}

/// Beyond this a double does not tell one number of steps from the next.
constexpr double most_steps = 9007199254740992.0; // 2^53

/// One is written while the next one waits: a run gains nothing from more.
constexpr int most_captures = 2;

} // namespace

Device choose_device(const ComputeSpec& compute) {
    const int cores = omp_get_num_procs();
    const int threads = compute.threads > 0 ? compute.threads : cores;
    std::string why_none;
    if (compute.backend != "cpu") {
        const auto found = cuda::devices(&why_none);
        if (!found.empty()) {
            Device device = cuda::open(0);
            device.threads = threads;
            return device;
        }
        if (compute.backend == "cuda")
            throw DeviceError("compute.backend: cuda was asked for, but " + why_none + "; use backend: cpu or auto");
    }
    return cpu_device(threads);
}

std::string limit_text(double limit) {
    const std::string nearest = fmt::format("{:.6g}", limit);
    if (std::strtod(nearest.c_str(), nullptr) <= limit) return nearest;
    return fmt::format("{:.6g}", limit - std::pow(10.0, std::floor(std::log10(limit)) - 5));
}

double largest_step(const CaseSpec& spec, const StepLimits& limits) {
    if (spec.time.step && *spec.time.step > limits.spectral)
        throw UsageError(
            fmt::format("time.step: {:.9g} s is above the stability limit of {} s of this grid and integrator; "
                        "use at most that, or auto",
                        *spec.time.step, limit_text(limits.spectral)));
    const double step =
        spec.time.step ? *spec.time.step : std::min(spec.time.safety * limits.positivity, spec.time.end);
    require_countable(spec, spec.time.end / step);
    return step;
}

void require_countable(const CaseSpec& spec, double steps) {
    if (!(steps > most_steps)) return; // 0 / 0 of a run that ends at the start included
    const char* key = spec.time.step ? "time.step" : spec.time.safety < 1e-3 ? "time.safety" : "time.end";
    throw UsageError(fmt::format("{}: the run would take {:.3g} steps, more than can be counted or wait for; "
                                 "use fewer cells, longer steps or a shorter run",
                                 key, steps));
}

Schedule make_schedule(const CaseSpec& spec, const WallTables& walls, double dt_max) {
    Schedule schedule(0.0, spec.time.end, dt_max);
    schedule.add_kinks(walls.kinks());
    schedule.add_kinks(source_kinks(spec, Grid(spec.grid)));
    if (spec.filter && spec.filter->every_steps > 0) schedule.add({std::nullopt, spec.filter->every_steps, {}});
    return schedule;
}

Tuner make_tuner(const CaseSpec& spec, const DiffusionOperator& op, const Device& device) {
    std::vector<Blocking> cuts = op.cuts();
    if (!spec.compute.tune && !cuts.empty()) cuts.resize(1);
    const Grid& grid = op.grid();
    const bool cpu = device.backend == Backend::cpu;
    std::string where = cpu ? fmt::format("{}, {} threads", device.name, device.threads) : device.name, closed;
    for (std::size_t d = 0; d < 3; ++d)
        if (std::holds_alternative<PeriodicWall>(spec.walls[2 * d])) closed += "xyz"[d];
    const Blocking planned = cuts.empty() ? Blocking{} : cuts[0]; // another plan makes other cuts worth a trial
    TrialRules rules{cpu ? "the least traffic beyond the caches" : "the figures measured for each tile"};
    // A GPU works for itself and keeps its pace; what it has not run yet must be loaded.
    if (!cpu) rules.shortest = 5e-3, rules.clearly = 0.98, rules.rehearsed = true;
    return {std::move(cuts),
            fmt::format("{}, {}, {}, {}x{}x{}, order {}, {} spacing{}{}, planned {} {} {} {} {}", where, op.kernel(),
                        name_of(spec.compute.precision), grid.n[0], grid.n[1], grid.n[2], spec.order,
                        grid.equal_spacing() ? "equal" : "unequal", closed.empty() ? closed : ", periodic in " + closed,
                        op.sources() != nullptr && op.sources()->has_spots() ? ", spots" : "", planned.depth,
                        planned.width, planned.height, planned.length, planned.pieces),
            std::move(rules)};
}

Assembly::Assembly(const CaseSpec& spec, const Device& device)
    : spec_(spec), grid_(spec.grid), device_(device), walls_(spec, grid_),
      scheme_(find_scheme(spec.time.integrator, spec.order)),
      operator_(spec, grid_, device_, walls_, scheme_.most_terms(), scheme_.is_heun()),
      stepper_(scheme_, grid_, device_, spec.compute.precision, operator_.leeway()),
      schedule_(make_schedule(
          spec, walls_, largest_step(spec, step_limits(spec, grid_, walls_, scheme_.real_axis, device_.threads)))) {
    stepper_.tune(make_tuner(spec_, operator_, device_));
    set_initial_field();
    walls_.allocate(device_, spec_.compute.precision, spec_.order, reference_);
    if (spec_.exact) exact_.emplace(*spec_.exact, domain_of(grid_, spec_.material.diffusivity), "xyzt");
    facts_ = {version_text(),
              name_of(device_.backend),
              device_.name,
              std::string(operator_.kernel()),
              std::string(scheme_.name),
              device_.backend == Backend::cpu ? cpu_instruction_set() : "",
              device_.threads,
              schedule_.dt_max(),
              reference_,
              stepper_.tuner().text()};
}

void Assembly::set_initial_field() {
    const InitialField initial(spec_, grid_);
    Range data;
    walls_.add_data_range(data);
    const bool seek_reference = spec_.compute.precision == Precision::fp32 && !spec_.compute.reference;
    if (seek_reference || spec_.stop.steady) {
        const Extent extent = initial.extent(device_.threads);
        data.add(extent.lo);
        data.add(extent.hi);
        data_range_ = data.hi - data.lo;
    }
    reference_ = spec_.compute.reference ? *spec_.compute.reference : seek_reference ? 0.5 * (data.lo + data.hi) : 0.0;
    std::vector<double> values;
    for (const CellBox& box : slabs(grid_, index_t{1} << 20)) {
        values.resize(static_cast<std::size_t>(box.cells()));
        initial.evaluate(box, values.data(), device_.threads);
        write_cells(field(), reference_, box, values.data());
    }
    check_finite();
    if (spec_.filter) {
        filter_.emplace(*spec_.filter, grid_, spec_.compute.precision, device_, reference_);
        if (!spec_.filter->snapshots && spec_.filter->every_steps == 0) filter_field();
    }
    start_sum_ = heat_sum();
    if (!records_time(spec_)) return;
    highest_.emplace(grid_, Precision::fp64, device_, "the highest temperatures");
    integral_.emplace(grid_, Precision::fp64, device_, "the mean temperatures");
    const std::vector<double> lowest(static_cast<std::size_t>(highest_->memory().bytes() / 8),
                                     -std::numeric_limits<double>::infinity());
    highest_->memory().upload(lowest.data(), highest_->memory().bytes());
    record(0.0);
}

Field& Assembly::field() const {
    stepper_.settle(operator_);
    return stepper_.field();
}

void Assembly::filter_field() {
    filter_->apply(field(), stepper_.spare());
    stepper_.swap_spare();
    forget();
}

void Assembly::set_field(const CellBox& box, const double* values) {
    write_cells(field(), reference_, box, values);
    walls_.forget_heat();
    if (Sources* sources = operator_.sources()) sources->forget_heat();
    filter_heat_ = 0;
    forget();
    start_sum_ = heat_sum();
}

void Assembly::record(double weight) {
    const auto most = highest_->view<double>(), sum = integral_->view<double>();
    if (spec_.compute.precision == Precision::fp32)
        record_time(field().const_view<float>(), reference_, weight, most, sum, device_);
    else record_time(field().const_view<double>(), reference_, weight, most, sum, device_);
}

void Assembly::advance(const Segment& segment) {
    if (highest_) {
        for (index_t step = 0; step < segment.m; ++step) { // the trapezoidal rule over every step
            record(0.5 * segment.dt());
            stepper_.advance({segment.t_a, segment.t_b, segment.n, segment.j + step, 1}, operator_, walls_);
            record(0.5 * segment.dt());
        }
    } else {
        stepper_.advance(segment, operator_, walls_);
    }
    facts_.plan = stepper_.tuner().text();
    clock_.advance(segment);
    forget();
    if (!filter_ || spec_.filter->every_steps == 0 || clock_.step % spec_.filter->every_steps != 0) return;
    const double before = heat_sum();
    filter_field();
    filter_heat_ += grid_.cell_volume() * (heat_sum() - before);
}

void Assembly::forget() {
    stats_.reset();
    diagnostics_.reset();
    norms_.reset();
    norms_known_ = false;
}

FieldStats Assembly::stats() const {
    if (!stats_)
        stats_ = spec_.compute.precision == Precision::fp32 ? field_stats(field().const_view<float>(), device_)
                                                            : field_stats(field().const_view<double>(), device_);
    return *stats_;
}

double Assembly::heat_sum() const {
    const MediumTables* media = operator_.media();
    return media == nullptr ? spec_.material.volumetric_heat * stats().sum : media->heat_sum(field());
}

void Assembly::check_finite() const {
    if (stats().not_finite == 0) return;
    const auto cell = first_non_finite(field(), grid_).value_or(std::array<index_t, 3>{});
    const auto x = grid_.centre(cell[0], cell[1], cell[2]);
    walls_.require_values(clock_.time); // an expression's own message says more
    if (const Sources* sources = operator_.sources()) {
        double q = 0;
        sources->density({cell, {cell[0] + 1, cell[1] + 1, cell[2] + 1}}, clock_.time, &q);
    }
    throw NumericsError(fmt::format(
        "{} of {} cells are not finite at step {}, t = {:.9g} s; the first is ({}, {}, {}) at x = ({:.6g}, {:.6g}, "
        "{:.6g}) m. Look at the values of the walls, the sources and the initial field there, and at time.step; "
        "the snapshots so far are good",
        stats().not_finite, grid_.cells(), clock_.step, clock_.time, cell[0], cell[1], cell[2], x[0], x[1], x[2]));
}

double Assembly::relative_rate() {
    const double dt = std::min(schedule_.dt_max(), spec_.time.end);
    const double rate = stepper_.rate_of_change(clock_.time, dt, operator_, walls_, device_);
    return data_range_ > 0 ? rate / data_range_ : rate;
}

void Assembly::read(const CellBox& box, void* to, Precision precision) const {
    stepper_.read(box, reference_, to, precision, operator_);
}

void Assembly::read_field(std::string_view name, const CellBox& box, double* to) const {
    const Ingredients from{*this, operator_.media(), walls_};
    if (name == "temperature") return read(box, to, Precision::fp64);
    if (name == "heat_flux") return heat_flux(from, box, to);
    if (name == "conductivity") return conductivity(from, box, has_vector_conductivity(spec_) ? 3 : 1, to);
    if (name == "heat_capacity") return heat_capacity(from, box, to);
    if (name == "source") return source(from, box, to);
    if (name == "temperature_max") return read_cells(*highest_, 0.0, box, to, Precision::fp64);
    if (name == "temperature_mean") {
        if (clock_.time <= 0) return read(box, to, Precision::fp64);
        read_cells(*integral_, 0.0, box, to, Precision::fp64);
        for (index_t c = 0; c < box.cells(); ++c) to[c] /= clock_.time;
        return;
    }
    RunView::read_field(name, box, to);
}

double Assembly::plane_power(int axis, double position) const {
    const auto d = static_cast<std::size_t>(axis);
    CellBox faces = all_cells(grid_);
    const double u = (position - grid_.lower[d]) / grid_.h[d];
    faces.lo[d] = std::clamp<index_t>(static_cast<index_t>(std::lround(u)), 0, grid_.n[d]);
    faces.hi[d] = faces.lo[d] + 1;
    std::vector<double> flux(static_cast<std::size_t>(faces.cells()));
    face_flux({*this, operator_.media(), walls_}, axis, faces, flux.data());
    return grid_.face_area(axis) * fixed_sum(flux.data(), faces.cells());
}

std::unique_ptr<FieldSource> Assembly::capture() const {
    const bool filtered = filter_ && spec_.filter->snapshots;
    if (device_.backend == Backend::cpu && !filtered) return nullptr;
    if (!captures_) captures_ = std::make_unique<FieldCaptures>(grid_, spec_.compute.precision, device_, most_captures);
    if (!filtered) return captures_->take(field(), reference_);
    filter_->apply(field(), stepper_.spare());
    std::unique_ptr<FieldSource> shown = captures_->take(stepper_.spare(), reference_);
    if (!shown)
        throw UsageError(
            "filter.apply: there is no memory for a filtered copy of the field; use fewer cells, or filter "
            "the result afterwards with `isotherm filter`");
    return shown;
}

double Assembly::ghost_temperature(int side, const std::array<index_t, 3>& cell, double T) const {
    const std::size_t a = side / 2 == 0 ? 1 : 0, b = side / 2 == 2 ? 1 : 2;
    const WallRow<double> row = walls_.row_at(side, cell[a], cell[b], clock_.time, T);
    const Sources* const sources = operator_.sources();
    if (sources == nullptr || !sources->has_spots()) return ghost(row, T);
    // A beam heats the wall itself: the half cell inside conducts what the film outside does not take.
    const index_t face = cell[a] + cell[b] * grid_.n[a];
    const double per_flux = grid_.h[static_cast<std::size_t>(side / 2)] / walls_.kappa(side, face);
    return ghost(row, T) + sources->surface_flux(side, cell, clock_.time) * per_flux * (1 - 0.5 * row.w);
}

const Diagnostics& Assembly::diagnostics() const {
    if (diagnostics_) return *diagnostics_;
    Diagnostics d;
    const FieldStats s = stats();
    d.T_min = reference_ + s.min;
    d.T_max = reference_ + s.max;
    d.T_mean = reference_ + s.sum / static_cast<double>(grid_.cells());
    d.stored_heat = grid_.cell_volume() * (heat_sum() - start_sum_);
    for (int side = 0; side < 2 * grid_.dim; ++side) {
        const auto at = static_cast<std::size_t>(side);
        d.power[at] = wall_power(field(), reference_, grid_, walls_, side, clock_.time, spec_.order);
        d.heat[at] = walls_.heat(side);
    }
    if (const Sources* sources = operator_.sources()) {
        d.source_heat = sources->heat();
        d.source_missed = sources->missed();
    }
    d.filter_heat = filter_heat_;
    diagnostics_ = d;
    return *diagnostics_;
}

const std::optional<ErrorNorms>& Assembly::error_norms() const {
    if (!norms_known_ && exact_)
        norms_ = isotherm::error_norms(field(), reference_, grid_, *exact_, clock_.time, device_.threads);
    norms_known_ = true;
    return norms_;
}

double Assembly::wall_seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
}

} // namespace isotherm
