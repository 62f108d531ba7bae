#pragma once

#include <cstddef>
#include <type_traits>

#include "kernels/base/division.hpp"
#include "kernels/boundary/wall_row.hpp"

namespace isotherm {

/// CODATA 2018 [W/(m^2 K^4)].
inline constexpr double stefan_boltzmann = 5.670374419e-8;

/// Most Newton steps for the wall's temperature: quadratic near the root, a factor of 3/4 a step far above it, so that
/// a wall may end 5,000 times colder than its cell.
inline constexpr int radiation_newton_steps = 32;

/// Whether a comparison of numbers holds, or one of vectors in all lanes.
template <class Comparison>
ISO_HD bool holds_for_all(const Comparison& c) {
    if constexpr (std::is_integral_v<Comparison>) {
        return c != 0;
    } else {
        bool all = true;
        for (std::size_t lane = 0; lane < sizeof c / sizeof c[0]; ++lane) all = all & (c[lane] != 0);
        return all;
    }
}

/// A grey wall: -kappa dT/dn = emissivity sigma (T_w^4 - ambient^4), n out of the domain, T_w the temperature of the
/// wall itself. The half cell d/2 conducts what the wall radiates,
///
///     f(T_w) = emissivity sigma (T_w^4 - ambient^4) + 2 kappa/d (T_w - T) = 0,
///
/// solved by at most so many Newton steps from the higher of T and ambient: f is convex and the root is not above that,
/// so they come down to it one by one (from below the first would leap far beyond). The row is the linearisation: s = 2
/// (T_w - T) is the gain itself and w its slope. Second order in d (the cell's own T in T^4 is first order).
/// Temperatures in kelvin.
struct Radiation {
    double emissivity_sigma; ///< [W/(m^2 K^4)] >= 0
    double ambient;          ///< [K]

    /// T_w, `conductance` is 2 kappa/d [W/(m^2 K)], `T` of the cell; of one cell, or of several in a vector.
    template <class Number>
    ISO_HD Number wall_temperature(double conductance, Number T) const {
        const double a2 = ambient * ambient;
        const Number surroundings = T - T + ambient; // of a vector: in all lanes
        Number T_w = T > surroundings ? T : surroundings, before = T_w;
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
        for (int left = radiation_newton_steps; left > 0; --left) {
            const Number w2 = T_w * T_w, slope = 4 * emissivity_sigma * w2 * T_w;
            const Number f = emissivity_sigma * ((w2 - a2) * (w2 + a2)) + conductance * (T_w - T);
            const Number next = T_w - quotient<Number>(f, slope + conductance), half = 0.5 * T_w;
            const Number inside = next > 0.0 ? next : half;
            const auto still = next == T_w, swings = inside == before; // every further step would be this one, or back
            if (holds_for_all(still | swings)) {
                if (left % 2 == 1) T_w = still ? T_w : inside;
                break;
            }
            before = T_w;
            T_w = still ? T_w : inside;
        }
        return T_w;
    }

    /// `T` of the cell [K]; `T_field` the same in the field's own offset.
    template <class Real>
    ISO_HD WallRow<Real> row(double conductance, double T, Real T_field) const {
        const double T_w = wall_temperature(conductance, T), slope = 4 * emissivity_sigma * (T_w * T_w) * T_w;
        return {static_cast<Real>(2 * slope / (slope + conductance)), T_field, static_cast<Real>(2 * (T_w - T))};
    }
};

/// What a radiating wall adds to a cell of temperature T, from the parameters in its row (WallView); `kelvin` added to
/// T gives kelvin. Never -0, like the sum that a row makes.
template <class Real>
ISO_HD Real radiation_gain(const WallRow<Real>& row, Real T, double kelvin) {
    const Radiation law{-static_cast<double>(row.w), static_cast<double>(row.T_ref)};
    const double cell = kelvin + static_cast<double>(T);
    return static_cast<Real>(2 * (law.wall_temperature(static_cast<double>(row.s), cell) - cell)) + Real(0);
}

/// The same as a call, so that kernels stay small that hardly need it.
template <class Real>
ISO_HD_CALL Real call_radiation_gain(const WallRow<Real> row, Real T, double kelvin) {
    return radiation_gain(row, T, kelvin);
}

} // namespace isotherm
