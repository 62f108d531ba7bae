#pragma once

/// A wall is one row (w, T_ref, s). With n out of the domain and T the cell mirrored in the wall, distance d between
/// T and its image:
///
///     T_ghost = T + w (T_ref - T) + s            heat into the domain per area = kappa / d * (w (T_ref - T) + s)
///
///          inside        wall        outside
///     ... | T |    d/2    |    d/2    | T_ghost |
///
/// Ghost values, step limits and heat balances all read this row; a kind of wall is a rule that makes one
/// (dirichlet.hpp, neumann.hpp, convection.hpp). Second order in d. Equal temperatures give exactly T.

#include "kernels/base/view.hpp"
#include "kernels/stencil/cell_update.hpp"

namespace isotherm {

template <class Real>
struct WallRow {
    Real w = 0;     ///< [-] conductance of the wall in units of kappa / d, 0 (insulated) .. 2 (fixed temperature)
    Real T_ref = 0; ///< temperature on the far side, in the field's own offset
    Real s = 0;     ///< [temperature] prescribed flux times d / kappa
};

/// T_ghost - T: what the wall adds to a cell, in the units of the field.
template <class Real>
ISO_HD Real wall_gain(const WallRow<Real>& row, Real T) {
    return fused(row.w, row.T_ref - T, row.s);
}

template <class Real>
ISO_HD Real ghost(const WallRow<Real>& row, Real T) {
    return T + wall_gain(row, T);
}

/// Sides in the order of the case file: x_lo, x_hi, y_lo, y_hi, z_lo, z_hi.
constexpr int side_of(int axis, bool high) { return 2 * axis + (high ? 1 : 0); }
constexpr const char* side_names[6] = {"x_lo", "x_hi", "y_lo", "y_hi", "z_lo", "z_hi"};

} // namespace isotherm
