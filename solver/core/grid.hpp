#pragma once

#include <array>
#include <cmath>

#include "kernels/base/view.hpp"
#include "solver/spec/case_spec.hpp"

namespace isotherm {

/// A uniform cell-centred grid of 1, 2 or 3 axes. An absent axis has one cell of 1 m, which is what volumes and areas
/// count it as.
struct Grid {
    int dim = 3;
    std::array<index_t, 3> n{1, 1, 1};
    std::array<double, 3> h{1, 1, 1};     ///< [m] spacing
    std::array<double, 3> lower{0, 0, 0}; ///< [m]
    std::array<char, 3> names{'x', 'y', 'z'};

    explicit Grid(const GridSpec& spec) : dim(spec.dim), n(spec.cells), h(spec.spacing), lower(spec.origin) {}

    [[nodiscard]] index_t cells() const { return n[0] * n[1] * n[2]; }
    [[nodiscard]] double centre(int axis, index_t i) const {
        return lower[axis] + (static_cast<double>(i) + 0.5) * h[axis];
    }
    [[nodiscard]] std::array<double, 3> centre(index_t i, index_t j, index_t k) const {
        return {centre(0, i), centre(1, j), centre(2, k)};
    }
    [[nodiscard]] double size(int axis) const { return static_cast<double>(n[axis]) * h[axis]; } ///< [m]
    [[nodiscard]] double upper(int axis) const { return lower[axis] + size(axis); }              ///< [m]
    [[nodiscard]] double cell_volume() const { return h[0] * h[1] * h[2]; }                      ///< [m^3]
    [[nodiscard]] double face_area(int axis) const { return cell_volume() / h[axis]; } ///< [m^2] of one cell's face
    [[nodiscard]] index_t face_cells(int axis) const { return cells() / n[axis]; }
    [[nodiscard]] bool equal_spacing() const {
        for (int d = 1; d < dim; ++d)
            if (std::abs(h[d] - h[0]) > 1e-14 * h[0]) return false; // 0.1 / 100 and 0.05 / 50 differ in the last bit
        return true;
    }
};

inline Domain domain_of(const Grid& grid, double diffusivity) {
    return {grid.dim, grid.lower, {grid.size(0), grid.size(1), grid.size(2)}, diffusivity};
}

} // namespace isotherm
