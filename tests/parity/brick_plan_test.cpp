/// How a kernel that stays shares out a grid: every pack to one block, no more blocks than there is room for.

#include <random>

#include <gtest/gtest.h>

#include "kernels/stencil/cuda/resident_plan.hpp"

namespace isotherm::cuda {
namespace {

TEST(BrickPlan, bricks_cover_the_grid_with_none_empty_and_have_room_all_at_a_time) {
    std::mt19937 random(7);
    for (int draw = 0; draw < 400; ++draw) {
        const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
        const auto side = [&] { return below(3) == 0 ? 1U : 1U + below(200); };
        const unsigned all[3] = {side(), side(), side()}, slots = 1 + below(150);
        const BrickPlan plan = plan_bricks(all, slots, 512);
        SCOPED_TRACE(testing::Message() << all[0] << " x " << all[1] << " x " << all[2] << ", " << slots << " slots");
        EXPECT_LE(plan.blocks(), slots);
        for (int d = 0; d < 3; ++d) {
            EXPECT_EQ(plan.all[d], all[d]);
            EXPECT_GE(plan.n[d] * plan.bricks[d], all[d]);
            EXPECT_LT(plan.n[d] * (plan.bricks[d] - 1), all[d]);
        }
    }
}

TEST(BrickPlan, a_cube_is_shared_out_evenly_in_bricks_that_are_not_flat) {
    const BrickPlan plan = plan_bricks({32, 128, 128}, 132, 512);
    EXPECT_EQ(plan.n[0], 32U); // whole rows
    EXPECT_GE(plan.blocks(), 120U);
    EXPECT_LE(std::max(plan.n[1], plan.n[2]), 4 * std::min(plan.n[1], plan.n[2]));
}

TEST(BrickPlan, a_line_is_cut_along_itself) {
    const BrickPlan plan = plan_bricks({100000, 1, 1}, 132, 512);
    EXPECT_GE(plan.blocks(), 120U);
}

} // namespace
} // namespace isotherm::cuda
