/// How fused passes cut the grid: every cell is stored once, no tile reaches out of a walled grid, and what is stored
/// is not stale. Arithmetic on the host, tested without a GPU.

#include <algorithm>
#include <array>
#include <random>

#include <gtest/gtest.h>

#include "kernels/stencil/cuda/temporal_rows_plan.hpp"
#include "kernels/stencil/cuda/temporal_schedule.hpp"

namespace isotherm::cuda {
namespace {

TEST(TemporalPlan, every_cell_of_an_axis_is_stored_by_one_tile_and_is_not_stale) {
    for (const bool periodic : {false, true})
        for (const auto& [tile, halo] : {std::pair{64, 4}, {128, 4}, {40, 4}, {32, 4}})
            for (index_t n = tile; n < 9 * tile; n += 1 + n / 150) {
                const AxisTiles axis{n, tile, halo, periodic};
                index_t next = 0;
                for (index_t m = 0; m < axis.count(); ++m) {
                    SCOPED_TRACE(testing::Message() << n << " cells, tile " << tile << ", number " << m);
                    const TileSpan t = axis.span(m);
                    EXPECT_EQ(t.own_begin, next);
                    EXPECT_GT(t.own_end, t.own_begin);
                    next = t.own_end;
                    EXPECT_EQ(t.low_wall, !periodic && m == 0);
                    EXPECT_EQ(t.high_wall, !periodic && m + 1 == axis.count());
                    EXPECT_GE(t.own_begin, t.origin + (t.low_wall ? 0 : halo));
                    EXPECT_LE(t.own_end, t.origin + tile - (t.high_wall ? 0 : halo));
                    if (periodic) continue;
                    EXPECT_GE(t.origin, 0);
                    EXPECT_LE(t.origin + tile, n);
                    if (t.high_wall) {
                        EXPECT_EQ(t.origin + tile, n);
                    }
                }
                EXPECT_EQ(next, n);
            }
}

TEST(TemporalPlan, chunks_store_every_plane_once_and_read_what_they_need) {
    constexpr int reach = 4;
    for (const auto& [steps, layers] : {std::pair{4, 1}, {2, 2}})
        for (const bool periodic : {false, true})
            for (const index_t nz : {4, 5, 9, 31, 100})
                for (index_t chunk = 1; chunk <= nz; ++chunk) {
                    index_t next = 0;
                    for (index_t m = 0; m * chunk < nz; ++m) {
                        const index_t end = std::min(nz, (m + 1) * chunk);
                        const ChunkSpan c = chunk_span(nz, m * chunk, end, steps, layers, periodic);
                        EXPECT_EQ(c.begin, next);
                        next = c.end;
                        EXPECT_EQ(c.first, periodic ? c.begin - reach : std::max<index_t>(c.begin - reach, 0));
                        EXPECT_EQ(c.last, periodic ? c.end + reach : std::min(c.end + reach, nz));
                        EXPECT_EQ(c.low_wall, !periodic && c.begin < reach);
                        EXPECT_EQ(c.high_wall, !periodic && c.end + reach > nz);
                        // stage t of iteration i advances plane i - (t + 1) layers: the last stage must meet every
                        // stored plane, and the first stage the first plane whose neighbours are there
                        EXPECT_EQ(c.iterations_end - 1 - steps * layers, c.end - 1);
                        EXPECT_EQ(c.iteration - layers, c.low_wall ? 0 : c.first + layers);
                    }
                    EXPECT_EQ(next, nz);
                }
}

TEST(TemporalPlan, chunks_become_shorter_by_a_third_and_fill_the_grid) {
    for (const index_t nz : {4, 9, 100, 512, 4001})
        for (unsigned count = 2; count <= std::min<index_t>(nz, Chunks::most_tapered); ++count) {
            const Chunks z = tapered_chunks(nz, count);
            EXPECT_EQ(z.begin(0), 0);
            EXPECT_EQ(z.begin(count), nz);
            EXPECT_EQ(z.length, z.begin(1));
            for (unsigned c = 0; c < count; ++c) {
                const index_t length = z.begin(c + 1) - z.begin(c);
                EXPECT_GE(length, 1);
                if (c > 0 && nz >= 100) {
                    EXPECT_NEAR(static_cast<double>(length),
                                2.0 / 3.0 * static_cast<double>(z.begin(c) - z.begin(c - 1)), 1.7)
                        << nz << " planes in " << count;
                }
            }
        }
    const Chunks equal = equal_chunks(100, 30);
    EXPECT_EQ(equal.count, 4U);
    EXPECT_EQ(equal.begin(3), 90);
    EXPECT_EQ(equal.begin(4), 100);
}

constexpr PlaneTimes some_times{1.0, 1.4, 1.2};

/// Expects that the blocks of a plan store every plane of every column once.
void expect_all_once(const TemporalPlan& plan) {
    std::vector<std::vector<bool>> planes(plan.columns(),
                                          std::vector<bool>(static_cast<std::size_t>(plan.z.planes), false));
    for (index_t block = 0; block < plan.blocks(); ++block) {
        const BlockPlace place = block_place(plan, static_cast<unsigned>(block));
        ASSERT_LT(place.x, plan.tiles_x);
        ASSERT_LT(place.y, plan.tiles_y);
        ASSERT_LT(place.begin, place.end);
        ASSERT_LE(place.end, plan.z.planes);
        for (index_t k = place.begin; k < place.end; ++k) {
            std::vector<bool>::reference plane = planes[place.x + place.y * plan.tiles_x][static_cast<std::size_t>(k)];
            ASSERT_FALSE(plane) << "stored twice";
            plane = true;
        }
    }
    for (const auto& column : planes)
        for (const bool stored : column) ASSERT_TRUE(stored);
}

TEST(TemporalPlan, blocks_store_every_plane_of_every_tile_once) {
    std::mt19937 random(5);
    for (int draw = 0; draw < 200; ++draw) {
        Sweep<float> s;
        for (index_t& n : s.in.n) n = 64 + random() % 400;
        for (int axis = 0; axis < 3; ++axis) s.walls[2 * axis].periodic = s.walls[2 * axis + 1].periodic = random() % 2;
        constexpr TemporalShape shape = Shape<4, 16, 8, 4, 3>::value;
        const index_t slots = 1 + random() % 200;
        for (const TemporalPlan& plan : plan_temporal(s, shape, slots, some_times)) {
            SCOPED_TRACE(testing::Message() << "draw " << draw << ", " << slots << " slots, chunks " << plan.z.length
                                            << " * " << plan.z.count);
            expect_all_once(plan);
            if (HasFatalFailure()) return;
        }
    }
}

TEST(TemporalPlan, tiles_take_longer_at_walls_and_at_seams_of_packs) {
    Sweep<float> s;
    s.in.n[0] = s.in.n[1] = 300, s.in.n[2] = 100;
    constexpr TemporalShape shape = Shape<4, 16, 8, 4, 3>::value;
    const auto factor = [&](unsigned x, unsigned y) {
        return plane_factor(plan_chunks(s, shape, equal_chunks(100, 100)), x, y, 4, some_times);
    };
    EXPECT_EQ(factor(1, 1), 1.0);
    EXPECT_EQ(factor(0, 1), 1.4);
    EXPECT_EQ(factor(1, 0), 1.2);
    EXPECT_EQ(factor(0, 0), 1.4);
    for (int side = 0; side < 4; ++side) s.walls[side].periodic = true;
    EXPECT_EQ(factor(0, 0), 1.0);
    s.in.n[0] = 301; // no multiple of four cells
    EXPECT_EQ(factor(0, 0), 1.4);
}

TEST(TemporalPlan, what_takes_longest_is_not_started_last) {
    Sweep<float> s;
    s.in.n[0] = 300, s.in.n[1] = 500, s.in.n[2] = 100;
    for (const bool x_periodic : {false, true})
        for (const bool y_periodic : {false, true}) {
            s.walls[0].periodic = s.walls[1].periodic = x_periodic;
            s.walls[2].periodic = s.walls[3].periodic = y_periodic;
            const TemporalPlan plan = plan_chunks(s, Shape<4, 16, 8, 4, 3>::value, equal_chunks(100, 50));
            bool x_before = true, wall_before = true;
            for (auto block = static_cast<unsigned>(plan.columns()); block < plan.blocks(); ++block) {
                const BlockPlace place = block_place(plan, block);
                const TileSpan x = plan.x.span(place.x), y = plan.y.span(place.y);
                const bool at_x = x.low_wall || x.high_wall, wall = at_x || y.low_wall || y.high_wall;
                EXPECT_TRUE(x_before || !at_x);
                EXPECT_TRUE(wall_before || !wall);
                x_before = at_x, wall_before = wall;
            }
        }
}

TEST(TemporalPlan, wide_tiles_are_preferred_where_not_all_tiles_of_a_plane_run_at_a_time) {
    const auto quickest = [](index_t n) {
        Sweep<float> s;
        s.in.n[0] = s.in.n[1] = s.in.n[2] = n;
        const auto us = [&]<class... Shapes>(ShapeList<Shapes...>) {
            return std::array{
                pass_us(plan_temporal(s, Shapes::value, 132, Shapes::times)[0], 4, 4, 132, Shapes::times)...};
        };
        const auto all = us(TemporalTable<float, 2, false>::Shapes{});
        return std::min_element(all.begin(), all.end()) - all.begin();
    };
    EXPECT_EQ(quickest(448), 0);  // 64 x 64: 1002 Gcell/s against 834
    EXPECT_EQ(quickest(512), 0);  // 1062 against 918
    EXPECT_EQ(quickest(1024), 1); // 128 x 32: 1120 against 910
}

TEST(TemporalPlan, no_multiprocessor_is_idle_for_long) {
    Sweep<float> s;
    constexpr TemporalShape shape = Shape<4, 16, 8, 4, 3>::value;
    for (const index_t n : {448, 500, 512, 640, 768, 1024, 1536}) {
        s.in.n[0] = s.in.n[1] = s.in.n[2] = n;
        const auto cost = [&](const TemporalPlan& plan) { return plan_cost(plan, shape.steps, 4, 132, some_times); };
        const auto plans = plan_temporal(s, shape, 132, some_times);
        for (std::size_t other = 1; other < plans.size(); ++other) {
            EXPECT_TRUE(plans[other].z.length != plans[0].z.length || plans[other].z.count != plans[0].z.count) << n;
            EXPECT_GE(cost(plans[other]), cost(plans[0])) << n;
            EXPECT_LT(cost(plans[other]), 1.08 * cost(plans[0])) << n;
        }
        const auto tapered = std::find_if(plans.begin(), plans.end(), [](const auto& plan) { return plan.z.tapered; });
        ASSERT_NE(tapered, plans.end()) << n;
        double columns = 0;
        for (unsigned tile = 0; tile < plans[0].columns(); ++tile)
            columns += plane_factor(plans[0], tile % plans[0].tiles_x, tile / plans[0].tiles_x, 4, some_times);
        EXPECT_LT(cost(*tapered), 1.2 * static_cast<double>(n) * columns / 132) << n;
    }
}

TEST(TemporalPlan, pieces_of_strips_store_every_row_once_and_are_shorter_at_x_walls) {
    std::mt19937 random(6);
    for (int draw = 0; draw < 200; ++draw) {
        Sweep<float> s;
        s.in.n[0] = 256 + random() % 2000, s.in.n[1] = 64 + random() % 3000;
        s.walls[0].periodic = s.walls[1].periodic = random() % 2;
        const RowsShape shape = first_of_rows(2);
        const RowsPlan plan =
            random() % 2 ? plan_rows(s, shape, 1 + random() % 2000) : plan_pieces(s, shape, 1 + random() % 3000);
        const auto rows = static_cast<std::size_t>(s.in.n[1]);
        std::vector<std::vector<bool>> stored(plan.strips, std::vector<bool>(rows, false));
        for (unsigned number = 0; number < plan.tasks; ++number) {
            const RowsTask task = rows_task(plan, number);
            ASSERT_LT(task.strip, plan.strips);
            const TileSpan x = plan.x.span(task.strip);
            if (x.low_wall || x.high_wall) {
                EXPECT_LE(task.chunk, plan.chunk);
            }
            const RowsSpan y = rows_span(static_cast<int>(s.in.n[1]), static_cast<int>(task.chunk),
                                         static_cast<int>(task.piece), 8, s.walls[2].periodic);
            for (int j = y.begin; j < y.end; ++j) {
                std::vector<bool>::reference row = stored[task.strip][static_cast<std::size_t>(j)];
                ASSERT_FALSE(row) << "stored twice";
                row = true;
            }
        }
        for (const auto& strip : stored)
            for (const bool row : strip) ASSERT_TRUE(row);
    }
}

TEST(TemporalPlan, strips_at_x_walls_end_with_the_others) {
    Sweep<float> s;
    const RowsShape shape = first_of_rows(2);
    for (const index_t n : {4096, 8192, 16384}) {
        s.in.n[0] = s.in.n[1] = n;
        const index_t slots = 132 * 8;
        const RowsPlan plan = plan_rows(s, shape, slots);
        const double inner = static_cast<double>(plan.chunk) + 16,
                     at_wall = strip_at_wall * (static_cast<double>(plan.chunk_at_wall) + 16);
        EXPECT_LT(std::max(inner, at_wall) / std::min(inner, at_wall), 1.25) << n;
        const double work = static_cast<double>(n) * (plan.strips - 2 + 2 * strip_at_wall) / static_cast<double>(slots);
        const double waves = static_cast<double>(ceil_div(plan.tasks, slots));
        EXPECT_LT(waves * std::max(inner, at_wall), 1.45 * work) << n;
    }
}

} // namespace
} // namespace isotherm::cuda
