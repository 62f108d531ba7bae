#include "solver/boundary/wall_tables.hpp"

#include <algorithm>
#include <numeric>

#include "kernels/base/error.hpp"
#include "kernels/reduce/fixed_sum.hpp"
#include "solver/boundary/face.hpp"
#include "solver/core/parallel.hpp"

namespace isotherm {
namespace {

/// Tables of one wall stay below this, so that a segment of many steps costs little memory; those with a row for every
/// cell and step need more to hold some passes of kernels that fuse steps.
constexpr index_t table_budget = index_t{4} << 20, table_budget_of_cells = index_t{64} << 20;
constexpr index_t largest_batch = 4096, largest_batch_of_cells = 256;
/// Batches that are not short consist of so many steps: what kernels fuse on a GPU.
constexpr index_t whole_passes = 8;
/// Faces with fewer cells are evaluated by one thread: the others would first have to parse the expressions.
constexpr index_t parallel_face = 2048;

constexpr index_t row_bytes(Precision precision, int layers) { return 3 * size_of(precision) * layers; }

} // namespace

index_t WallTables::most_times(const Side& s, index_t bytes) {
    const auto [budget, largest] =
        s.in_space ? std::pair{table_budget_of_cells, largest_batch_of_cells} : std::pair{table_budget, largest_batch};
    return std::clamp<index_t>(budget / bytes, 4, largest);
}

double kelvin_offset(const CaseSpec& spec) { return spec.temperature_unit == "C" ? 273.15 : 0.0; }

void WallTables::allocate(const Device& device, Precision precision, int order, double reference) {
    device_ = device;
    layers_ = order / 2;
    precision_ = precision;
    reference_ = reference;
    const index_t bytes = row_bytes(precision, layers_);
    capacity_ = largest_batch;
    for (int side = 0; side < 2 * grid_.dim; ++side) {
        Side& s = sides_[static_cast<std::size_t>(side)];
        if (s.in_time && s.in_space) s.programs = WallPrograms(grid_, side, s.laws, s.law_of, s.kappa, device);
    }
    for (const Side& s : sides_)
        if (s.in_time) capacity_ = std::min(capacity_, most_times(s, s.entries * bytes));
    if (capacity_ > whole_passes) capacity_ -= capacity_ % whole_passes;
    for (int side = 0; side < 2 * grid_.dim; ++side) {
        Side& s = sides_[static_cast<std::size_t>(side)];
        if (periodic(side)) continue;
        s.rows = Memory(device, (spread(s) ? s.cells : s.entries) * bytes * (s.in_time ? capacity_ : 1),
                        "the walls' tables");
        if (s.per_class() && !spread(s)) {
            s.classes = Memory(device, s.cells * 2, "the walls' classes");
            s.classes.upload(s.class_of.data(), s.cells * 2);
        }
        if (!s.insulated) s.heat = Memory(device, s.cells * 8, "the walls' heat");
    }
}

template <class Real>
void WallTables::fill(int side, std::span<const double> times) {
    Side& s = sides_[static_cast<std::size_t>(side)];
    const index_t n_times = s.in_time ? static_cast<index_t>(times.size()) : 1;
    std::vector<WallRow<Real>> host(static_cast<std::size_t>(n_times * s.entries * layers_));
    for (index_t step = 0; step < n_times; ++step) {
        const double t = times[static_cast<std::size_t>(step)];
        const auto set_entry = [&](const std::vector<WallLaw>& laws, index_t entry) {
            const index_t cell = s.example.empty() ? entry : s.example[static_cast<std::size_t>(entry)];
            const WallLaw& law = laws[s.law_of.empty() ? 0 : s.law_of[static_cast<std::size_t>(cell)]];
            for (int m = 0; m < layers_; ++m) {
                const WallRow<double> row = offset_row(law.table_row(place(side, cell, t, m)), reference_);
                host[static_cast<std::size_t>((step * s.entries + entry) * layers_ + m)] = {
                    static_cast<Real>(row.w), static_cast<Real>(row.T_ref), static_cast<Real>(row.s)};
            }
        };
        if (s.entries < parallel_face)
            for (index_t entry = 0; entry < s.entries; ++entry) set_entry(s.laws, entry);
        else
            parallel_for_each(
                s.entries, device_->threads, [&] { return s.laws; }, set_entry);
    }
    if (spread(s)) {
        std::vector<WallRow<Real>> of_cells(static_cast<std::size_t>(s.cells * layers_));
        for (index_t cell = 0; cell < s.cells; ++cell)
            for (index_t m = 0; m < layers_; ++m)
                of_cells[static_cast<std::size_t>(cell * layers_ + m)] =
                    host[static_cast<std::size_t>(s.class_of[static_cast<std::size_t>(cell)] * layers_ + m)];
        host = std::move(of_cells);
    }
    s.rows.upload(host.data(), static_cast<index_t>(host.size() * sizeof(WallRow<Real>)));
}

template <class Real>
void WallTables::evaluate_as(std::span<const double> times) {
    for (int side = 0; side < 2 * grid_.dim; ++side) {
        const Side& s = at(side);
        if (periodic(side) || (filled_ && !s.in_time)) continue;
        if (!s.programs.complete()) {
            fill<Real>(side, times);
            continue;
        }
        auto* rows = s.rows.as<WallRow<Real>>();
        for (const double t : times) {
            s.programs.make_rows(rows, layers_, {kelvin_, reference_}, t);
            rows += s.cells * layers_;
        }
    }
}

void WallTables::evaluate(std::span<const double> times) {
    if (precision_ == Precision::fp32) evaluate_as<float>(times);
    else evaluate_as<double>(times);
    filled_ = true;
}

void WallTables::require_values(double t) const {
    for (int side = 0; side < 2 * grid_.dim; ++side)
        if (at(side).programs.complete())
            for (index_t cell = 0; cell < at(side).cells; ++cell)
                (void)at(side).law(cell).table_row(place(side, cell, t, 0));
}

template <class Real>
WallView<Real> WallTables::view(int side) const {
    const Side& s = at(side);
    WallView<Real> v;
    v.periodic = periodic(side);
    v.rows = s.rows.as<WallRow<Real>>();
    v.cell_stride = s.per_class() || s.in_space ? layers_ : 0;
    v.step_stride = s.in_time ? s.entries * layers_ : 0;
    v.heat = s.heat.as<double>();
    v.classes = s.classes.as<std::uint16_t>();
    v.radiates = s.radiates;
    v.kelvin = kelvin_ + reference_;
    return v;
}
template WallView<float> WallTables::view<float>(int) const;
template WallView<double> WallTables::view<double>(int) const;

WallRow<double> WallTables::row_at(int side, index_t a, index_t b, double t, double T, int layer) const {
    const index_t cell = a + b * grid_.n[static_cast<std::size_t>(face_axes(side / 2)[0])];
    return at(side).law(cell).row(place(side, cell, t, layer), T);
}

double WallTables::kappa(int side, index_t cell) const { return at(side).kappa_at(cell); }

double WallTables::heat(int side) const {
    const Side& s = at(side);
    if (s.heat.bytes() == 0) return 0.0;
    const auto host = std::make_unique_for_overwrite<double[]>(static_cast<std::size_t>(s.cells));
    s.heat.download(host.get(), s.cells * 8);
    const double per_kappa = grid_.face_area(side / 2) / grid_.h[static_cast<std::size_t>(side / 2)];
    if (s.kappa.size() == 1) return s.kappa[0] * per_kappa * fixed_sum(host.get(), s.cells);
    for (std::size_t cell = 0; cell < s.kappa.size(); ++cell) host[cell] *= s.kappa[cell];
    return per_kappa * fixed_sum(host.get(), s.cells);
}

void WallTables::forget_heat() {
    for (Side& s : sides_) {
        if (s.heat.bytes() == 0) continue;
        const std::vector<double> zero(static_cast<std::size_t>(s.cells), 0.0);
        s.heat.upload(zero.data(), s.heat.bytes());
    }
}

index_t WallTables::bytes(Precision precision, int order) const {
    index_t sum = 0;
    for (int side = 0; side < 2 * grid_.dim; ++side) {
        const Side& s = at(side);
        if (periodic(side)) continue;
        const index_t once = s.entries * row_bytes(precision, order / 2);
        sum += s.in_time ? most_times(s, once) * once : once;
        if (s.per_class()) sum += s.cells * (s.in_time ? 2 : row_bytes(precision, order / 2));
        if (!s.insulated) sum += s.cells * 8;
    }
    return sum;
}

} // namespace isotherm
