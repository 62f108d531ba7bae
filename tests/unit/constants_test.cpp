/// A constant field between walls that allow it stays the same to the last bit: every second difference of equal
/// values is exactly zero, and a wall whose temperature equals the cell's adds exactly nothing.

#include <gtest/gtest.h>

#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

/// Walls that leave the temperature c alone.
std::vector<NamedWall> walls_that_keep(double c) {
    using Given = NeumannWall::Given;
    return {{"insulated", InsulatedWall{}},
            {"dirichlet", DirichletWall{c}},
            {"convection", ConvectionWall{3.7, c}},
            {"strong convection", ConvectionWall{1e6, c}},
            {"flux 0", NeumannWall{Given::flux, 0.0}},
            {"power 0", NeumannWall{Given::power, 0.0}},
            {"gradient 0", NeumannWall{Given::gradient, 0.0}},
            {"dirichlet table", DirichletWall{TimeTable{{{0, c}, {1e-3, c}, {2, c}}}}},
            {"convection table", ConvectionWall{TimeTable{{{0, 1.0}, {1, 7.0}}}, c}}};
}

/// Cells of 0.1 m, or three different spacings.
CaseSpec small_case(int dim, bool equal_spacing) {
    const std::vector<index_t> n{9, 7, 8};
    CaseSpec spec =
        plain_case({n.begin(), n.begin() + dim}, std::vector<double>(static_cast<std::size_t>(dim), 1.0), 0.3);
    for (std::size_t d = 0; d < static_cast<std::size_t>(dim); ++d)
        spec.grid.spacing[d] = equal_spacing ? 0.1 : 0.1 * (1 + 0.37 * static_cast<double>(d));
    return spec;
}

/// Random walls that keep c on every side; returns their names.
std::string draw_walls(CaseSpec& spec, double c, Dice& dice) {
    const std::vector<NamedWall> walls = walls_that_keep(c);
    std::string names;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(spec.grid.dim); ++axis) {
        const bool periodic = dice.whole(0, 4) == 0;
        for (std::size_t side = 2 * axis; side < 2 * axis + 2; ++side) {
            const NamedWall& wall = dice.one_of(walls);
            spec.walls[side] = periodic ? WallSpec{PeriodicWall{}} : wall.wall;
            names += (periodic ? "periodic" : wall.name) + " ";
        }
    }
    return names;
}

/// Whether all cells of `T` hold the same bits as `before`.
bool unchanged(const std::vector<double>& before, const std::vector<double>& T) { return before == T; }

TEST(Constants, StayTheSameBitsForEveryOrderIntegratorSpacingAndPrecision) {
    Dice dice;
    for (const int dim : {1, 2, 3})
        for (const int order : all_orders)
            for (const std::string& integrator : all_integrators())
                for (const bool equal : {true, false})
                    for (const Precision precision : {Precision::fp32, Precision::fp64})
                        for (int draw = 0; draw < 16; ++draw) {
                            const double c = dice.between(-1, 1) * std::pow(10, dice.between(-3, 4));
                            CaseSpec spec = small_case(dim, equal);
                            spec.order = order;
                            spec.time.integrator = integrator;
                            spec.compute.precision = precision;
                            spec.compute.reference = draw % 2 == 0 ? 0.0 : 1.0; // else fp32 would hold c as 0
                            spec.initial = c;
                            const std::string walls = draw_walls(spec, c, dice);
                            Assembly run(spec, cpu_device(1));
                            const std::vector<double> before = temperatures(run);
                            run_steps(run, 5, run.schedule().dt_max());
                            ASSERT_TRUE(unchanged(before, temperatures(run)))
                                << c << " moved: " << dim << "-D, order " << order << ", " << integrator
                                << (equal ? ", equal" : ", unequal") << " spacing, " << name_of(precision) << ": "
                                << walls;
                        }
}

TEST(Constants, StayTheSameBitsBetweenEveryPairOfWalls) {
    Dice dice;
    const double c = dice.between(1, 1000);
    for (const NamedWall& lo : walls_that_keep(c))
        for (const NamedWall& hi : walls_that_keep(c))
            for (const std::size_t axis : {0, 1, 2}) {
                CaseSpec spec = small_case(3, false);
                spec.initial = c;
                spec.walls[2 * axis] = lo.wall;
                spec.walls[2 * axis + 1] = hi.wall;
                Assembly run(spec, cpu_device(1));
                run_steps(run, 3, run.schedule().dt_max());
                for (const double T : temperatures(run))
                    ASSERT_EQ(T, c) << lo.name << " | " << hi.name << ", axis " << axis;
                EXPECT_EQ(run.diagnostics().stored_heat, 0.0);
                for (const double heat : run.diagnostics().heat) EXPECT_EQ(heat, 0.0);
            }
}

TEST(Constants, TheReferenceOfSinglePrecisionIsTheConstantItself) {
    CaseSpec spec = small_case(3, true);
    spec.compute.precision = Precision::fp32;
    spec.initial = 293.15; // not a float
    spec.walls[0] = DirichletWall{293.15};
    Assembly run(spec, cpu_device(1));
    run_steps(run, 10, run.schedule().dt_max());
    for (const double T : temperatures(run)) ASSERT_EQ(T, 293.15);
}

} // namespace
} // namespace isotherm::test
