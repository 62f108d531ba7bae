#pragma once

/// Material of single cells, and the coefficients of their faces where materials are functions of place
/// (kernels/stencil/variable/medium.hpp has the equations).

#include "solver/operator/media.hpp"

namespace isotherm {

struct CellMaterial {
    std::array<double, 3> kappa{1, 1, 1}; ///< [W/(m K)] per axis
    double heat = 1;                      ///< rho c [J/(m^3 K)]
    std::uint8_t medium = 0;
};

/// Of the cells of a box, densely packed, x fastest. Throws UsageError where a value is not above 0.
std::vector<CellMaterial> cell_materials(const Media& media, const CellBox& box);

/// G_f [W/(m^3 K)] of a face across `axis` between two cells.
double face_conductance(const Media& media, int axis, const CellMaterial& a, const CellMaterial& b);

/// a_f [1/s] of all faces, plane by plane along the last axis.
class FaceCoefficients {
public:
    FaceCoefficients(const Media& media, const std::array<bool, 3>& periodic) : media_(media), periodic_(periodic) {}

    /// Moves on to plane k = 0, 1, 2, ...
    void move_to(index_t k);
    /// a_f of side `side` of cell (i, j) of the plane; a wall has kappa / (h^2 C).
    [[nodiscard]] double operator()(int side, index_t i, index_t j) const;
    [[nodiscard]] const CellMaterial& cell(index_t i, index_t j) const {
        return planes_[1][static_cast<std::size_t>(i + j * media_.grid().n[0])];
    }
    /// Whether that side of the cell is a wall.
    [[nodiscard]] bool is_wall(int side, index_t i, index_t j) const;
    /// The cell beyond that side; at a wall the cell itself.
    [[nodiscard]] const CellMaterial& beyond(int side, index_t i, index_t j) const;

private:
    [[nodiscard]] std::vector<CellMaterial> plane(index_t k) const;

    const Media& media_;
    std::array<bool, 3> periodic_;
    index_t k_ = -1;
    std::array<std::vector<CellMaterial>, 3> planes_; ///< below, here, above
};

/// Largest sum_f a_f [1/s] of any cell, walls counting w a_f each, and largest kappa / C per axis [m^2/s].
struct GradedExtremes {
    double sum = 0;
    std::array<double, 3> diffusivity{};
};
GradedExtremes graded_extremes(const Media& media, const std::array<double, 6>& w, const std::array<bool, 3>& periodic);

} // namespace isotherm
