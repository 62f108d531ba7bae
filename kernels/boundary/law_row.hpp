#pragma once

/// The row of every kind of wall from its values, for the host's tables and for programs on the device alike.

#include <limits>

#include "kernels/boundary/convection.hpp"
#include "kernels/boundary/dirichlet.hpp"
#include "kernels/boundary/neumann.hpp"
#include "kernels/boundary/radiation.hpp"

namespace isotherm {

enum class WallKind : std::uint8_t { periodic, flux, gradient, dirichlet, convection, radiation };

/// `a` and `b` are the kind's values in the order of the case file (value; flux; h, ambient; emissivity, ambient), d
/// the mirror distance. A radiating wall as WallView wants it (wall_view.hpp); `kelvin` added to a temperature gives
/// kelvin. Not a number where h is negative, or the emissivity outside 0 .. 1, or the ambient below absolute zero.
ISO_HD WallRow<double> law_row(WallKind kind, double a, double b, double d, double kappa, double kelvin) {
    constexpr double wrong = std::numeric_limits<double>::quiet_NaN();
    switch (kind) {
    case WallKind::flux: return Neumann{a}.row(d, kappa);
    case WallKind::gradient: return Neumann{a}.row(d, 1.0);
    case WallKind::dirichlet: return Dirichlet{a}.row(d, kappa);
    case WallKind::convection: return Convection{a >= 0 ? a : wrong, b}.row(d, kappa);
    case WallKind::radiation:
        if (a == 0) return {};
        if (!(a > 0 && a <= 1 && b + kelvin >= 0)) return {0, 0, wrong};
        return {-stefan_boltzmann * a, b + kelvin, 2 * kappa / d};
    case WallKind::periodic: break;
    }
    return {};
}

/// The same with the far temperature in the field's own offset, as tables hold it; that of radiation stays in kelvin.
ISO_HD WallRow<double> offset_row(WallRow<double> row, double reference) {
    row.T_ref = row.w > 0 ? row.T_ref - reference : row.w < 0 ? row.T_ref : 0.0;
    return row;
}

} // namespace isotherm
