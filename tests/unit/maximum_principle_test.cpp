/// With the automatic step, Euler at order 2 never leaves the hull of its initial and wall data: the step counts a wall
/// by its half cell, so that the weight of a cell beside three cold walls stays positive too.

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

CaseSpec rough_case(const std::vector<index_t>& n, const std::array<WallSpec, 6>& walls) {
    CaseSpec spec = plain_case(n, std::vector<double>(n.size(), 1.0), 1.0);
    for (std::size_t d = 0; d < n.size(); ++d) spec.grid.spacing[d] = 0.1 * (1 + 0.4 * static_cast<double>(d));
    spec.walls = walls;
    spec.time.safety = 1.0; // the limit itself
    spec.time.end = 1e6;
    return spec;
}

/// Steps and checks after each that everything lies in [lo, hi] up to round-off.
void expect_hull(Assembly& run, double lo, double hi, index_t steps, const std::string& what) {
    for (index_t step = 0; step < steps; ++step) {
        run_steps(run, 1, run.schedule().dt_max());
        const std::vector<double> T = temperatures(run);
        const auto [least, most] = std::minmax_element(T.begin(), T.end());
        ASSERT_GE(*least, lo - 1e-12 * (hi - lo)) << what << ", step " << step;
        ASSERT_LE(*most, hi + 1e-12 * (hi - lo)) << what << ", step " << step;
    }
}

const std::vector<std::vector<index_t>> grids{{1},       {2},       {3},       {9},       {1, 1},    {2, 1},
                                              {2, 2},    {5, 2},    {7, 6},    {1, 1, 1}, {1, 1, 2}, {2, 1, 3},
                                              {2, 2, 2}, {1, 4, 1}, {5, 4, 3}, {6, 1, 2}};

TEST(MaximumPrinciple, AHotCellInTheCornerOfColdWallsCoolsWithoutUndershoot) {
    for (const auto& n : grids) {
        std::array<WallSpec, 6> walls;
        walls.fill(DirichletWall{0.0});
        Assembly run(rough_case(n, walls), cpu_device(1));
        for (const index_t last : {index_t{0}, run.grid().cells() - 1}) {
            std::vector<double> T(static_cast<std::size_t>(run.grid().cells()), 0.0);
            T[static_cast<std::size_t>(last)] = 1000.0;
            set_all(run, T);
            expect_hull(run, 0, 1000, 8, testing::PrintToString(n));
        }
    }
}

TEST(MaximumPrinciple, RandomFieldsStayInTheHullOfTheirDataWithEveryWall) {
    Dice dice;
    std::vector<NamedWall> walls{
        {"insulated", InsulatedWall{}},
        {"dirichlet 0", DirichletWall{0.0}},
        {"dirichlet 1", DirichletWall{1.0}},
        {"dirichlet(t)", DirichletWall{expression("0.5+0.5*sin(100*t)")}},
        {"dirichlet(x)", DirichletWall{expression("abs(sin(9*x+8*y+7*z))")}},
        {"weak film", ConvectionWall{0.5, 0.0}},
        {"strong film", ConvectionWall{1e5, 1.0}},
        {"film(t)", ConvectionWall{expression("500*sin(60*t)^2"), TimeTable{{{0, 0}, {1, 1}}}}},
        {"film table", ConvectionWall{TimeTable{{{0, 0}, {0.01, 1e4}, {0.02, 0}}}, 1.0}}};
    for (int draw = 0; draw < 400; ++draw) {
        const std::vector<index_t>& n = dice.one_of(grids);
        std::array<WallSpec, 6> chosen;
        std::string what = testing::PrintToString(n) + " ";
        for (std::size_t side = 0; side < 6; ++side) {
            const NamedWall& wall = dice.one_of(walls);
            chosen[side] = wall.wall;
            what += wall.name + " ";
        }
        if (draw % 5 == 0) chosen[0] = chosen[1] = PeriodicWall{};
        Assembly run(rough_case(n, chosen), cpu_device(1));
        std::vector<double> T = dice.field(run.grid(), 0, 1);
        for (double& v : T) v = std::round(v); // 0 or 1: as rough as can be
        set_all(run, T);
        ASSERT_NO_FATAL_FAILURE(expect_hull(run, 0, 1, 25, what));
    }
}

TEST(MaximumPrinciple, TheAutomaticStepIsTwoThirdsOfTheSpectralOneBesideThreeFixedWalls) {
    std::array<WallSpec, 6> walls;
    walls.fill(DirichletWall{0.0});
    CaseSpec spec = rough_case({8, 8, 8}, walls);
    const Grid grid(spec.grid);
    const StepLimits cold = step_limits(spec, grid, WallTables(spec, grid), 2.0);
    EXPECT_NEAR(cold.positivity / cold.spectral, 2.0 / 3, 1e-14);
    spec.walls.fill(InsulatedWall{});
    const StepLimits closed = step_limits(spec, grid, WallTables(spec, grid), 2.0);
    EXPECT_NEAR(closed.positivity / closed.spectral, 1, 1e-14);
}

TEST(MaximumPrinciple, TheStepKnowsTheStrongestFilmThatIsToCome) {
    const auto largest_w = [](const ConvectionWall& film) {
        CaseSpec spec = rough_case({4}, {});
        spec.material.conductivity = 1.0; // cells of 0.1 m: w = 2 h d / (h d + 2 kappa)
        spec.walls = {film, InsulatedWall{}};
        return WallTables(spec, Grid(spec.grid)).largest_w(0, 1.0);
    };
    const TimeTable ramp{{{0, 0}, {1, 1}}};
    EXPECT_NEAR(largest_w({20.0, 0.0}), 1.0, 1e-15);
    EXPECT_NEAR(largest_w({20.0, expression("sin(t)")}), 1.0, 1e-15);
    EXPECT_NEAR(largest_w({20.0, ramp}), 1.0, 1e-15);
    EXPECT_NEAR(largest_w({TimeTable{{{0, 0}, {0.5, 20}, {2, 1}}}, 0.0}), 1.0, 1e-15);
    EXPECT_NEAR(largest_w({TimeTable{{{0, 0}, {2, 40}}}, 0.0}), 1.0, 1e-15); // at the end of the run
    EXPECT_EQ(largest_w({expression("1e6*sin(pi*t)^2"), 0.0}), 2.0);
    EXPECT_EQ(largest_w({expression("1e6*sin(pi*t)^2"), ramp}), 2.0); // zero at both rows of the other value's table
}

TEST(MaximumPrinciple, AStepAboveTheAutomaticOneDoesUndershoot) {
    std::array<WallSpec, 6> walls;
    walls.fill(DirichletWall{0.0});
    Assembly run(rough_case({4, 4, 4}, walls), cpu_device(1));
    std::vector<double> T(64, 0.0);
    T[0] = 1;
    set_all(run, T);
    run_steps(run, 1, 1.02 * run.schedule().dt_max());
    EXPECT_LT(temperatures(run)[0], -0.01); // so the limit is not merely cautious
}

} // namespace
} // namespace isotherm::test
