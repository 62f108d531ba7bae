/// Every integrator of the table: its coefficients against the plain Butcher form, its stability limit, and what `auto`
/// means. Its measured order is in tests/convergence.

#include <gtest/gtest.h>

#include "kernels/base/error.hpp"
#include "tests/unit/dense.hpp"
#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

/// The factor of one step for dT/dt = lambda T: a polynomial in z = lambda dt, from the stages' own coefficients.
double factor(const Scheme& scheme, double z) {
    std::vector<double> buffer(static_cast<std::size_t>(scheme.buffers), 0.0);
    buffer[0] = 1;
    for (const Stage& s : scheme.stages) {
        const double in = buffer[static_cast<std::size_t>(s.in)];
        double out = in + s.b * z * in;
        for (const Stage::Term& t : s.terms) out += t.weight * (buffer[static_cast<std::size_t>(t.buffer)] - in);
        buffer[static_cast<std::size_t>(s.out)] = out;
    }
    return scheme.stages.size() == 1 ? buffer[1] : buffer[0];
}

TEST(Schemes, TheFactorOfAStepIsTheExponentialUpToTheOrder) {
    for (const Scheme& s : schemes()) {
        const double e1 = std::abs(factor(s, -0.02) - std::exp(-0.02)),
                     e2 = std::abs(factor(s, -0.01) - std::exp(-0.01));
        EXPECT_NEAR(std::log2(e1 / e2), s.order + 1, 0.05) << s.name;
    }
}

TEST(Schemes, TheStabilityLimitIsWhereTheFactorReachesOne) {
    for (const Scheme& s : schemes()) {
        EXPECT_NEAR(std::abs(factor(s, -s.real_axis)), 1, 1e-9) << s.name;
        EXPECT_GT(std::abs(factor(s, -1.01 * s.real_axis)), 1) << s.name;
        for (double z = 0.01; z < 1; z += 0.01)
            EXPECT_LT(std::abs(factor(s, -z * s.real_axis)), 1) << s.name << " at " << z;
    }
}

TEST(Schemes, HeatWeightsSumToOneAndStagesStartAtTheirButcherTimes) {
    for (const Scheme& s : schemes()) {
        const Butcher b = butcher_of(std::string(s.name));
        ASSERT_EQ(s.stages.size(), b.b.size()) << s.name;
        double sum = 0;
        for (std::size_t i = 0; i < s.stages.size(); ++i) {
            sum += s.stages[i].heat;
            EXPECT_EQ(s.stages[i].heat, b.b[i]) << s.name << " stage " << i;
            EXPECT_EQ(s.stages[i].c, b.c[i]) << s.name << " stage " << i;
            EXPECT_LE(static_cast<int>(s.stages[i].terms.size()), max_stage_terms);
            EXPECT_NE(s.stages[i].in, s.stages[i].out) << s.name << " stage " << i;
        }
        EXPECT_NEAR(sum, 1, 1e-15) << s.name;
    }
}

/// The checkerboard decays just below the stability limit; above it the case is refused.
TEST(Schemes, TheCheckerboardDecaysBelowTheLimitThatACaseMayNotPass) {
    for (const Scheme& s : schemes())
        for (const int order : all_orders) {
            CaseSpec spec = plain_case({8, 8, 8}, {0.8, 0.8, 0.8}, 0.3);
            spec.walls.fill(PeriodicWall{});
            spec.order = order;
            spec.time.integrator = std::string(s.name);
            const Grid grid(spec.grid);
            const double limit = step_limits(spec, grid, WallTables(spec, grid), s.real_axis).spectral;
            EXPECT_NEAR(limit, s.real_axis / (stencil_radius(order) * 0.3 * 3 / 0.01), 1e-14);
            spec.time.step = 0.99 * limit;
            Assembly run(spec, cpu_device(1));
            const std::vector<double> board = at_centres(grid, [](const auto& x) {
                return std::fmod(std::round((x[0] + x[1] + x[2]) / 0.1 - 1.5), 2.0) == 0 ? 1.0 : -1.0;
            });
            set_all(run, board);
            run_steps(run, 100, *spec.time.step);
            EXPECT_LT(std::abs(temperatures(run)[0]), 0.9) << s.name << ", order " << order;
            set_all(run, board);
            run_steps(run, 100, 1.01 * limit);
            EXPECT_GT(std::abs(temperatures(run)[0]), 1.5) << s.name << ", order " << order;
            spec.time.step = 1.01 * limit;
            EXPECT_THROW(Assembly(spec, cpu_device(1)), UsageError) << s.name << ", order " << order;
        }
}

TEST(Schemes, AutoPairsTheOrdersInSpaceAndTime) {
    EXPECT_EQ(find_scheme("auto", 2).name, "euler");
    EXPECT_EQ(find_scheme("auto", 4).name, "rk2");
    EXPECT_EQ(find_scheme("auto", 6).name, "rk3");
}

TEST(Schemes, AnUnknownNameIsAnsweredWithTheNamesThatThereAre) {
    try {
        (void)find_scheme("rk5", 2);
        FAIL() << "accepted";
    } catch (const UsageError& e) {
        for (const Scheme& s : schemes()) EXPECT_NE(std::string(e.what()).find(s.name), std::string::npos) << e.what();
    }
}

} // namespace
} // namespace isotherm::test
