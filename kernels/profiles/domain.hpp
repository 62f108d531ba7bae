#pragma once

#include <array>

namespace isotherm {

/// What an analytic field knows of the problem it solves.
struct Domain {
    int dim = 3;
    std::array<double, 3> lower{};       ///< [m]
    std::array<double, 3> size{1, 1, 1}; ///< [m]
    double diffusivity = 0;              ///< [m^2/s]
};

} // namespace isotherm
