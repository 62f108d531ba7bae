#pragma once

/// Measured orders: the same problem on grids that halve the spacing, errors in three norms.

#include <functional>

#include "tests/unit/runs.hpp"

namespace isotherm::test {

using Errors = ErrorNorms;

/// Errors of a run at its end against exact(x, t).
inline Errors errors_of(const Assembly& run, const validate::ExactField& exact) {
    const double t = run.clock().time;
    return validate::norms_of(run.grid(), temperatures(run),
                              at_centres(run.grid(), [&](const auto& x) { return exact(x, t); }));
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
