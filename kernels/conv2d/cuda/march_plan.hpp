#pragma once

/// Which filters the marching kernels take, and how their weights are laid out for them. Host only, tested without a
/// GPU.

#include <algorithm>
#include <vector>

#include "kernels/conv2d/cuda/march.hpp"
#include "kernels/conv2d/variants.hpp"
#include "kernels/stencil/cuda/plan.hpp"

namespace isotherm::cuda {

/// How far a filter sees from the pixel it is summed around.
struct Reach {
    int low = 0, high = 0;
    [[nodiscard]] int most() const { return std::max(low, high); }
};

/// A filter laid out around a pixel in its middle. Under `valid` the anchor is 0: the output then stands `shift` pixels
/// before the pixel that it is summed around.
struct Centred {
    int anchor[2];
    int shift[2];
    int reach; ///< the farthest tap along either axis
};

inline Centred centred(int rows, int columns, const Padding (&padding)[2], const int (&anchor)[2]) {
    Centred c{};
    const int taps[2] = {columns, rows};
    for (int axis = 0; axis < 2; ++axis) {
        c.anchor[axis] = padding[axis] == Padding::valid ? taps[axis] / 2 : anchor[axis];
        c.shift[axis] = c.anchor[axis] - anchor[axis];
        c.reach = std::max(c.reach, Reach{c.anchor[axis], taps[axis] - 1 - c.anchor[axis]}.most());
    }
    return c;
}

/// The same, before the anchors are known: even filters may be turned either way.
inline int reach_of(const FilterTraits& t) { return std::max(t.rows, t.columns) / 2; }

/// weights (rows x columns, anchored at `at`) in the middle of a square of 2 reach + 1; zeros around them.
template <class Real>
void embed(const Real* weights, int rows, int columns, const int (&at)[2], int reach, Real* square) {
    const int size = 2 * reach + 1;
    std::fill(square, square + size * size, Real(0));
    for (int a = 0; a < rows; ++a)
        std::copy(weights + a * columns, weights + (a + 1) * columns,
                  square + (a + reach - at[1]) * size + reach - at[0]);
}

/// One axis of the same.
template <class Real>
void embed(const Real* weights, int count, int at, int reach, Real* line) {
    std::fill(line, line + 2 * reach + 1, Real(0));
    std::copy(weights, weights + count, line + reach - at);
}

/// The sizes that have a kernel of their own; a filter goes to the next larger one.
inline constexpr int direct_reaches[] = {1, 2, 3, 4, 7, 10, 15};
inline constexpr int separable_reaches[] = {1, 2, 3, 4, 5, 6, 8, 10, 12, 15};

/// The first of `reaches` that is at least `reach`, 0 where there is none.
template <std::size_t N>
constexpr int next_reach(const int (&reaches)[N], int reach) {
    for (const int r : reaches)
        if (r >= reach) return r;
    return 0;
}

/// What the marching kernels ask of a field besides: columns beyond it are found by one reflection, 32 bits count them
/// and rows.
inline bool columns_are_simple(const FilterTraits& t, int reach) {
    const index_t seen = t.padding[0] == Padding::mirror ? t.n[0] - 1 : t.n[0];
    return (reach <= seen || t.padding[0] == Padding::replicate || t.padding[0] == Padding::zero ||
            t.padding[0] == Padding::valid) &&
           t.n[0] < (index_t{1} << 30) && t.n[1] < (index_t{1} << 30);
}

/// Whether the one-pass kernels take it (else the block of any size does).
bool register_marches(const FilterTraits& traits);
bool separable_marches(const FilterTraits& traits);

/// A pack per thread: lanes that stand side by side read shared memory without conflicts.
template <class Real, int Reach>
using OnePack = MarchShape<Real, Reach, PixelPack<Real>::width>;

/// A thread's patch (patch.hpp) for a filter up to 9 a side, warps of a block, which lie one below the other and share
/// rows in the L1 cache, and blocks that a multiprocessor should hold.
struct PatchTuning {
    int rows, warps, blocks;
};
inline constexpr int largest_patch_reach = 4;
template <class Real>
constexpr PatchTuning patch_tuning(int reach) {
    constexpr PatchTuning fp32[] = {{4, 4, 8}, {4, 8, 4}, {8, 4, 6}, {8, 8, 3}};
    constexpr PatchTuning fp64[] = {{4, 4, 8}, {4, 4, 6}, {4, 4, 5}, {8, 4, 6}};
    return (sizeof(Real) == 4 ? fp32 : fp64)[reach - 1];
}

/// Rows of a march at most. Many short marches share the multiprocessors evenly and sweep memory in order; the rows
/// that a march loads beside its own count the more the larger the filter is.
constexpr int longest_march(int reach) { return reach <= 2 ? 8 : reach <= 4 ? 32 : 48; }

/// Cuts the field into strips of `span` columns and pieces of `rows` rows.
template <class Real>
MarchPlan plan_pieces(const FilterSetup<Real>& setup, const Centred& c, int span, int width, index_t rows) {
    const Filter<Real>& f = setup.filter;
    MarchPlan plan;
    plan.shift[0] = c.shift[0], plan.shift[1] = c.shift[1];
    plan.columns = column_map(f.padding[0], static_cast<int>(f.in.n[0]));
    plan.chunk = static_cast<int>(rows);
    const index_t strips = ceil_div(f.out.n[0] + c.shift[0] % width, span);
    const index_t tasks = strips * ceil_div(f.out.n[1], rows);
    if (tasks > most_blocks) throw UsageError("filter.method: the field needs too many blocks of GPU threads");
    plan.strips = static_cast<unsigned>(strips);
    plan.tasks = static_cast<unsigned>(tasks);
    return plan;
}

/// The same for marches on a device that holds `slots` warps at a time.
template <class Real>
MarchPlan plan_march(const FilterSetup<Real>& setup, const Centred& c, int reach, int span, int width, index_t slots) {
    const Filter<Real>& f = setup.filter;
    const index_t strips = ceil_div(f.out.n[0] + c.shift[0] % width, span);
    const index_t rows = best_chunk(f.out.n[1], strips, std::max<index_t>(slots, 1), 2 * reach);
    return plan_pieces(setup, c, span, width, std::min<index_t>(rows, longest_march(reach)));
}

/// The weights of a direct filter in the middle of the kernel's square.
template <class M, class Real>
auto direct_taps(const FilterSetup<Real>& setup, const Centred& c) {
    TapSet<Real, M::size * M::size> taps;
    embed(setup.weights, setup.filter.rows, setup.filter.columns, c.anchor, M::reach, taps.w);
    return taps;
}

} // namespace isotherm::cuda
