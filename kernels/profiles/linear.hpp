#pragma once

#include <array>

#include "kernels/profiles/domain.hpp"

namespace isotherm {

/// T = value + sum_d gradient_d (x_d - lower_d): the steady state between walls that fit it.
struct Linear {
    double value = 0;                 ///< [temperature] at the domain's lower corner
    std::array<double, 3> gradient{}; ///< [K/m]

    [[nodiscard]] double part(int d, double x, double /*t*/, const Domain& domain) const {
        return gradient[d] * (x - domain.lower[d]);
    }
    [[nodiscard]] double join(const std::array<double, 3>& parts, int dim) const {
        double T = value;
        for (int d = 0; d < dim; ++d) T += parts[d];
        return T;
    }
    bool operator==(const Linear&) const = default;
};

} // namespace isotherm
