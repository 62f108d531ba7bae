#include "solver/observe/interpolate.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/boundary/wall_row.hpp"

namespace isotherm {

namespace {

///  i = -1 |  0     1    ...   n-1  |  n        cells of one axis, a ghost at either end
///     o   |  o  x  o           o   |  o
struct Between {
    std::array<index_t, 2> i{0, 0}; ///< lower and upper neighbour, may be a ghost
    double weight = 0;              ///< of the upper one
};

Between locate(const Grid& grid, int axis, double x, bool periodic) {
    const index_t n = grid.n[axis];
    const double u = (x - grid.lower[axis]) / grid.h[axis] - 0.5;
    const double below = std::clamp(std::floor(u), -1.0, static_cast<double>(n - 1)); // round-off at the ends
    Between b{{static_cast<index_t>(below), static_cast<index_t>(below) + 1}, u - below};
    if (periodic)
        for (index_t& i : b.i) i = (i + n) % n;
    return b;
}

using Place = std::array<Between, 3>;

Place locate(const RunView& view, const std::array<double, 3>& x) {
    const Grid& grid = view.grid();
    Place place;
    for (int axis = 0; axis < grid.dim; ++axis)
        place[axis] =
            locate(grid, axis, x[axis], std::holds_alternative<PeriodicWall>(view.spec().walls[side_of(axis, false)]));
    return place;
}

/// The cells of the grid that the place needs, those between the two ends of a periodic axis too.
CellBox cells_around(const Grid& grid, const Place& place) {
    CellBox box;
    for (int axis = 0; axis < 3; ++axis) {
        const auto inside = [&](index_t i) { return std::clamp<index_t>(i, 0, grid.n[axis] - 1); };
        const auto [lower, upper] = std::minmax({inside(place[axis].i[0]), inside(place[axis].i[1])});
        box.lo[axis] = lower, box.hi[axis] = upper + 1;
    }
    return box;
}

/// So many cells are read as quickly as one.
constexpr index_t at_once = 4096;

/// Temperatures of cells, those of a box read before.
class Cells {
public:
    Cells(const RunView& view, const CellBox& box) : view_(view), box_(box) {
        if (box.cells() <= 0) return;
        T_.resize(static_cast<std::size_t>(box.cells()));
        view.read(box, T_.data(), Precision::fp64);
    }
    [[nodiscard]] double T(const std::array<index_t, 3>& c) const {
        double one = 0;
        if (T_.empty()) view_.read({c, {c[0] + 1, c[1] + 1, c[2] + 1}}, &one, Precision::fp64);
        else
            one = T_[static_cast<std::size_t>(c[0] - box_.lo[0] +
                                              box_.n(0) * (c[1] - box_.lo[1] + box_.n(1) * (c[2] - box_.lo[2])))];
        return one;
    }
    [[nodiscard]] const RunView& view() const { return view_; }

private:
    const RunView& view_;
    CellBox box_;
    std::vector<double> T_;
};

/// Of a cell or of a ghost, beyond one wall or several. The rows of walls are linear in T, so the mean over the orders
/// of extension is the mean over the wall that comes last.
double extended_temperature(const Cells& cells, const std::array<index_t, 3>& at) {
    const Grid& grid = cells.view().grid();
    std::array<index_t, 3> cell{};
    for (int axis = 0; axis < 3; ++axis) cell[axis] = std::clamp<index_t>(at[axis], 0, grid.n[axis] - 1);
    double sum = 0;
    int orders = 0;
    for (int axis = 0; axis < 3; ++axis) {
        if (at[axis] == cell[axis]) continue;
        std::array<index_t, 3> inner = at; // one wall fewer
        inner[axis] = cell[axis];
        sum += cells.view().ghost_temperature(side_of(axis, at[axis] > 0), cell, extended_temperature(cells, inner));
        ++orders;
    }
    return orders == 0 ? cells.T(cell) : sum / orders;
}

double interpolate(const Cells& cells, const Place& b) {
    double T = 0;
    for (int corner = 0; corner < 8; ++corner) {
        double weight = 1;
        std::array<index_t, 3> at{};
        for (int axis = 0; axis < 3; ++axis) {
            const int upper = corner >> axis & 1;
            weight *= upper ? b[axis].weight : 1 - b[axis].weight;
            at[axis] = b[axis].i[upper];
        }
        if (weight != 0) T += weight * extended_temperature(cells, at);
    }
    return T;
}

/// Halves the points until their cells lie together.
void interpolate(const RunView& view, std::span<const Place> places, double* to) {
    if (places.empty()) return;
    CellBox box = cells_around(view.grid(), places[0]);
    for (const Place& place : places) box = hull(box, cells_around(view.grid(), place));
    const auto points = static_cast<index_t>(places.size());
    const bool together = box.cells() <= std::max(at_once, 8 * points);
    if (!together && points > 1) {
        interpolate(view, places.first(places.size() / 2), to);
        interpolate(view, places.subspan(places.size() / 2), to + points / 2);
        return;
    }
    const Cells cells(view, together ? box : CellBox{{}, {}});
    for (const Place& place : places) *to++ = interpolate(cells, place);
}

} // namespace

std::vector<double> temperatures_at(const RunView& view, std::span<const std::array<double, 3>> points) {
    std::vector<Place> places;
    for (const auto& x : points) places.push_back(locate(view, x));
    std::vector<double> T(points.size());
    interpolate(view, places, T.data());
    return T;
}

double temperature_at(const RunView& view, const std::array<double, 3>& x) { return temperatures_at(view, {&x, 1})[0]; }

} // namespace isotherm
