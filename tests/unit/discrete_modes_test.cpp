/// The closed forms of the discrete modes have their published values; that runs follow them:
/// registry/validation_test.cpp.

#include <gtest/gtest.h>

#include "app/validate/exact/discrete_modes.hpp"
#include "solver/core/grid.hpp"
#include "solver/time/stepper.hpp"
#include "tests/unit/case_builder.hpp"

namespace isotherm::test {
namespace {

TEST(DiscreteModes, TheReferenceRunHasItsPublishedFactors) {
    const CaseSpec spec = plain_case({12, 10, 8}, {1, 0.7, 0.5}, 0.3);
    const Grid grid(spec.grid);
    double S = 0;
    for (const double h : grid.h) S += 1 / (h * h);
    const double dt = 0.9 / (2 * 0.3 * S);
    EXPECT_NEAR(dt, 0.0024831081081081083, 1e-17);
    const validate::WallPair on[3] = {validate::wall_pairs()[0], validate::wall_pairs()[1], validate::wall_pairs()[5]};
    const double published[3] = {-2.944008608624499, -8.937088245952634, -53.92548665569893};
    const double factor[3] = {0.9926897083535844, 0.9778082437135973, 0.8660971868515583};
    double lambda = 0;
    for (std::size_t d = 0; d < 3; ++d) {
        lambda += 0.3 / (grid.h[d] * grid.h[d]) * validate::symbol(2, on[d].angle(1, static_cast<double>(grid.n[d])));
        EXPECT_NEAR(lambda, published[d], 1e-12);
        EXPECT_NEAR(validate::amplification("euler", lambda * dt), factor[d], 1e-14);
    }
}

TEST(DiscreteModes, EveryIntegratorHasAnAmplificationFactor) {
    for (const Scheme& scheme : schemes())
        EXPECT_NEAR(validate::amplification(scheme.name, -0.01), std::exp(-0.01), 1e-4) << scheme.name;
}

} // namespace
} // namespace isotherm::test
