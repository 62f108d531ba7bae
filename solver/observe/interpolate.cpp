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

double cell_temperature(const RunView& view, const std::array<index_t, 3>& c) {
    double T = 0;
    view.read({c, {c[0] + 1, c[1] + 1, c[2] + 1}}, &T, Precision::fp64);
    return T;
}

/// Of a cell or of a ghost, beyond one wall or several. The rows of walls are linear in T, so the mean over the orders
/// of extension is the mean over the wall that comes last.
double extended_temperature(const RunView& view, const std::array<index_t, 3>& at) {
    const Grid& grid = view.grid();
    std::array<index_t, 3> cell{};
    for (int axis = 0; axis < 3; ++axis) cell[axis] = std::clamp<index_t>(at[axis], 0, grid.n[axis] - 1);
    double sum = 0;
    int orders = 0;
    for (int axis = 0; axis < 3; ++axis) {
        if (at[axis] == cell[axis]) continue;
        std::array<index_t, 3> inner = at; // one wall fewer
        inner[axis] = cell[axis];
        sum += view.ghost_temperature(side_of(axis, at[axis] > 0), cell, extended_temperature(view, inner));
        ++orders;
    }
    return orders == 0 ? cell_temperature(view, cell) : sum / orders;
}

} // namespace

double temperature_at(const RunView& view, const std::array<double, 3>& x) {
    const Grid& grid = view.grid();
    std::array<Between, 3> b;
    for (int axis = 0; axis < grid.dim; ++axis)
        b[axis] =
            locate(grid, axis, x[axis], std::holds_alternative<PeriodicWall>(view.spec().walls[side_of(axis, false)]));
    double T = 0;
    for (int corner = 0; corner < 8; ++corner) {
        double weight = 1;
        std::array<index_t, 3> at{};
        for (int axis = 0; axis < 3; ++axis) {
            const int upper = corner >> axis & 1;
            weight *= upper ? b[axis].weight : 1 - b[axis].weight;
            at[axis] = b[axis].i[upper];
        }
        if (weight != 0) T += weight * extended_temperature(view, at);
    }
    return T;
}

} // namespace isotherm
