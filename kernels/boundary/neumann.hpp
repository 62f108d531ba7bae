#pragma once

#include "kernels/boundary/wall_row.hpp"

namespace isotherm {

/// The heat into the domain is given: kappa dT/dn = flux, n out of the domain. Insulated is flux = 0.
struct Neumann {
    double flux; ///< [W/m^2] into the domain

    [[nodiscard]] ISO_HD WallRow<double> row(double d, double kappa) const { return {0.0, 0.0, flux * d / kappa}; }
};

} // namespace isotherm
