#pragma once

#include "kernels/boundary/wall_row.hpp"

namespace isotherm {

/// Newton's law of cooling: -kappa dT/dn = h (T - ambient) at the wall, n out of the domain. The half distance d/2 in
/// the solid and the film are in series: flux = (ambient - T) / (d / (2 kappa) + 1 / h).
struct Convection {
    double h;       ///< [W/(m^2 K)], >= 0
    double ambient; ///< [temperature]

    [[nodiscard]] ISO_HD WallRow<double> row(double d, double kappa) const {
        return {2.0 * h * d / (h * d + 2.0 * kappa), ambient, 0.0};
    }
};

} // namespace isotherm
