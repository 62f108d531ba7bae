/// What a run knows of itself: step limits, rate of change, balances, wall values at the right time.

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/base/error.hpp"
#include "tests/unit/dense.hpp"
#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

TEST(RateOfChange, IsTheLargestOfAllCellsOverTheRangeOfTheData) {
    Dice dice;
    CaseSpec spec = plain_case({7, 5, 3}, {0.7, 0.6, 0.5}, 0.2);
    spec.initial = ExpressionText{"2*x"};
    spec.walls[0] = DirichletWall{-3.0};
    spec.walls[1] = ConvectionWall{0.4, 5.0};
    spec.stop.steady = 1e-8;
    Assembly run(spec, cpu_device(1));
    const std::vector<double> T = dice.field(run.grid(), 0, 1);
    set_all(run, T);
    DenseProblem plain{{}, 0.2, 0.2, 2};
    using Kind = DenseWall::Kind;
    plain.axes.push_back(
        {7, 0.1, {Kind::fixed, [](double) { return -3.0; }, 0}, {Kind::film, [](double) { return 5.0; }, 0.4}});
    plain.axes.push_back({5, 0.12, {}, {}});
    plain.axes.push_back({3, 0.5 / 3, {}, {}});
    double largest = 0;
    for (const double r : plain.rate(T, 0)) largest = std::max(largest, std::abs(r));
    EXPECT_NEAR(run.relative_rate(), largest / 8.0, 1e-11 * largest); // data from -3 to 5
    EXPECT_EQ(temperatures(run), T);                                  // looking changes nothing
    for (const double heat : run.diagnostics().heat) EXPECT_EQ(heat, 0);
}

TEST(RateOfChange, LookingAtItDoesNotChangeARunWhoseWallsVary) {
    for (const NamedWall& wall : varying_walls())
        for (const std::string& integrator : all_integrators()) {
            CaseSpec spec = plain_case({7, 5, 3}, {0.7, 0.6, 0.5}, 0.2);
            spec.walls[0] = spec.walls[3] = wall.wall;
            spec.time.integrator = integrator;
            Assembly quiet(spec, cpu_device(1)), watched(spec, cpu_device(1));
            const double dt = 0.3 * quiet.schedule().dt_max();
            quiet.advance({0, 9 * dt, 9, 0, 9});
            for (const index_t from : {0, 3, 6}) {
                watched.advance({0, 9 * dt, 9, from, 3});
                (void)watched.relative_rate();
            }
            ASSERT_EQ(temperatures(quiet), temperatures(watched)) << wall.name << ", " << integrator;
            ASSERT_EQ(quiet.diagnostics().heat, watched.diagnostics().heat) << wall.name << ", " << integrator;
        }
}

TEST(RateOfChange, IsAbsoluteWhereTheDataHaveNoRange) {
    CaseSpec spec = plain_case({4}, {0.4}, 0.2);
    spec.material = {0.2, true, 2.0, 10.0};
    spec.initial = 7.0;
    spec.walls[0] = NeumannWall{NeumannWall::Given::flux, 3.0};
    spec.stop.steady = 1e-8;
    EXPECT_NEAR(Assembly(spec, cpu_device(1)).relative_rate(), 3.0 / (10.0 * 0.1), 1e-12);
}

TEST(Steps, AnExplicitStepAboveTheStabilityLimitIsRefusedWithTheLimit) {
    CaseSpec spec = plain_case({10}, {1}, 1.0);
    spec.time.step = 0.00501;
    try {
        const Assembly run(spec, cpu_device(1));
        FAIL() << "accepted";
    } catch (const UsageError& e) {
        EXPECT_NE(std::string(e.what()).find("0.005"), std::string::npos) << e.what();
    }
    spec.time.step = 0.004999;
    EXPECT_EQ(Assembly(spec, cpu_device(1)).facts().dt_max, 0.004999);
}

TEST(Steps, TheAutomaticStepIsSafetyTimesThePositivityLimit) {
    CaseSpec spec = plain_case({10}, {1}, 1.0);
    spec.time.safety = 0.7;
    EXPECT_NEAR(Assembly(spec, cpu_device(1)).facts().dt_max, 0.7 * 0.005, 1e-15);
    spec.walls[0] = DirichletWall{0.0};
    EXPECT_NEAR(Assembly(spec, cpu_device(1)).facts().dt_max, 0.7 * 0.005 * 2 / 3, 1e-15);
    spec.time.end = 1e-5; // no step is longer than the run
    EXPECT_EQ(Assembly(spec, cpu_device(1)).facts().dt_max, 1e-5);
}

TEST(Steps, ATimeStepIsShortenedToHitTheEndExactly) {
    CaseSpec spec = plain_case({10}, {1}, 1.0);
    spec.time.step = 0.003;
    spec.time.end = 0.01;
    Assembly run(spec, cpu_device(1));
    run_to_end(run);
    EXPECT_EQ(run.clock().step, 4);
    EXPECT_EQ(run.clock().time, 0.01);
}

/// One cell between walls at T(t): each Euler step of length dt adds 4 alpha dt / h^2 (T(t_j) - T).
double one_cell_by_hand(index_t steps, double dt, const std::function<double(double)>& wall) {
    double T = 0;
    for (index_t j = 0; j < steps; ++j)
        T += 4 * dt *
             (wall(static_cast<double>(j) / static_cast<double>(steps) * (dt * static_cast<double>(steps))) - T);
    return T;
}

TEST(WallValues, AreTakenAtTheBeginningOfEveryStepHoweverLongTheSegment) {
    for (const bool in_space : {false, true}) { // a batch of wall rows is shorter than this segment
        CaseSpec spec = plain_case({1}, {1}, 1.0);
        const WallSpec wall = DirichletWall{expression(in_space ? "sin(3*t)+0*x" : "sin(3*t)")};
        spec.walls[0] = spec.walls[1] = wall;
        Assembly run(spec, cpu_device(1));
        run_steps(run, 10000, 1e-3);
        EXPECT_NEAR(temperatures(run)[0], one_cell_by_hand(10000, 1e-3, [](double t) { return std::sin(3 * t); }),
                    1e-13);
    }
}

TEST(WallValues, OfALargeFaceThatVariesInTimeAndPlaceAreEachCellsOwn) {
    CaseSpec spec = plain_case({2, 50, 40}, {0.2, 1, 1}, 1.0); // 2000 cells of a face: evaluated by several threads
    spec.walls[0] = DirichletWall{expression("y+10*z+100*t")};
    Assembly run(spec, cpu_device(2));
    set_all(run, std::vector<double>(4000, 0.0));
    const double dt = 1e-5;
    run_steps(run, 1, dt);
    set_all(run, std::vector<double>(4000, 0.0));
    run_steps(run, 1, dt); // from zero again, with the walls of t = dt
    const std::vector<double> T = temperatures(run);
    for (index_t k = 0; k < 40; ++k)
        for (index_t j = 0; j < 50; ++j) {
            const double y = (static_cast<double>(j) + 0.5) / 50, z = (static_cast<double>(k) + 0.5) / 40;
            ASSERT_NEAR(T[static_cast<std::size_t>(2 * (j + 50 * k))], 2 * dt / 0.01 * (y + 10 * z + 100 * dt), 1e-15);
            ASSERT_EQ(T[static_cast<std::size_t>(2 * (j + 50 * k) + 1)], 0);
        }
}

TEST(WallValues, ANegativeFilmIsAnError) {
    CaseSpec spec = plain_case({4}, {1}, 1.0);
    spec.walls[0] = ConvectionWall{expression("1-t"), 0.0};
    spec.time.end = 2;
    Assembly run(spec, cpu_device(1));
    EXPECT_THROW(run_to_end(run), NumericsError);
}

TEST(WallValues, ATableIsFollowedThroughItsKinks) {
    CaseSpec spec = plain_case({1}, {1}, 0.01); // kappa = 0.01
    spec.walls[0] = NeumannWall{NeumannWall::Given::flux, TimeTable{{{0, 0}, {1, 2}, {3, 2}, {3.5, 0}}}};
    spec.time.end = 4;
    spec.time.step = 1e-3;
    Assembly run(spec, cpu_device(1));
    run_to_end(run);
    EXPECT_NEAR(run.diagnostics().heat[0], 1 + 4 + 0.5, 2e-3); // first order in time: half a step of each ramp
}

TEST(Balance, ANewFieldStartsItAnew) {
    CaseSpec spec = plain_case({8}, {1}, 1.0);
    spec.walls[0] = DirichletWall{1.0};
    Assembly run(spec, cpu_device(1));
    run_steps(run, 10, 1e-3);
    EXPECT_GT(run.diagnostics().heat[0], 0);
    set_all(run, std::vector<double>(8, 0.5));
    EXPECT_EQ(run.diagnostics().stored_heat, 0);
    EXPECT_EQ(run.diagnostics().heat[0], 0);
    EXPECT_EQ(run.diagnostics().residual(), 0);
}

TEST(Diagnostics, AreTrueTemperaturesInBothPrecisions) {
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        CaseSpec spec = plain_case({10}, {1}, 1.0);
        spec.compute.precision = precision;
        spec.initial = ExpressionText{"300+x"};
        const Assembly run(spec, cpu_device(1));
        EXPECT_NEAR(run.diagnostics().T_min, 300.05, 1e-6);
        EXPECT_NEAR(run.diagnostics().T_max, 300.95, 1e-6);
        EXPECT_NEAR(run.diagnostics().T_mean, 300.5, 1e-6);
    }
}

TEST(Ghost, IsWhatTheWallMakesOfTheCell) {
    CaseSpec spec = plain_case({4, 3}, {1, 1}, 1.0);
    spec.walls[0] = DirichletWall{expression("10*y+t")};
    spec.walls[3] = NeumannWall{NeumannWall::Given::gradient, 2.0};
    Assembly run(spec, cpu_device(1));
    run_steps(run, 1, 1e-3);
    EXPECT_NEAR(run.ghost_temperature(0, {0, 2, 0}, 7.0), 2 * (10 * 2.5 / 3 + 1e-3) - 7, 1e-13);
    EXPECT_NEAR(run.ghost_temperature(3, {1, 2, 0}, 7.0), 7 + 2.0 / 3, 1e-14);
    EXPECT_EQ(run.ghost_temperature(1, {3, 0, 0}, 7.0), 7.0);
}

} // namespace
} // namespace isotherm::test
