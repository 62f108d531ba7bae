#pragma once

#include <array>

#include "kernels/profiles/domain.hpp"

namespace isotherm {

/// T = value + sum_d gradient_d (x_d - lower_d): the steady state between walls that fit it.
struct Linear {
    double value = 0;                 ///< [temperature] at the domain's lower corner
    std::array<double, 3> gradient{}; ///< [K/m]

    double operator()(const std::array<double, 3>& x, double /*t*/, const Domain& domain) const {
        double T = value;
        for (int d = 0; d < domain.dim; ++d) T += gradient[d] * (x[d] - domain.lower[d]);
        return T;
    }
    bool operator==(const Linear&) const = default;
};

} // namespace isotherm
