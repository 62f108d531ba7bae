#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "kernels/profiles/domain.hpp"

namespace isotherm {

/// A separable mode, T = offset + amplitude * prod_d X_d(x_d) exp(-alpha k_d^2 t), with per axis, x from the
/// lower wall and L the domain's length:
///
///     sine          sin(m pi x / L)            fixed temperature on both walls
///     cosine        cos(m pi x / L)            insulated on both
///     quarter       sin((m - 1/2) pi x / L)    fixed below, insulated above
///     periodic      sin(2 m pi x / L)          periodic
///     uniform       1
///
/// Carslaw and Jaeger, Conduction of Heat in Solids (1959), section 3.3. Exact for every t.
struct SineMode {
    enum class Wave { sine, cosine, quarter, periodic, uniform };
    static constexpr const char* wave_names[] = {"sine", "cosine", "quarter", "periodic", "uniform"};

    double amplitude = 1;                ///< [temperature]
    double offset = 0;                   ///< [temperature]
    std::array<double, 3> mode{1, 1, 1}; ///< m per axis, a whole number
    std::array<Wave, 3> wave{Wave::sine, Wave::sine, Wave::sine};

    /// k_d [1/m].
    [[nodiscard]] static double wave_number(Wave wave, double mode, double length) {
        const double k = std::numbers::pi * mode / length;
        switch (wave) {
        case Wave::sine:
        case Wave::cosine: return k;
        case Wave::quarter: return std::numbers::pi * (mode - 0.5) / length;
        case Wave::periodic: return 2 * k;
        case Wave::uniform: break;
        }
        return 0;
    }

    [[nodiscard]] double part(int d, double x, double t, const Domain& domain) const {
        const double k = wave_number(wave[d], mode[d], domain.size[d]), phase = k * (x - domain.lower[d]);
        const double shape = wave[d] == Wave::uniform  ? 1.0
                             : wave[d] == Wave::cosine ? std::cos(phase)
                                                       : std::sin(phase);
        return shape * std::exp(-domain.diffusivity * k * k * t);
    }
    [[nodiscard]] double join(const std::array<double, 3>& parts, int dim) const {
        double shape = amplitude;
        for (int d = 0; d < dim; ++d) shape *= parts[d];
        return offset + shape;
    }
    bool operator==(const SineMode&) const = default;
};

} // namespace isotherm
