/// How the CUDA kernels cut a sweep into blocks: arithmetic on the host, tested without a GPU.

#include <gtest/gtest.h>

#include "kernels/stencil/cuda/plan.hpp"

namespace isotherm::cuda {
namespace {

Sweep<float> sweep(int dim, index_t nx, index_t ny, index_t nz, int order = 2) {
    Sweep<float> s;
    s.in = {nullptr, {nx, ny, nz}, (nx + 15) / 16 * 16, (nx + 15) / 16 * 16 * ny};
    s.out = {nullptr, {nx, ny, nz}, s.in.pitch, s.in.plane};
    s.dim = dim;
    s.order = order;
    return s;
}

TEST(LaunchPlan, tiles_cover_the_grid_with_none_to_spare) {
    const TileShape tile{64, 4, 1};
    const TilePlan plan = plan_tiles(sweep(3, 129, 8, 5), tile, 256);
    EXPECT_EQ(plan.tiles_x, 3u);
    EXPECT_EQ(plan.tiles_y, 2u);
    EXPECT_EQ(plan.tiles, 30u);
    EXPECT_EQ(plan.face_blocks, 0u);
    EXPECT_EQ(plan.blocks(), 30);
}

TEST(LaunchPlan, axes_above_65535_tiles_need_no_second_launch_dimension) {
    EXPECT_EQ(plan_tiles(sweep(3, 1, 1, 5'000'000), {64, 4, 1}, 256).blocks(), 5'000'000);
    EXPECT_EQ(plan_tiles(sweep(2, 2, 5'000'000, 1), {64, 4, 1}, 256).blocks(), 1'250'000);
}

TEST(LaunchPlan, a_grid_of_too_many_tiles_is_refused_before_anything_is_launched) {
    EXPECT_THROW(plan_tiles(sweep(3, 1, 4, index_t{1} << 32), {64, 4, 1}, 256), UsageError);
}

TEST(LaunchPlan, chunks_of_a_march_cover_every_plane_exactly_once) {
    for (const index_t slots : {1, 7, 132, 264, 528})
        for (const index_t planes : {1, 2, 3, 31, 127, 512, 1000})
            for (const index_t columns : {1, 8, 64, 1000}) {
                const index_t chunk = best_chunk(planes, columns, slots, 2), pieces = ceil_div(planes, chunk);
                EXPECT_GE(chunk, 1);
                EXPECT_GE(pieces * chunk, planes);
                EXPECT_LT((pieces - 1) * chunk, planes);
            }
}

TEST(LaunchPlan, a_march_fills_the_gpu_in_one_wave_where_the_grid_allows_it) {
    // 512^3 in columns of 128 x 32 cells: 64 columns; 264 blocks at a time take 4 chunks of 128 planes
    EXPECT_EQ(best_chunk(512, 64, 264, 2), 128);
    // twice as many columns as slots: whole columns, nothing read twice
    EXPECT_EQ(best_chunk(512, 528, 264, 2), 512);
}

TEST(LaunchPlan, walls_whose_heat_is_booked_get_blocks_of_their_own) {
    Sweep<float> s = sweep(3, 100, 20, 10);
    double heat = 0;
    s.walls[side_of(0, true)].heat = &heat;  // 20 * 10 cells
    s.walls[side_of(2, false)].heat = &heat; // 100 * 20 cells
    s.walls[side_of(1, false)].heat = &heat;
    s.walls[side_of(1, false)].periodic = true;
    EXPECT_EQ(booked_cells(s, side_of(0, true)), 200);
    EXPECT_EQ(booked_cells(s, side_of(2, false)), 2000);
    EXPECT_EQ(booked_cells(s, side_of(1, false)), 0);
    EXPECT_EQ(booked_cells(s, side_of(1, true)), 0);
    EXPECT_EQ(plan_tiles(s, {64, 4, 1}, 64).face_blocks, 1u + 8u); // 64 threads take 256 cells
}

TEST(LaunchPlan, packs_of_16_bytes_need_rows_that_lie_on_them) {
    alignas(16) float memory[64] = {};
    Sweep<float> s = sweep(2, 13, 2, 1);
    s.in.data = memory, s.out.data = memory + 32;
    EXPECT_TRUE(rows_are_aligned(s));
    s.in.pitch = s.out.pitch = 14;
    EXPECT_FALSE(rows_are_aligned(s));
    s.in.pitch = s.out.pitch = 16;
    s.in.data = memory + 1;
    EXPECT_FALSE(rows_are_aligned(s));
}

} // namespace
} // namespace isotherm::cuda
