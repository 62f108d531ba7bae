#pragma once

/// Series of the NAFEMS benchmarks T3 and T4 (NAFEMS, The Standard NAFEMS Benchmarks, TNSB rev. 3, 1990), whose targets
/// are 36.60 and 18.25 degC.

#include <cmath>
#include <numbers>
#include <vector>

namespace isotherm::validate {

/// T3: a plate 0 <= x <= L from T = 0 with T(0) = 0, T(L) = 100 sin(omega t). Separation of variables:
///
///     T = (x / L) g(t) + sum_n b_n(t) sin(n pi x / L),    g = 100 sin(omega t), lambda_n = alpha (n pi / L)^2,
///     b_n = 100 c_n omega (lambda_n cos(omega t) + omega sin(omega t) - lambda_n exp(-lambda_n t)) / (lambda_n^2 +
///     omega^2), c_n = 2 (-1)^n / (n pi).
struct NafemsT3 {
    double L = 0.1, conductivity = 35, density = 7200, specific_heat = 440.5, omega = std::numbers::pi / 40;

    [[nodiscard]] double diffusivity() const { return conductivity / (density * specific_heat); }

    double operator()(double x, double t) const {
        constexpr double pi = std::numbers::pi;
        double T = x / L * 100 * std::sin(omega * t);
        for (int n = 1; n <= 2000; ++n) { // the coefficients fall as n^-3
            const double lambda = diffusivity() * n * n * pi * pi / (L * L);
            const double c = (n % 2 == 0 ? 2.0 : -2.0) / (n * pi);
            T += 100 * c * omega *
                 (lambda * std::cos(omega * t) + omega * std::sin(omega * t) - lambda * std::exp(-lambda * t)) /
                 (lambda * lambda + omega * omega) * std::sin(n * pi * x / L);
        }
        return T;
    }
};

/// T4, steady: 0 <= x <= W insulated at 0 and convection to 0 at W; 0 <= y <= H at 100 below and convection to 0 above.
///
///     T = sum_m C_m cos(beta_m x) Y_m(y),    beta_m tan(beta_m W) = h / kappa = r,
///     C_m = 100 (sin(beta W) / beta) / (W / 2 + sin(2 beta W) / (4 beta)),
///     Y_m = (beta cosh(beta (H - y)) + r sinh(beta (H - y))) / (beta cosh(beta H) + r sinh(beta H)).
class NafemsT4 {
public:
    static constexpr double W = 0.6, H = 1.0, conductivity = 52, h = 750, r = h / conductivity;

    NafemsT4() {
        constexpr double pi = std::numbers::pi;
        for (int m = 0; m < 6000; ++m) {
            double lo = m * pi / W, hi = (m + 0.5) * pi / W;
            for (int i = 0; i < 80; ++i) {
                const double b = 0.5 * (lo + hi);
                const bool beyond = (b * std::sin(b * W) > r * std::cos(b * W)) == (m % 2 == 0);
                (beyond ? hi : lo) = b;
            }
            beta_.push_back(0.5 * (lo + hi));
        }
    }

    double operator()(double x, double y) const {
        double T = 0;
        for (const double b : beta_) {
            if (b * y > 45) break;
            const double C = 100 * (std::sin(b * W) / b) / (W / 2 + std::sin(2 * b * W) / (4 * b));
            const double up = b + r, down = b - r; // cosh and sinh by exponentials that cannot overflow
            T += C * std::cos(b * x) * std::exp(-b * y) * (up + down * std::exp(-2 * b * (H - y))) /
                 (up + down * std::exp(-2 * b * H));
        }
        return T;
    }

private:
    std::vector<double> beta_;
};

} // namespace isotherm::validate
