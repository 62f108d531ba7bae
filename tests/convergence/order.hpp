#pragma once

/// Measured orders: the same problem on grids that halve the spacing, errors in three norms.

#include <functional>

#include "tests/unit/runs.hpp"

namespace isotherm::test {

struct Errors {
    double L1 = 0, L2 = 0, Linf = 0;
};

/// Errors of a run at its end against exact(x, t).
inline Errors errors_of(const Assembly& run, const std::function<double(const std::array<double, 3>&, double)>& exact) {
    const std::vector<double> T = temperatures(run);
    const double t = run.clock().time, n = static_cast<double>(T.size());
    const std::vector<double> E = at_centres(run.grid(), [&](const auto& x) { return exact(x, t); });
    Errors e;
    for (std::size_t c = 0; c < T.size(); ++c) {
        const double d = std::abs(T[c] - E[c]);
        e.L1 += d / n;
        e.L2 += d * d / n;
        e.Linf = std::max(e.Linf, d);
    }
    e.L2 = std::sqrt(e.L2);
    return e;
}

/// Runs on `finest` / 4, / 2 and `finest`; expects the order between the two finest to lie in [least, most] in all
/// norms.
inline void expect_order(const std::function<Errors(index_t)>& error, index_t finest, double least, double most,
                         const std::string& what) {
    const Errors a = error(finest / 4), b = error(finest / 2), c = error(finest);
    const auto check = [&](const char* norm, double e1, double e2, double e3) {
        const double order = std::log2(e2 / e3);
        EXPECT_TRUE(order >= least && order <= most)
            << what << ": order " << order << " in " << norm << "; errors " << e1 << ", " << e2 << ", " << e3;
    };
    check("L1", a.L1, b.L1, c.L1);
    check("L2", a.L2, b.L2, c.L2);
    check("Linf", a.Linf, b.Linf, c.Linf);
}

} // namespace isotherm::test
