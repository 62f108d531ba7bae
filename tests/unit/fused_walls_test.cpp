/// Whatever the walls are, steps are fused and give the bits of single ones, also what the walls book.

#include <gtest/gtest.h>

#include "tests/unit/operator_steps.hpp"

namespace isotherm::test {
namespace {

/// Takes `steps` steps at once with the kernel that fuses, and one by one, each with its rows alone in the tables.
void expect_fused_as_single(const CaseSpec& spec, Dice& dice, const std::string& what) {
    Steps fused(spec, "temporal"), single(spec, "rows");
    const auto T = dice.field(fused.grid(), -1, 1);
    fused.start(T), single.start(T);
    const double dt = std::min(fused.dt(), 0.001);
    const index_t steps = dice.whole(2, 40);
    fused.advance(0, dt, steps);
    for (index_t step = 0; step < steps; ++step) single.advance(static_cast<double>(step) * dt, dt, 1);
    EXPECT_EQ(fused.temperatures(), single.temperatures()) << what;
    for (int side = 0; side < 2 * fused.grid().dim; ++side)
        EXPECT_EQ(fused.booked(side), single.booked(side)) << what << ": heat of " << side_names[side];
}

CaseSpec random_grid(Dice& dice, int dim, int order) {
    std::vector<index_t> cells;
    std::vector<double> size;
    for (int d = 0; d < dim; ++d) {
        cells.push_back(dice.whole(order / 2, dim == 1 ? 300 : dim == 2 ? 70 : 30));
        size.push_back(dice.whole(0, 1) == 0 ? 1.0 : 0.02 * static_cast<double>(cells.back()));
    }
    CaseSpec spec = plain_case(cells, size, 0.1);
    spec.order = order;
    spec.compute.precision = dice.whole(0, 1) == 0 ? Precision::fp32 : Precision::fp64;
    return spec;
}

TEST(FusedWalls, OfEveryKindGiveTheBitsOfSingleSteps) {
    Dice dice;
    for (int dim = 1; dim <= 3; ++dim)
        for (const int order : all_orders)
            for (int n = 0; n < 40 && !HasFailure(); ++n) {
                CaseSpec spec = random_grid(dice, dim, order);
                add_any_walls(spec, dice);
                expect_fused_as_single(spec, dice, fmt::format("{}-D order {} case {}", dim, order, n));
            }
}

TEST(FusedWalls, BesideMaterialsGiveTheBitsOfSingleSteps) {
    Dice dice;
    for (int dim = 1; dim <= 3; ++dim)
        for (int n = 0; n < 40 && !HasFailure(); ++n) {
            CaseSpec spec = random_grid(dice, dim, 2);
            spec.material = {0.1, true, 0.2, 2.0};
            if (n % 4 == 0) spec.material.kappa_of_place = {"0.2+0.1*sin(9*x)"}, spec.material.heat_of_place = {"2+x"};
            else {
                RegionSpec ball;
                ball.name = "ball";
                ball.shape = SphereShape{{0.3, dim > 1 ? 0.4 : 0.5, dim > 2 ? 0.3 : 0.5}, 0.3};
                ball.material = MaterialSpec{0.05, true, 0.05, 1.0};
                spec.regions = {ball};
            }
            add_any_walls(spec, dice);
            expect_fused_as_single(spec, dice, fmt::format("{}-D case {}", dim, n));
        }
}

TEST(FusedWalls, ThatRadiateOrVaryEverywhereLeaveTheCutsOfTheKernel) {
    Dice dice;
    CaseSpec plain = plain_case({256, 256, 256}, {1, 1, 1}, 0.1);
    const Steps insulated(plain, "temporal");
    ASSERT_FALSE(insulated.op().cuts().empty());
    CaseSpec spec = plain;
    spec.temperature_unit = "C";
    spec.walls[0] = RadiationWall{0.8, 0.3};
    spec.walls[3] = DirichletWall{expression("x*t")};
    spec.patches[4] = random_patches(dice);
    EXPECT_EQ(Steps(spec, "temporal").op().cuts().size(), insulated.op().cuts().size());
}

} // namespace
} // namespace isotherm::test
