#include "solver/boundary/wall_tables.hpp"

#include <algorithm>
#include <iterator>

#include "kernels/base/error.hpp"
#include "kernels/boundary/convection.hpp"
#include "kernels/boundary/dirichlet.hpp"
#include "kernels/boundary/neumann.hpp"
#include "kernels/reduce/fixed_sum.hpp"
#include "solver/core/parallel.hpp"

namespace isotherm {
namespace {

/// Tables of one wall stay below this, so that a segment of many steps costs little memory.
constexpr index_t table_budget = index_t{4} << 20;
constexpr index_t largest_batch = 4096;
/// Faces with fewer cells are evaluated by one thread: the others would first have to parse the expressions.
constexpr index_t parallel_face = 2048;

std::string allowed_on_wall() { return "xyzt"; }

/// The two axes of a face other than `axis`, the lower one first.
std::array<int, 2> face_axes(int axis) { return {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2}; }

} // namespace

WallLaw::WallLaw(const WallSpec& wall, const MaterialSpec& material, double wall_area) : kappa_(material.conductivity) {
    if (std::holds_alternative<PeriodicWall>(wall)) {
        kind_ = Kind::periodic;
        periodic_ = true;
    } else if (std::holds_alternative<InsulatedWall>(wall)) {
        kind_ = Kind::neumann;
        insulated_ = true;
        values_.emplace_back(Value{0.0}, "");
    } else if (const auto* d = std::get_if<DirichletWall>(&wall)) {
        kind_ = Kind::dirichlet;
        values_.emplace_back(d->value, allowed_on_wall());
    } else if (const auto* n = std::get_if<NeumannWall>(&wall)) {
        kind_ = Kind::neumann;
        flux_per_value_ = n->given == NeumannWall::Given::flux    ? 1.0
                          : n->given == NeumannWall::Given::power ? 1.0 / wall_area
                                                                  : material.conductivity;
        values_.emplace_back(n->value, allowed_on_wall());
    } else {
        const auto& c = std::get<ConvectionWall>(wall);
        kind_ = Kind::convection;
        values_.emplace_back(c.h, allowed_on_wall());
        values_.emplace_back(c.ambient, allowed_on_wall());
    }
}

bool WallLaw::varies_in_time() const {
    return std::any_of(values_.begin(), values_.end(), [](const auto& v) { return v.varies_in_time(); });
}

bool WallLaw::varies_in_space() const {
    return std::any_of(values_.begin(), values_.end(), [](const auto& v) { return v.varies_in_space(); });
}

std::vector<double> WallLaw::kinks() const {
    std::vector<double> all;
    for (const auto& v : values_) {
        const auto own = v.kinks();
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

WallRow<double> WallLaw::row(double d, const std::array<double, 3>& x, double t) const {
    switch (kind_) {
    case Kind::dirichlet: return Dirichlet{values_[0](x, t)}.row(d, kappa_);
    case Kind::neumann: return Neumann{flux_per_value_ * values_[0](x, t)}.row(d, kappa_);
    case Kind::convection: {
        const double h = values_[0](x, t);
        if (h < 0)
            throw NumericsError("convection: h is negative (" + std::to_string(h) + ") at t = " + std::to_string(t));
        return Convection{h, values_[1](x, t)}.row(d, kappa_);
    }
    case Kind::periodic: break;
    }
    return {};
}

std::optional<double> WallLaw::temperature(const std::array<double, 3>& x, double t) const {
    if (kind_ == Kind::dirichlet) return values_[0](x, t);
    if (kind_ == Kind::convection) return values_[1](x, t);
    return std::nullopt;
}

std::vector<double> WallLaw::times_of_largest_w(double t_end) const {
    if (kind_ != Kind::convection || !values_[0].varies_in_time()) return {0.0};
    const std::vector<double> kinks = values_[0].kinks(); // h is linear between them
    if (kinks.empty()) return {};
    std::vector<double> times{0.0, t_end};
    std::copy_if(kinks.begin(), kinks.end(), std::back_inserter(times), [&](double t) { return t > 0 && t < t_end; });
    return times;
}

WallTables::WallTables(const CaseSpec& spec, const Grid& grid) : grid_(grid) {
    for (int side = 0; side < 6; ++side) {
        const int axis = side / 2;
        const double area = grid.face_area(axis) * static_cast<double>(grid.face_cells(axis));
        const WallSpec& wall = axis < grid.dim ? spec.walls[static_cast<std::size_t>(side)] : WallSpec{InsulatedWall{}};
        laws_.emplace_back(wall, spec.material, area);
        Side& s = sides_[static_cast<std::size_t>(side)];
        s.in_time = laws_.back().varies_in_time();
        s.in_space = laws_.back().varies_in_space();
        s.cells = grid.face_cells(axis);
        s.entries = s.in_space ? s.cells : 1;
    }
}

std::array<double, 3> WallTables::wall_point(int side, index_t a, index_t b) const {
    const int axis = side / 2;
    const auto [first, second] = face_axes(axis);
    std::array<double, 3> x{};
    x[static_cast<std::size_t>(axis)] = side % 2 == 0 ? grid_.lower[static_cast<std::size_t>(axis)] : grid_.upper(axis);
    x[static_cast<std::size_t>(first)] = grid_.centre(first, a);
    x[static_cast<std::size_t>(second)] = grid_.centre(second, b);
    return x;
}

void WallTables::allocate(const Device& device, Precision precision, int order, double reference) {
    device_ = device;
    layers_ = order / 2;
    precision_ = precision;
    reference_ = reference;
    const index_t row_bytes = 3 * size_of(precision) * layers_;
    capacity_ = largest_batch;
    for (const Side& s : sides_)
        if (s.in_time) capacity_ = std::min(capacity_, std::max<index_t>(4, table_budget / (s.entries * row_bytes)));
    for (int side = 0; side < 2 * grid_.dim; ++side) {
        Side& s = sides_[static_cast<std::size_t>(side)];
        if (law(side).periodic()) continue;
        s.rows = Memory(device, s.entries * row_bytes * (s.in_time ? capacity_ : 1), "the walls' tables");
        if (!law(side).insulated()) s.heat = Memory(device, s.cells * 8, "the walls' heat");
    }
}

template <class Real>
void WallTables::fill(int side, std::span<const double> times) {
    Side& s = sides_[static_cast<std::size_t>(side)];
    const int axis = side / 2;
    const double h = grid_.h[static_cast<std::size_t>(axis)];
    const index_t na = grid_.n[static_cast<std::size_t>(face_axes(axis)[0])];
    const index_t n_times = s.in_time ? static_cast<index_t>(times.size()) : 1;
    std::vector<WallRow<Real>> host(static_cast<std::size_t>(n_times * s.entries * layers_));
    for (index_t step = 0; step < n_times; ++step) {
        const double t = times[static_cast<std::size_t>(step)];
        const auto set_cell = [&](const WallLaw& own, index_t cell) {
            const auto x = wall_point(side, cell % na, cell / na);
            for (int m = 0; m < layers_; ++m) {
                const WallRow<double> row = own.row((2 * m + 1) * h, x, t);
                const double T_ref = row.w == 0 ? 0.0 : row.T_ref - reference_;
                host[static_cast<std::size_t>((step * s.entries + cell) * layers_ + m)] = {
                    static_cast<Real>(row.w), static_cast<Real>(T_ref), static_cast<Real>(row.s)};
            }
        };
        if (s.entries < parallel_face)
            for (index_t cell = 0; cell < s.entries; ++cell) set_cell(law(side), cell);
        else
            parallel_for_each(
                s.entries, device_->threads, [&] { return law(side); }, set_cell);
    }
    s.rows.upload(host.data(), static_cast<index_t>(host.size() * sizeof(WallRow<Real>)));
}

void WallTables::evaluate(std::span<const double> times) {
    for (int side = 0; side < 2 * grid_.dim; ++side) {
        if (law(side).periodic() || (filled_ && !sides_[static_cast<std::size_t>(side)].in_time)) continue;
        if (precision_ == Precision::fp32) fill<float>(side, times);
        else fill<double>(side, times);
    }
    filled_ = true;
}

template <class Real>
WallView<Real> WallTables::view(int side) const {
    const Side& s = sides_[static_cast<std::size_t>(side)];
    WallView<Real> v;
    v.periodic = law(side).periodic();
    v.rows = s.rows.as<WallRow<Real>>();
    v.cell_stride = s.in_space ? layers_ : 0;
    v.step_stride = s.in_time ? s.entries * layers_ : 0;
    v.heat = s.heat.as<double>();
    return v;
}
template WallView<float> WallTables::view<float>(int) const;
template WallView<double> WallTables::view<double>(int) const;

WallRow<double> WallTables::row_at(int side, index_t a, index_t b, double t, int layer) const {
    return law(side).row((2 * layer + 1) * grid_.h[static_cast<std::size_t>(side / 2)], wall_point(side, a, b), t);
}

double WallTables::accumulated(int side) const {
    const Side& s = sides_[static_cast<std::size_t>(side)];
    if (s.heat.bytes() == 0) return 0.0;
    std::vector<double> host(static_cast<std::size_t>(s.cells));
    s.heat.download(host.data(), s.cells * 8);
    return fixed_sum(host.data(), s.cells);
}

void WallTables::forget_heat() {
    for (Side& s : sides_) {
        if (s.heat.bytes() == 0) continue;
        const std::vector<double> zero(static_cast<std::size_t>(s.cells), 0.0);
        s.heat.upload(zero.data(), s.heat.bytes());
    }
}

double WallTables::largest_w(int side, double t_end) const {
    const Side& s = sides_[static_cast<std::size_t>(side)];
    const WallLaw& own = law(side);
    if (own.periodic()) return 1.0; // the neighbour beyond counts like any other
    const double h = grid_.h[static_cast<std::size_t>(side / 2)];
    const double w = own.row(h, wall_point(side, 0, 0), 0).w;
    if (w == 0.0 && own.temperature(wall_point(side, 0, 0), 0) == std::nullopt) return 0.0;
    if (w == 2.0) return 2.0;
    const std::vector<double> times = own.times_of_largest_w(t_end);
    if (times.empty()) return 2.0;
    const index_t na = grid_.n[static_cast<std::size_t>(face_axes(side / 2)[0])];
    double largest = 0.0;
    for (const double t : times)
        for (index_t cell = 0; cell < s.entries; ++cell)
            largest = std::max(largest, own.row(h, wall_point(side, cell % na, cell / na), t).w);
    return largest;
}

void WallTables::add_data_range(Range& range) const {
    for (int side = 0; side < 2 * grid_.dim; ++side) {
        const Side& s = sides_[static_cast<std::size_t>(side)];
        const index_t na = grid_.n[static_cast<std::size_t>(face_axes(side / 2)[0])];
        std::vector<double> times = law(side).kinks();
        times.push_back(0.0);
        for (const double t : times)
            for (index_t cell = 0; cell < s.entries; ++cell)
                if (const auto T = law(side).temperature(wall_point(side, cell % na, cell / na), t)) range.add(*T);
    }
}

std::vector<double> WallTables::kinks() const {
    std::vector<double> all;
    for (int side = 0; side < 2 * grid_.dim; ++side) {
        const auto own = law(side).kinks();
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

bool WallTables::vary_in_time() const {
    return std::any_of(sides_.begin(), sides_.end(), [](const Side& s) { return s.in_time; });
}

index_t WallTables::bytes(Precision precision, int order) const {
    index_t sum = 0;
    for (int side = 0; side < 2 * grid_.dim; ++side) {
        const Side& s = sides_[static_cast<std::size_t>(side)];
        if (law(side).periodic()) continue;
        const index_t once = s.entries * 3 * size_of(precision) * (order / 2);
        sum += s.in_time ? std::max(4 * once, std::min(table_budget, largest_batch * once)) : once;
        if (!law(side).insulated()) sum += s.cells * 8;
    }
    return sum;
}

std::vector<int> WallTables::evaluated_per_step() const {
    std::vector<int> found;
    for (int side = 0; side < 2 * grid_.dim; ++side)
        if (sides_[static_cast<std::size_t>(side)].in_time && sides_[static_cast<std::size_t>(side)].in_space)
            found.push_back(side);
    return found;
}

} // namespace isotherm
