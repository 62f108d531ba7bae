#pragma once

#include "kernels/boundary/wall_row.hpp"

namespace isotherm {

/// CODATA 2018 [W/(m^2 K^4)].
inline constexpr double stefan_boltzmann = 5.670374419e-8;

/// Most Newton steps for the wall's temperature: quadratic near the root, a factor of 3/4 a step far above it.
inline constexpr int radiation_newton_steps = 16;

/// A grey wall: -kappa dT/dn = emissivity sigma (T_w^4 - ambient^4), n out of the domain, T_w the temperature of the
/// wall itself. The half cell d/2 conducts what the wall radiates,
///
///     f(T_w) = emissivity sigma (T_w^4 - ambient^4) + 2 kappa/d (T_w - T) = 0,
///
/// solved by at most so many Newton steps from the cell's T; f is convex, so from the second step on they come from
/// above. The row is the linearisation: s = 2 (T_w - T) is the gain itself and w its slope. Second order in d
/// (the cell's own T in T^4 is first order). Temperatures in kelvin.
struct Radiation {
    double emissivity_sigma; ///< [W/(m^2 K^4)] >= 0
    double ambient;          ///< [K]

    /// `conductance` is 2 kappa/d [W/(m^2 K)], `T` of the cell [K]; `T_field` the same in the field's own offset.
    template <class Real>
    ISO_HD WallRow<Real> row(double conductance, double T, Real T_field) const {
        const double a2 = ambient * ambient;
        double T_w = T, slope = 0;
        for (int step = 0; step < radiation_newton_steps; ++step) {
            const double w2 = T_w * T_w;
            slope = 4 * emissivity_sigma * w2 * T_w;
            const double f = emissivity_sigma * ((w2 - a2) * (w2 + a2)) + conductance * (T_w - T);
            const double next = T_w - f / (slope + conductance);
            if (next == T_w) break; // every further step would be this one
            T_w = next > 0 ? next : 0.5 * T_w;
        }
        return {static_cast<Real>(2 * slope / (slope + conductance)), T_field, static_cast<Real>(2 * (T_w - T))};
    }
};

} // namespace isotherm
