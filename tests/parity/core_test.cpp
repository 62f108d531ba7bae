/// How the CUDA kernels of packs divide a grid into core, shell and single cells: arithmetic, tested without a GPU.

#include <gtest/gtest.h>

#include <vector>

#include "kernels/stencil/cuda/core.hpp"

namespace isotherm::cuda {
namespace {

template <class Real>
Sweep<Real> sweep(std::array<index_t, 3> n, int order) {
    Sweep<Real> s;
    const index_t pitch = (n[0] + 15) / 16 * 16;
    s.in = {nullptr, {n[0], n[1], n[2]}, pitch, pitch * n[1]};
    s.out = {nullptr, {n[0], n[1], n[2]}, pitch, pitch * n[1]};
    s.dim = n[2] > 1 ? 3 : n[1] > 1 ? 2 : 1;
    s.order = order;
    return s;
}

/// Counts how often core, shell and single cells cover each cell; the core must keep its distance from y and z ends.
template <class Real>
void expect_each_cell_once(const Sweep<Real>& s, bool walls) {
    constexpr int width = 16 / static_cast<int>(sizeof(Real));
    const Core core = core_of(s, walls);
    const index_t* n = s.in.n;
    std::vector<int> count(static_cast<std::size_t>(s.in.cells()));
    const auto cover = [&](index_t i, index_t j, index_t k) {
        ASSERT_TRUE(i >= 0 && i < n[0] && j >= 0 && j < n[1] && k >= 0 && k < n[2]) << i << ' ' << j << ' ' << k;
        ++count[static_cast<std::size_t>(i + n[0] * (j + n[1] * k))];
    };
    ASSERT_EQ(core.lo[0] % width, 0);
    ASSERT_EQ(core.n(0) % width, 0);
    for (index_t k = core.lo[2]; k < core.hi[2]; ++k)
        for (index_t j = core.lo[1]; j < core.hi[1]; ++j)
            for (index_t i = core.lo[0]; i < core.hi[0]; ++i) cover(i, j, k);
    for (index_t p = 0; p < shell_packs(core, n, width); ++p) {
        const CellPlace at = shell_place(core, n, width, p);
        for (int q = 0; q < width; ++q) cover(at.i + q, at.j, at.k);
    }
    for (index_t c = 0; c < single_cells(core, n); ++c) {
        const CellPlace at = single_place(core, n, c);
        cover(at.i, at.j, at.k);
    }
    for (const int c : count) ASSERT_EQ(c, 1);
    const index_t layers = s.layers();
    for (int axis = 1; axis < s.dim; ++axis)
        ASSERT_TRUE(core.n(axis) == 0 || (core.lo[axis] >= layers && core.hi[axis] + layers <= n[axis]));
}

TEST(Core, core_shell_and_single_cells_cover_every_cell_exactly_once) {
    for (const int order : {2, 4, 6})
        for (const bool periodic : {false, true})
            for (const index_t varying : {0, 1}) // an x wall that varies over its face is left to single cells
                for (const index_t nx : {1, 2, 3, 4, 8, 13, 16, 31, 127, 128, 129, 132, 136, 260, 515})
                    for (const auto& rest :
                         std::vector<std::array<index_t, 2>>{{1, 1}, {2, 1}, {7, 1}, {3, 2}, {9, 8}}) {
                        SCOPED_TRACE(testing::Message()
                                     << nx << 'x' << rest[0] << 'x' << rest[1] << " order " << order);
                        Sweep<float> f = sweep<float>({nx, rest[0], rest[1]}, order);
                        Sweep<double> d = sweep<double>({nx, rest[0], rest[1]}, order);
                        for (int side = 0; side < 2; ++side) {
                            f.walls[side].periodic = d.walls[side].periodic = periodic;
                            f.walls[side].cell_stride = d.walls[side].cell_stride = varying;
                        }
                        for (const bool walls : {false, true}) {
                            expect_each_cell_once(f, walls);
                            expect_each_cell_once(d, walls);
                        }
                    }
}

TEST(Core, no_lane_needs_cells_on_both_sides_of_its_pack) {
    for (const int order : {2, 4, 6})
        for (index_t nx = 1; nx < 700; ++nx) {
            const Sweep<double> s = sweep<double>({nx, 9, 9}, order);
            const Core core = core_of(s, true);
            const index_t last = core.n(0) / 2 % 32;
            EXPECT_TRUE(last == 0 || last >= 2 * lanes_of_line(order / 2, 2)) << nx;
        }
}

TEST(Core, uniform_and_periodic_x_walls_belong_to_the_core_where_packs_fit) {
    Sweep<float> s = sweep<float>({512, 16, 16}, 2);
    EXPECT_EQ(core_of(s, true).n(0), 512);
    EXPECT_EQ(core_of(s, false).n(0), 504);
    s.walls[1].cell_stride = 1;
    EXPECT_EQ(core_of(s, true).n(0), 508);
    s.walls[0].periodic = s.walls[1].periodic = true;
    EXPECT_EQ(core_of(s, true).n(0), 512);
}

} // namespace
} // namespace isotherm::cuda
