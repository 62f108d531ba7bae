#pragma once

/// Rows of a wall that are only known when the step begins: those of a class of wall cells (a patch, a material) that
/// vary in time, and those that depend on the temperature. A pass over the face turns the table of classes into one row
/// per cell before every sweep, so that no kernel of the inside knows of either.

#include "kernels/base/device.hpp"
#include "kernels/boundary/radiation.hpp"

namespace isotherm {

/// What the rows of one side are made from. A row of the table with w < 0 is a radiating one: -w is emissivity sigma,
/// T_ref the ambient [K], s is 2 kappa/d of its layer.
template <class Real>
struct LiveWall {
    int side = 0, layers = 1;
    const WallRow<Real>* table = nullptr; ///< [step][class][layer]
    index_t step_stride = 0;
    const std::uint16_t* classes = nullptr; ///< of the face's cells; null: a class each
    WallRow<Real>* rows = nullptr;          ///< [cell][layer], what is made
    double kelvin = 0;                      ///< added to the field's values gives kelvin
};

/// The row of one cell of the face.
template <class Real>
ISO_HD void make_live_row(const LiveWall<Real>& wall, const FieldView<const Real>& in, index_t step, index_t cell) {
    const int axis = wall.side / 2;
    const index_t na = in.n[axis == 0 ? 1 : 0], a = cell % na, b = cell / na;
    const index_t kind = wall.classes == nullptr ? cell : wall.classes[cell];
    const index_t along = a * in.stride(axis == 0 ? 1 : 0) + b * in.stride(axis == 2 ? 1 : 2);
    for (int m = 0; m < wall.layers; ++m) {
        const WallRow<Real> row = wall.table[step * wall.step_stride + kind * wall.layers + m];
        WallRow<Real>& to = wall.rows[cell * wall.layers + m];
        to = row;
        if (!(row.w < 0)) continue;
        const index_t at = wall.side % 2 != 0 ? in.n[axis] - 1 - m : m;
        const Real T = in.data[at * in.stride(axis) + along];
        const Radiation law{-static_cast<double>(row.w), static_cast<double>(row.T_ref)};
        to = law.row(static_cast<double>(row.s), wall.kelvin + static_cast<double>(T), T);
    }
}

/// The rows of all cells of the face, for row `step` of the table and the field as it is.
void make_live_rows(const LiveWall<float>& wall, const FieldView<const float>& in, index_t step, const Device& device);
void make_live_rows(const LiveWall<double>& wall, const FieldView<const double>& in, index_t step,
                    const Device& device);

namespace cuda {
template <class Real>
void make_live_rows(const LiveWall<Real>& wall, const FieldView<const Real>& in, index_t step, const Device& device);
} // namespace cuda

} // namespace isotherm
