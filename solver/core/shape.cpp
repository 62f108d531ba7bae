#include "solver/core/shape.hpp"

#include <algorithm>
#include <cmath>

namespace isotherm {
namespace {

using Point = std::array<double, 3>;

double dot(const Point& a, const Point& b, int dim) {
    double sum = 0;
    for (std::size_t d = 0; d < static_cast<std::size_t>(dim); ++d) sum += a[d] * b[d];
    return sum;
}

Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

bool inside(const BoxShape& s, const Point& x, int dim, double tolerance) {
    for (std::size_t d = 0; d < static_cast<std::size_t>(dim); ++d)
        if (x[d] < s.lo[d] - tolerance || x[d] > s.hi[d] + tolerance) return false;
    return true;
}

bool inside(const SphereShape& s, const Point& x, int dim, double tolerance) {
    const Point r = minus(x, s.centre);
    return std::sqrt(dot(r, r, dim)) <= s.radius + tolerance;
}

bool inside(const CylinderShape& s, const Point& x, int dim, double tolerance) {
    const Point axis = minus(s.to, s.from), r = minus(x, s.from);
    const double length = std::sqrt(dot(axis, axis, dim));
    const double along = dot(r, axis, dim) / length;
    if (along < -tolerance || along > length + tolerance) return false;
    return std::sqrt(std::max(0.0, dot(r, r, dim) - along * along)) <= s.radius + tolerance;
}

bool inside(const HalfSpaceShape& s, const Point& x, int dim, double tolerance) {
    return dot(minus(x, s.point), s.normal, dim) <= tolerance * std::sqrt(dot(s.normal, s.normal, dim));
}

struct Bounds {
    Point lo, hi;
};
Bounds bounds_of(const BoxShape& s) { return {s.lo, s.hi}; }
Bounds bounds_of(const SphereShape& s) {
    Bounds b{s.centre, s.centre};
    for (std::size_t d = 0; d < 3; ++d) b.lo[d] -= s.radius, b.hi[d] += s.radius;
    return b;
}
Bounds bounds_of(const CylinderShape& s) {
    Bounds b{};
    for (std::size_t d = 0; d < 3; ++d)
        b.lo[d] = std::min(s.from[d], s.to[d]) - s.radius, b.hi[d] = std::max(s.from[d], s.to[d]) + s.radius;
    return b;
}
Bounds bounds_of(const HalfSpaceShape&) {
    constexpr double far = std::numeric_limits<double>::max();
    return {{-far, -far, -far}, {far, far, far}};
}

} // namespace

bool contains(const Shape& shape, const Point& x, int dim, double tolerance) {
    return std::visit([&](const auto& s) { return inside(s, x, dim, tolerance); }, shape);
}

double surface_tolerance(const Grid& grid) {
    double h = grid.h[0];
    for (int d = 1; d < grid.dim; ++d) h = std::min(h, grid.h[static_cast<std::size_t>(d)]);
    return 1e-9 * h;
}

CellBox candidate_cells(const Shape& shape, const Grid& grid) {
    const Bounds b = std::visit([](const auto& s) { return bounds_of(s); }, shape);
    CellBox box = all_cells(grid);
    for (std::size_t d = 0; d < static_cast<std::size_t>(grid.dim); ++d) {
        const double n = static_cast<double>(grid.n[d]);
        const double lo = std::clamp(std::floor((b.lo[d] - grid.lower[d]) / grid.h[d] - 1), 0.0, n);
        const double hi = std::clamp(std::ceil((b.hi[d] - grid.lower[d]) / grid.h[d] + 1), 0.0, n);
        box.lo[d] = static_cast<index_t>(lo);
        box.hi[d] = static_cast<index_t>(hi);
    }
    return box;
}

bool covers_a_cell(const Shape& shape, const Grid& grid) {
    const CellBox box = candidate_cells(shape, grid);
    const double tolerance = surface_tolerance(grid);
    for (index_t k = box.lo[2]; k < box.hi[2]; ++k)
        for (index_t j = box.lo[1]; j < box.hi[1]; ++j)
            for (index_t i = box.lo[0]; i < box.hi[0]; ++i)
                if (contains(shape, grid.centre(i, j, k), grid.dim, tolerance)) return true;
    return false;
}

} // namespace isotherm
