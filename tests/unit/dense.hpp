#pragma once

/// The scheme once more, written to be read: a dense matrix per axis, dT/dt = A T + b(t), and integrators in their
/// Butcher form. Shares no code with the kernels, walls or steppers.

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "kernels/base/view.hpp"

namespace isotherm::test {

using Vector = std::vector<double>;

/// A wall as its law says it, values as functions of t.
struct DenseWall {
    enum class Kind { periodic, fixed, flux, film } kind = Kind::flux;
    std::function<double(double)> value = [](double) { return 0.0; }; ///< temperature, flux [W/m^2], or ambient
    double h = 0;                                                     ///< [W/(m^2 K)] of a film
};

struct DenseAxis {
    index_t n = 1;
    double spacing = 1; ///< [m]
    DenseWall lo, hi;
};

/// dT/dt of a field on 1 to 3 axes (x fastest), order 2, 4 or 6.
struct DenseProblem {
    std::vector<DenseAxis> axes;
    double alpha = 1, kappa = 1;
    int order = 2;

    /// T at index p of a line of n cells, p possibly beyond a wall.
    double along(const DenseAxis& a, const std::function<double(index_t)>& line, index_t p, double t) const {
        if (p >= 0 && p < a.n) return line(p);
        const DenseWall& wall = p < 0 ? a.lo : a.hi;
        if (wall.kind == DenseWall::Kind::periodic) return line(((p % a.n) + a.n) % a.n);
        const index_t layer = p < 0 ? -1 - p : p - a.n;
        const double T = line(p < 0 ? layer : a.n - 1 - layer);
        const double d = static_cast<double>(2 * layer + 1) * a.spacing, value = wall.value(t);
        if (wall.kind == DenseWall::Kind::fixed) return 2 * value - T;
        if (wall.kind == DenseWall::Kind::flux) return T + value * d / kappa;
        // The heat through half the distance equals that through the film: kappa (Tw - T) / (d/2) = h (value - Tw).
        const double T_wall = (2 * kappa / d * T + wall.h * value) / (2 * kappa / d + wall.h);
        return 2 * T_wall - T;
    }

    Vector rate(const Vector& T, double t) const {
        static const std::vector<std::vector<double>> weights{
            {-2, 1}, {-5.0 / 2, 4.0 / 3, -1.0 / 12}, {-49.0 / 18, 3.0 / 2, -3.0 / 20, 1.0 / 90}};
        const std::vector<double>& w = weights[static_cast<std::size_t>(order / 2 - 1)];
        Vector dT(T.size(), 0.0);
        index_t stride = 1;
        for (const DenseAxis& a : axes) {
            for (index_t c = 0; c < static_cast<index_t>(T.size()); ++c) {
                const index_t at = c / stride % a.n;
                const auto line = [&](index_t p) { return T[static_cast<std::size_t>(c + (p - at) * stride)]; };
                double sum = w[0] * line(at);
                for (index_t m = 1; m <= order / 2; ++m)
                    sum += w[static_cast<std::size_t>(m)] * (along(a, line, at - m, t) + along(a, line, at + m, t));
                dT[static_cast<std::size_t>(c)] += alpha / (a.spacing * a.spacing) * sum;
            }
            stride *= a.n;
        }
        return dT;
    }
};

/// An explicit Runge-Kutta method as a Butcher table.
struct Butcher {
    std::vector<std::vector<double>> a;
    std::vector<double> b, c;
};

inline Butcher butcher_of(const std::string& integrator) {
    if (integrator == "euler") return {{{}}, {1}, {0}};
    if (integrator == "rk2") return {{{}, {1}}, {0.5, 0.5}, {0, 1}};
    if (integrator == "rk3") return {{{}, {1}, {0.25, 0.25}}, {1.0 / 6, 1.0 / 6, 2.0 / 3}, {0, 1, 0.5}};
    if (integrator == "rk4")
        return {{{}, {0.5}, {0, 0.5}, {0, 0, 1}}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}, {0, 0.5, 0.5, 1}};
    throw std::invalid_argument("no Butcher table of '" + integrator + "' in the tests: add it");
}

inline Vector plus(const Vector& a, double factor, const Vector& b) {
    Vector sum = a;
    for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += factor * b[c];
    return sum;
}

/// `steps` steps of length dt from t = 0.
inline Vector dense_steps(const DenseProblem& problem, const Butcher& method, Vector T, index_t steps, double dt) {
    for (index_t step = 0; step < steps; ++step) {
        const double t = static_cast<double>(step) * dt;
        std::vector<Vector> k;
        for (std::size_t s = 0; s < method.b.size(); ++s) {
            Vector stage = T;
            for (std::size_t j = 0; j < method.a[s].size(); ++j) stage = plus(stage, dt * method.a[s][j], k[j]);
            k.push_back(problem.rate(stage, t + method.c[s] * dt));
        }
        for (std::size_t s = 0; s < k.size(); ++s) T = plus(T, dt * method.b[s], k[s]);
    }
    return T;
}

} // namespace isotherm::test
