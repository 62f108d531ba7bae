#pragma once

#include <array>
#include <cmath>

#include "kernels/profiles/domain.hpp"

namespace isotherm {

/// A spreading Gaussian in free space of `dim` dimensions,
///
///     T = offset + amplitude * prod_d (1 + 2 alpha t / s_d^2)^(-1/2) exp(-(x_d - c_d)^2 / (2 (s_d^2 + 2 alpha t)))
///
/// Carslaw and Jaeger (1959), section 10.3 (instantaneous source, started from a finite width). Exact while the walls
/// are far away.
struct Gaussian {
    double amplitude = 1;                 ///< [temperature] at the centre at t = 0
    double offset = 0;                    ///< [temperature] far away
    std::array<double, 3> centre{};       ///< [m]
    std::array<double, 3> sigma{1, 1, 1}; ///< [m] standard deviation per axis at t = 0

    [[nodiscard]] double part(int d, double x, double t, const Domain& domain) const {
        const double s2 = sigma[d] * sigma[d], spread = s2 + 2 * domain.diffusivity * t, r = x - centre[d];
        return std::sqrt(s2 / spread) * std::exp(-r * r / (2 * spread));
    }
    [[nodiscard]] double join(const std::array<double, 3>& parts, int dim) const {
        double shape = amplitude;
        for (int d = 0; d < dim; ++d) shape *= parts[d];
        return offset + shape;
    }
    bool operator==(const Gaussian&) const = default;
};

} // namespace isotherm
