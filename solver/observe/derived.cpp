#include "solver/observe/derived.hpp"

#include <algorithm>

#include "solver/operator/cell_materials.hpp"

namespace isotherm {
namespace {

/// Temperatures and materials of a box, asked for by cell.
class Neighbourhood {
public:
    Neighbourhood(const Ingredients& from, const CellBox& box)
        : from_(from), box_(box), T_(static_cast<std::size_t>(box.cells())) {
        from.view.read(box, T_.data(), Precision::fp64);
        if (from.media != nullptr) materials_ = cell_materials(from.media->media(), box);
    }
    [[nodiscard]] double T(const std::array<index_t, 3>& c) const { return T_[at(c)]; }
    /// Conductance [W/(m^2 K)] of a face across `axis` between cell c and cell d of another box.
    [[nodiscard]] double conductance(int axis, const std::array<index_t, 3>& c, const Neighbourhood& other,
                                     const std::array<index_t, 3>& d) const {
        const double h = from_.view.grid().h[static_cast<std::size_t>(axis)];
        if (materials_.empty()) return from_.view.spec().material.kappa(axis) / h;
        return h * face_conductance(from_.media->media(), axis, materials_[at(c)], other.materials_[other.at(d)]);
    }

private:
    [[nodiscard]] std::size_t at(const std::array<index_t, 3>& c) const {
        return static_cast<std::size_t>(c[0] - box_.lo[0] +
                                        box_.n(0) * (c[1] - box_.lo[1] + box_.n(1) * (c[2] - box_.lo[2])));
    }
    const Ingredients& from_;
    CellBox box_;
    std::vector<double> T_;
    std::vector<CellMaterial> materials_;
};

template <class Use>
void for_each_cell(const CellBox& box, Use&& use) {
    std::size_t n = 0;
    std::array<index_t, 3> c{};
    for (c[2] = box.lo[2]; c[2] < box.hi[2]; ++c[2])
        for (c[1] = box.lo[1]; c[1] < box.hi[1]; ++c[1])
            for (c[0] = box.lo[0]; c[0] < box.hi[0]; ++c[0], ++n) use(c, n);
}

} // namespace

void face_flux(const Ingredients& from, int axis, const CellBox& box, double* to) {
    const Grid& grid = from.view.grid();
    const auto d = static_cast<std::size_t>(axis);
    const index_t n = grid.n[d];
    CellBox around = box;
    around.lo[d] = std::max<index_t>(0, box.lo[d] - 1);
    around.hi[d] = std::min(n, box.hi[d]);
    const Neighbourhood near(from, around);
    const bool periodic = from.walls.periodic(2 * axis);
    for_each_cell(box, [&](const std::array<index_t, 3>& c, std::size_t at) {
        std::array<index_t, 3> below = c, above = c;
        --below[d];
        const bool low = below[d] < 0, high = above[d] >= n;
        if (low) below[d] = periodic ? n - 1 : 0;
        if (high) above[d] = periodic ? 0 : n - 1;
        if ((low || high) && periodic) {
            const Neighbourhood first(from, {above, {above[0] + 1, above[1] + 1, above[2] + 1}});
            const Neighbourhood last(from, {below, {below[0] + 1, below[1] + 1, below[2] + 1}});
            to[at] = first.conductance(axis, above, last, below) * (last.T(below) - first.T(above));
        } else if (low || high) {
            const double T = near.T(above);
            const double beyond = from.view.ghost_temperature(2 * axis + (high ? 1 : 0), above, T);
            to[at] = near.conductance(axis, above, near, above) * (high ? T - beyond : beyond - T);
        } else {
            to[at] = near.conductance(axis, above, near, below) * (near.T(below) - near.T(above));
        }
    });
}

void heat_flux(const Ingredients& from, const CellBox& box, double* to) {
    std::fill(to, to + 3 * box.cells(), 0.0);
    for (int axis = 0; axis < from.view.grid().dim; ++axis) {
        const auto d = static_cast<std::size_t>(axis);
        CellBox faces = box;
        ++faces.hi[d];
        std::vector<double> flux(static_cast<std::size_t>(faces.cells()));
        face_flux(from, axis, faces, flux.data());
        const index_t stride = axis == 0 ? 1 : axis == 1 ? faces.n(0) : faces.n(0) * faces.n(1);
        for_each_cell(box, [&](const std::array<index_t, 3>& c, std::size_t at) {
            const index_t face = c[0] - box.lo[0] + faces.n(0) * (c[1] - box.lo[1] + faces.n(1) * (c[2] - box.lo[2]));
            to[3 * at + d] =
                0.5 * (flux[static_cast<std::size_t>(face)] + flux[static_cast<std::size_t>(face + stride)]);
        });
    }
}

void conductivity(const Ingredients& from, const CellBox& box, int components, double* to) {
    std::vector<CellMaterial> cells;
    if (from.media != nullptr) cells = cell_materials(from.media->media(), box);
    const auto width = static_cast<std::size_t>(components);
    for (std::size_t c = 0; c < static_cast<std::size_t>(box.cells()); ++c)
        for (std::size_t axis = 0; axis < width; ++axis) {
            const bool absent = static_cast<int>(axis) >= from.view.grid().dim;
            const double kappa =
                cells.empty() ? from.view.spec().material.kappa(static_cast<int>(axis)) : cells[c].kappa[axis];
            to[c * width + axis] = absent ? 0.0 : kappa;
        }
}

void heat_capacity(const Ingredients& from, const CellBox& box, double* to) {
    std::fill(to, to + box.cells(), from.view.spec().material.volumetric_heat);
    if (from.media == nullptr) return;
    const std::vector<CellMaterial> cells = cell_materials(from.media->media(), box);
    std::transform(cells.begin(), cells.end(), to, [](const CellMaterial& cell) { return cell.heat; });
}

bool has_vector_conductivity(const CaseSpec& spec) {
    return spec.material.per_axis ||
           std::any_of(spec.regions.begin(), spec.regions.end(),
                       [](const RegionSpec& region) { return region.material && region.material->per_axis; });
}

void source(const Ingredients& from, const CellBox& box, double* to) {
    if (from.media == nullptr) std::fill(to, to + box.cells(), 0.0);
    else from.media->sources().density(box, from.view.clock().time, to);
}

} // namespace isotherm
