#include "solver/filter/planes.hpp"

#include <fmt/format.h>

#include "kernels/base/error.hpp"
#include "solver/core/field.hpp"

namespace isotherm {
namespace {

/// Where the pixels of one plane lie in a dense array with x fastest.
struct PlaneIndex {
    std::array<std::size_t, 2> axes; ///< of the plane
    std::array<index_t, 3> n;        ///< of the array
    [[nodiscard]] index_t stride(std::size_t axis) const { return axis == 0 ? 1 : axis == 1 ? n[0] : n[0] * n[1]; }
    [[nodiscard]] std::size_t at(index_t u, index_t v, index_t offset) const {
        return static_cast<std::size_t>(offset + u * stride(axes[0]) + v * stride(axes[1]));
    }
};

Grid plane_grid(index_t nx, index_t ny) {
    GridSpec spec;
    spec.dim = 2;
    spec.cells = {nx, ny, 1};
    return Grid(spec);
}

template <class Real>
std::string filter_all(const Array& in, Array& out, int axis, const PlaneIndex& from, const PlaneIndex& to,
                       const FilterTask& task, const Device& device) {
    const index_t nx = from.n[from.axes[0]], ny = from.n[from.axes[1]], mx = to.n[to.axes[0]], my = to.n[to.axes[1]];
    const Precision precision = sizeof(Real) == 4 ? Precision::fp32 : Precision::fp64;
    const Grid grid = plane_grid(nx, ny), smaller = plane_grid(mx, my);
    Field before(grid, precision, device, "a plane"), after(smaller, precision, device, "a filtered plane");
    Convolution<Real> filter(task, nx, ny, device);
    std::vector<double> values(static_cast<std::size_t>(nx * ny));
    const auto across = static_cast<std::size_t>(axis);
    for (index_t plane = 0; plane < from.n[across]; ++plane) {
        const index_t source = plane * from.stride(across), target = plane * to.stride(across);
        for (index_t v = 0; v < ny; ++v)
            for (index_t u = 0; u < nx; ++u)
                values[static_cast<std::size_t>(u + v * nx)] = in.values[from.at(u, v, source)];
        write_cells(before, 0.0, all_cells(grid), values.data());
        filter.run(before.const_view<Real>(), after.view<Real>());
        read_cells(after, 0.0, all_cells(smaller), values.data(), Precision::fp64);
        for (index_t v = 0; v < my; ++v)
            for (index_t u = 0; u < mx; ++u)
                out.values[to.at(u, v, target)] = values[static_cast<std::size_t>(u + v * mx)];
    }
    return std::string(filter.variant().name);
}

} // namespace

FilteredPlanes filter_planes(const Array& in, const PlanesRequest& request, const Device& device) {
    if (request.axis != 2 && in.shape.size() < 3)
        throw UsageError(fmt::format("--axis: the field has {} {}; planes across an axis are for fields of three",
                                     in.shape.size(), in.shape.size() == 1 ? "axis" : "axes"));
    const std::array<std::size_t, 2> axes{request.axis == 0 ? 1U : 0U, request.axis == 2 ? 1U : 2U};
    const PlaneIndex from{axes, {in.n(0), in.n(1), in.n(2)}};
    PlaneShape shape{{from.n[axes[0]], from.n[axes[1]]}, {}};
    if (request.spacing) shape.spacing = {(*request.spacing)[axes[0]], (*request.spacing)[axes[1]]};
    FilterTask task = make_filter_task(request.spec, shape, 0.0);
    task.masked = request.masked;

    FilteredPlanes result{in, task.taps, "", {}};
    PlaneIndex to = from;
    for (std::size_t d = 0; d < 2; ++d) {
        to.n[axes[d]] = filtered_pixels(task, static_cast<int>(d), from.n[axes[d]]);
        if (task.padding[d] == Padding::valid) result.shift[axes[d]] = task.taps.anchor[d];
        if (axes[d] < in.shape.size()) result.array.shape[in.shape.size() - 1 - axes[d]] = to.n[axes[d]];
    }
    result.array.values.assign(static_cast<std::size_t>(to.n[0] * to.n[1] * to.n[2]), 0.0);
    result.method = in.precision == Precision::fp32
                        ? filter_all<float>(in, result.array, request.axis, from, to, task, device)
                        : filter_all<double>(in, result.array, request.axis, from, to, task, device);
    return result;
}

} // namespace isotherm
