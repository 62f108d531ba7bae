#pragma once

/// Exact transient solutions of plates 0 <= x <= L and half spaces, named XIJ as in Cole, Beck, Haji-Sheikh and
/// Litkouhi, Heat Conduction Using Green's Functions (2011): 1 a prescribed temperature, 2 a flux, 3 convection, at x =
/// 0 (I) and x = L (J). L = kappa = alpha = 1, initial value 0, a unit step at x = 0; B = h L / kappa.

#include <cmath>
#include <functional>
#include <numbers>

namespace isotherm::validate {

inline constexpr double pi = std::numbers::pi;

inline double term_sum(double first, double t, double x, const std::function<double(double, double)>& term) {
    double sum = 0;
    for (int m = 1; m < 400; ++m) {
        const double beta = (m - first) * pi;
        if (beta * beta * t > 700) break;
        sum += term(beta, x) * std::exp(-beta * beta * t);
    }
    return sum;
}

inline double x11(double x, double t) {
    return 1 - x - 2 * term_sum(0, t, x, [](double b, double s) { return std::sin(b * s) / b; });
}
inline double x12(double x, double t) {
    return 1 - 2 * term_sum(0.5, t, x, [](double b, double s) { return std::sin(b * s) / b; });
}
inline double x21(double x, double t) {
    return 1 - x - 2 * term_sum(0.5, t, x, [](double b, double s) { return std::cos(b * s) / (b * b); });
}
inline double x22(double x, double t) {
    return t + 1.0 / 3 - x + x * x / 2 -
           2 * term_sum(0, t, x, [](double b, double s) { return std::cos(b * s) / (b * b); });
}

/// Both faces are held at 1 (code_aster V4.25.001, TTLL01, there on a plate of width 2 with faces at 100).
inline double x11_both(double x, double t) { return x11(x, t) + x11(1 - x, t); }

/// The root of f in (lo, hi), where it changes sign.
inline double root(double lo, double hi, const std::function<double(double)>& f) {
    const bool rising = f(hi) > 0;
    for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (lo + hi);
        ((f(middle) > 0) == rising ? hi : lo) = middle;
    }
    return 0.5 * (lo + hi);
}

/// sum over roots beta_m, one in each ((m - 1) pi + from, (m - 1) pi + from + pi / 2), of the plates with convection.
inline double film_sum(double B, double from, const std::function<double(double)>& equation, double t, double x,
                       const std::function<double(double, double)>& wave) {
    double sum = 0;
    for (int m = 1; m < 400; ++m) {
        const double lo = (m - 1) * pi + from, b = root(lo, lo + pi / 2, equation);
        if (b * b * t > 700) break;
        sum += (b * b + B * B) / (b * b + B * B + B) * wave(b, x) * std::exp(-b * b * t);
    }
    return sum;
}

inline double x23(double x, double t, double B) {
    const auto equation = [B](double b) { return b * std::sin(b) - B * std::cos(b); };
    return 1 + 1 / B - x -
           2 * film_sum(B, 0, equation, t, x, [](double b, double s) { return std::cos(b * s) / (b * b); });
}
inline double x13(double x, double t, double B) {
    const auto equation = [B](double b) { return b * std::cos(b) + B * std::sin(b); };
    return 1 - B * x / (1 + B) -
           2 * film_sum(B, pi / 2, equation, t, x, [](double b, double s) { return std::sin(b * s) / b; });
}

/// exp(z^2) erfc(z), safe for large z (continued fraction, Abramowitz and Stegun 7.1.14).
inline double erfcx(double z) {
    if (z < 5) return std::exp(z * z) * std::erfc(z);
    double tail = z;
    for (int n = 60; n > 0; --n) tail = z + n / 2.0 / tail;
    return 1 / (std::sqrt(pi) * tail);
}

/// A half space at 0 whose surface meets air at 1 (Carslaw and Jaeger 1959, section 2.7); H = h / kappa.
inline double half_space_convection(double x, double t, double H) {
    const double xi = x / std::sqrt(4 * t);
    return std::erfc(xi) - std::exp(-xi * xi) * erfcx(xi + H * std::sqrt(t));
}
/// A half space at 0 whose surface is held at 1.
inline double half_space_step(double x, double t) { return std::erfc(x / std::sqrt(4 * t)); }
/// A half space at 0 that a unit flux enters.
inline double half_space_flux(double x, double t) {
    const double xi = x / std::sqrt(4 * t);
    return 2 * std::sqrt(t / pi) * std::exp(-xi * xi) - x * std::erfc(xi);
}

} // namespace isotherm::validate
