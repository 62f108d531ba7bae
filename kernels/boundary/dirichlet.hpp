#pragma once

#include "kernels/boundary/wall_row.hpp"

namespace isotherm {

/// The wall's temperature is given: T = value at the wall, so the ghost is 2 value - T.
struct Dirichlet {
    double value; ///< [temperature]

    [[nodiscard]] ISO_HD WallRow<double> row(double /*d*/, double /*kappa*/) const { return {2.0, value, 0.0}; }
};

} // namespace isotherm
