#include "solver/core/shape.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "solver/io/field_file.hpp"

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

/// Of the three axes the two that are not `axis`, in their order; in 2-D x and y.
std::array<std::size_t, 2> other_axes(int axis) {
    return {axis == 0 ? std::size_t{1} : std::size_t{0}, axis == 2 ? std::size_t{1} : std::size_t{2}};
}

/// The even-odd rule; points within `tolerance` of an edge count as inside.
bool inside(const PolygonShape& s, const Point& x, int dim, double tolerance) {
    if (dim == 3) {
        const double along = x[static_cast<std::size_t>(s.axis)];
        if (along < s.from - tolerance || along > s.to + tolerance) return false;
    }
    const auto [a, b] = other_axes(dim == 3 ? s.axis : 2);
    const double u = x[a], v = x[b];
    bool in = false;
    for (std::size_t n = 0; n < s.points.size(); ++n) {
        const auto &p = s.points[n], &q = s.points[(n + 1) % s.points.size()];
        const double du = q[0] - p[0], dv = q[1] - p[1], length = du * du + dv * dv;
        const double along = length > 0 ? std::clamp(((u - p[0]) * du + (v - p[1]) * dv) / length, 0.0, 1.0) : 0.0;
        if (std::hypot(u - p[0] - along * du, v - p[1] - along * dv) <= tolerance) return true;
        if ((p[1] > v) != (q[1] > v) && u < p[0] + (v - p[1]) / dv * du) in = !in;
    }
    return in;
}

bool inside(const LabelShape&, const Point&, int, double) {
    throw std::logic_error("a label map knows cells, not points");
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
Bounds bounds_of(const LabelShape&) { return bounds_of(HalfSpaceShape{}); }
Bounds bounds_of(const PolygonShape& s) {
    Bounds b = bounds_of(HalfSpaceShape{});
    if (s.points.empty()) return {b.hi, b.lo}; // could not be read: nowhere
    const auto axes = other_axes(s.axis);
    for (std::size_t d = 0; d < 2; ++d) {
        const auto by = [d](const auto& p, const auto& q) { return p[d] < q[d]; };
        b.lo[axes[d]] = (*std::min_element(s.points.begin(), s.points.end(), by))[d];
        b.hi[axes[d]] = (*std::max_element(s.points.begin(), s.points.end(), by))[d];
    }
    const auto axis = static_cast<std::size_t>(s.axis);
    b.lo[axis] = std::max(b.lo[axis], s.from);
    b.hi[axis] = std::min(b.hi[axis], s.to);
    return b;
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

ShapeCells::ShapeCells(const Shape& shape, const Grid& grid)
    : shape_(shape), grid_(grid), tolerance_(surface_tolerance(grid)), box_(candidate_cells(shape, grid)) {
    if (const auto* map = std::get_if<LabelShape>(&shape)) {
        labels_ = read_label_file(*map, grid);
        label_ = map->value;
    }
}

bool ShapeCells::operator()(index_t i, index_t j, index_t k) const {
    if (labels_) {
        const double v = (*labels_)[static_cast<std::size_t>(i + grid_.n[0] * (j + grid_.n[1] * k))];
        return label_ ? v == *label_ : v != 0;
    }
    return contains(shape_, grid_.centre(i, j, k), grid_.dim, tolerance_);
}

bool covers_a_cell(const Shape& shape, const Grid& grid) {
    const ShapeCells covers(shape, grid);
    const CellBox& box = covers.box();
    for (index_t k = box.lo[2]; k < box.hi[2]; ++k)
        for (index_t j = box.lo[1]; j < box.hi[1]; ++j)
            for (index_t i = box.lo[0]; i < box.hi[0]; ++i)
                if (covers(i, j, k)) return true;
    return false;
}

namespace {

Point unit(const Point& v, int dim) {
    const double length = std::sqrt(dot(v, v, dim));
    return length > 0 ? Point{v[0] / length, v[1] / length, v[2] / length} : Point{1, 0, 0};
}

/// The axis whose plane of the box is nearest.
Point normal_of(const BoxShape& s, const Point& x, const Grid& grid) {
    std::size_t nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t d = 0; d < static_cast<std::size_t>(grid.dim); ++d)
        if (const double r = std::min(std::abs(x[d] - s.lo[d]), std::abs(x[d] - s.hi[d])) / grid.h[d]; r < least)
            nearest = d, least = r;
    Point n{};
    n[nearest] = 1;
    return n;
}

Point normal_of(const CylinderShape& s, const Point& x, int dim) {
    const Point axis = unit(minus(s.to, s.from), dim), r = minus(x, s.from);
    const double along = dot(r, axis, dim), length = std::sqrt(dot(minus(s.to, s.from), minus(s.to, s.from), dim));
    const Point out{r[0] - along * axis[0], r[1] - along * axis[1], r[2] - along * axis[2]};
    const double side = std::abs(std::sqrt(dot(out, out, dim)) - s.radius);
    return side <= std::min(std::abs(along), std::abs(along - length)) ? unit(out, dim) : axis;
}

Point normal_of(const PolygonShape& s, const Point& x, int dim) {
    const auto [a, b] = other_axes(dim == 3 ? s.axis : 2);
    double least = std::numeric_limits<double>::infinity();
    Point n{};
    for (std::size_t e = 0; e < s.points.size(); ++e) {
        const auto &p = s.points[e], &q = s.points[(e + 1) % s.points.size()];
        const double du = q[0] - p[0], dv = q[1] - p[1], length = du * du + dv * dv;
        if (length == 0) continue;
        const double along = std::clamp(((x[a] - p[0]) * du + (x[b] - p[1]) * dv) / length, 0.0, 1.0);
        const double r = std::hypot(x[a] - p[0] - along * du, x[b] - p[1] - along * dv);
        if (r < least) least = r, n = {}, n[a] = dv, n[b] = -du;
    }
    const auto axis = static_cast<std::size_t>(s.axis);
    if (dim == 3 && std::min(std::abs(x[axis] - s.from), std::abs(x[axis] - s.to)) < least) n = {}, n[axis] = 1;
    return unit(n, dim);
}

} // namespace

std::optional<Point> normal_near(const Shape& shape, const Point& x, const Grid& grid) {
    const int dim = grid.dim;
    if (const auto* box = std::get_if<BoxShape>(&shape)) return normal_of(*box, x, grid);
    if (const auto* sphere = std::get_if<SphereShape>(&shape)) return unit(minus(x, sphere->centre), dim);
    if (const auto* cylinder = std::get_if<CylinderShape>(&shape)) return normal_of(*cylinder, x, dim);
    if (const auto* half = std::get_if<HalfSpaceShape>(&shape)) return unit(half->normal, dim);
    if (const auto* polygon = std::get_if<PolygonShape>(&shape)) return normal_of(*polygon, x, dim);
    return std::nullopt;
}

} // namespace isotherm
