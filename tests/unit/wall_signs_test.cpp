/// The signs of the case file: a flux is heat into the domain, a hot body in cold air cools, on each of the six sides
/// by itself; and heat enters on the side that the case names, nowhere else.

#include <gtest/gtest.h>

#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

/// A block of 100 degrees with one wall of interest.
CaseSpec hot_block(std::size_t side, const WallSpec& wall) {
    CaseSpec spec = plain_case({5, 6, 7}, {0.5, 0.9, 1.4}, 1e-2);
    spec.material = {1e-2, true, 2.0, 200.0};
    spec.initial = 100.0;
    spec.walls[side] = wall;
    return spec;
}

/// Checks that one step changed exactly the cells along `side`, all in the direction of `sign`.
void expect_only_that_side_moves(const WallSpec& wall, double sign, const char* what) {
    for (std::size_t side = 0; side < 6; ++side) {
        Assembly run(hot_block(side, wall), cpu_device(1));
        run_steps(run, 1, run.schedule().dt_max());
        const std::vector<double> T = temperatures(run);
        const Grid& g = run.grid();
        for (index_t c = 0; c < g.cells(); ++c) {
            const index_t at[3] = {c % g.n[0], c / g.n[0] % g.n[1], c / (g.n[0] * g.n[1])};
            const std::size_t axis = side / 2;
            const bool touches = at[axis] == (side % 2 == 1 ? g.n[axis] - 1 : 0);
            const double change = T[static_cast<std::size_t>(c)] - 100.0;
            ASSERT_TRUE(touches ? sign * change > 1e-6 : change == 0.0)
                << what << " on " << side_names[side] << ", cell " << c << " changed by " << change;
        }
        const Diagnostics& d = run.diagnostics();
        EXPECT_GT(sign * d.stored_heat, 0);
        EXPECT_GT(sign * d.power[side], 0) << what << " on " << side_names[side];
        for (std::size_t other = 0; other < 6; ++other)
            EXPECT_TRUE(other == side ? sign * d.heat[other] > 0 : d.heat[other] == 0)
                << what << " on " << side_names[side];
    }
}

TEST(WallSigns, AHotBodyInColdAirCoolsOnEverySide) {
    expect_only_that_side_moves(ConvectionWall{10.0, 20.0}, -1, "cold air");
}
TEST(WallSigns, HotAirHeatsOnEverySide) { expect_only_that_side_moves(ConvectionWall{10.0, 500.0}, 1, "hot air"); }
TEST(WallSigns, AColderWallCoolsOnEverySide) { expect_only_that_side_moves(DirichletWall{20.0}, -1, "cold wall"); }
TEST(WallSigns, AHotterWallHeatsOnEverySide) { expect_only_that_side_moves(DirichletWall{120.0}, 1, "hot wall"); }

TEST(WallSigns, APositiveFluxPowerOrGradientHeatsAndANegativeOneCools) {
    using Given = NeumannWall::Given;
    for (const Given given : {Given::flux, Given::power, Given::gradient}) {
        expect_only_that_side_moves(NeumannWall{given, 50.0}, 1, "heater");
        expect_only_that_side_moves(NeumannWall{given, -50.0}, -1, "cooler");
    }
}

TEST(WallSigns, FluxPowerAndGradientAreThreeWordsForOneHeat) {
    using Given = NeumannWall::Given;
    const double area[3] = {0.9 * 1.4, 0.5 * 1.4, 0.5 * 0.9};
    for (std::size_t side = 0; side < 6; ++side) {
        std::vector<double> heats;
        for (const auto& [given, value] :
             {std::pair{Given::flux, 60.0}, {Given::power, 60.0 * area[side / 2]}, {Given::gradient, 30.0}}) {
            Assembly run(hot_block(side, NeumannWall{given, value}), cpu_device(1));
            run_steps(run, 10, 0.1);
            heats.push_back(run.diagnostics().heat[side]);
        }
        EXPECT_NEAR(heats[0], 60.0 * area[side / 2], 1e-12);
        EXPECT_NEAR(heats[1], heats[0], 1e-12);
        EXPECT_NEAR(heats[2], heats[0], 1e-12);
    }
}

TEST(WallSigns, AnAbsentAxisCountsOneMetre) {
    CaseSpec rod = plain_case({10}, {0.5}, 1e-2);
    rod.material = {1e-2, true, 2.0, 200.0};
    rod.walls[1] = NeumannWall{NeumannWall::Given::power, 8.0};
    Assembly run(rod, cpu_device(1));
    run_steps(run, 10, 0.01);
    EXPECT_NEAR(run.diagnostics().heat[1], 0.8, 1e-13);
    EXPECT_NEAR(run.diagnostics().T_mean, 0.8 / (200 * 0.5), 1e-15);
}

TEST(WallSigns, ALumpedBodyCoolsByItsTimeConstant) {
    CaseSpec spec = plain_case({4}, {0.01}, 1.0); // Biot number 1e-5: the body is one temperature
    spec.material = {1.0, true, 1e5, 1e5};
    spec.initial = 100.0;
    spec.walls[0] = ConvectionWall{100.0, 0.0};
    spec.time.end = 1e-3;
    Assembly run(spec, cpu_device(1));
    run_to_end(run);
    EXPECT_NEAR(run.diagnostics().T_mean, 100 * std::exp(-100.0 * 1e-3 / (1e5 * 0.01)), 1e-6);
}

} // namespace
} // namespace isotherm::test
