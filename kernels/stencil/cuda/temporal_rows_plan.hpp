#pragma once

/// How several time steps per pass over a field of two axes are cut. A warp owns a strip of columns, `halo` more on
/// either side than it stores, and marches along y over a piece of rows; strips lie like the tiles of three axes
/// (temporal_plan.hpp), pieces overlap in the same way.

#include "kernels/stencil/cuda/temporal_plan.hpp"

namespace isotherm::cuda {

/// What is known of a kernel when it is compiled.
struct RowsShape {
    int steps;  ///< time steps per pass
    int packs;  ///< of 16 bytes, side by side in a thread
    int blocks; ///< that a multiprocessor should hold

    static constexpr int warps = 4; ///< of a block
    static constexpr int threads = 32 * warps;
    [[nodiscard]] ISO_HD constexpr int cells(int real_bytes) const {
        return packs * (16 / real_bytes);
    } ///< of a thread
    [[nodiscard]] ISO_HD constexpr int strip(int real_bytes) const { return 32 * cells(real_bytes); }
    /// The stale cells of a strip, in whole packs.
    [[nodiscard]] ISO_HD constexpr int halo(int real_bytes, int layers) const {
        const int width = 16 / real_bytes;
        return (steps * layers + width - 1) / width * width;
    }
};

/// The same as a type, for templates.
template <int Steps, int Packs, int Blocks>
struct Rows {
    static constexpr RowsShape value{Steps, Packs, Blocks};
};

/// The table of shapes, per order; the first is what was measured best, and the only one for unequal spacing. A level
/// takes 2 layers rows of registers: those of eight warps hold 8 or 4 levels of two packs, those of more one.
template <int Order>
struct RowsTable;
template <>
struct RowsTable<2> {
    using Shapes = ShapeList<Rows<8, 2, 2>, Rows<8, 1, 4>>;
};
template <>
struct RowsTable<4> {
    using Shapes = ShapeList<Rows<4, 2, 2>, Rows<4, 1, 3>>;
};
constexpr RowsShape first_of_rows(int order) {
    constexpr auto first = []<class First, class... Others>(ShapeList<First, Others...>) { return First::value; };
    return order == 2 ? first(RowsTable<2>::Shapes{}) : first(RowsTable<4>::Shapes{});
}

/// A launch: a task is a piece of a strip. Those of the strips at x walls come last, and are shorter by as much as they
/// take longer, so that all end together.
struct RowsPlan {
    AxisTiles x;
    unsigned strips = 1, tasks = 1;
    unsigned inner_tasks = 1;             ///< of strips that touch no x wall
    index_t chunk = 1, chunk_at_wall = 1; ///< rows of a piece
};

/// What a strip at an x wall takes per row, in units of another: it issues so many more instructions.
inline constexpr double strip_at_wall = 1.6;

/// What task number `task` does.
struct RowsTask {
    unsigned strip;
    index_t chunk, piece;
};
ISO_HD constexpr RowsTask rows_task(const RowsPlan& plan, unsigned task) {
    const unsigned at_walls = plan.x.periodic ? 0 : 2, inner = plan.strips - at_walls;
    if (task < plan.inner_tasks) return {task % inner + at_walls / 2, plan.chunk, index_t{task / inner}};
    const unsigned n = task - plan.inner_tasks;
    return {n % 2 == 0 ? 0 : plan.strips - 1, plan.chunk_at_wall, index_t{n / 2}};
}

/// Whether the strips' packs lie on 16 bytes and wrap as a whole, and no strip reaches over both walls.
template <class Real>
bool rows_fit(int order, const index_t (&n)[3]) {
    constexpr int bytes = sizeof(Real), width = 16 / bytes;
    const RowsShape shape = first_of_rows(order); // the others are not wider, and not deeper
    return n[0] % width == 0 && n[0] >= shape.strip(bytes) && n[1] >= 2 * shape.steps * order && n[0] < (1 << 30) &&
           n[1] < (1 << 30);
}

/// Strips of a shape in pieces of `chunk` rows.
template <class Real>
RowsPlan plan_pieces(const Sweep<Real>& s, const RowsShape& shape, index_t chunk) {
    constexpr int bytes = sizeof(Real);
    RowsPlan plan;
    plan.x = {s.in.n[0], shape.strip(bytes), shape.halo(bytes, s.layers()), s.walls[0].periodic};
    const index_t strips = plan.x.count(), at_walls = s.walls[0].periodic ? 0 : 2;
    plan.chunk = std::clamp<index_t>(chunk, 1, s.in.n[1]);
    plan.chunk_at_wall = std::max<index_t>(1, static_cast<index_t>(static_cast<double>(plan.chunk) / strip_at_wall));
    plan.strips = static_cast<unsigned>(strips);
    plan.inner_tasks = static_cast<unsigned>((strips - at_walls) * ceil_div(s.in.n[1], plan.chunk));
    plan.tasks = plan.inner_tasks + static_cast<unsigned>(at_walls * ceil_div(s.in.n[1], plan.chunk_at_wall));
    return plan;
}

/// The longest pieces that `waves` times `slots` warps do in so many waves.
template <class Real>
RowsPlan plan_waves(const Sweep<Real>& s, const RowsShape& shape, index_t slots, index_t waves) {
    index_t lo = 1, hi = s.in.n[1]; // fewer tasks the longer they are
    while (lo < hi) {
        const index_t middle = (lo + hi) / 2;
        if (plan_pieces(s, shape, middle).tasks <= waves * slots) hi = middle;
        else lo = middle + 1;
    }
    return plan_pieces(s, shape, lo);
}

/// Pieces so that all warps end together, in as many waves as cost least: a piece reads 2 reach rows more than it
/// stores.
template <class Real>
RowsPlan plan_rows(const Sweep<Real>& s, const RowsShape& shape, index_t slots) {
    constexpr index_t start_up = 4; // rows' worth of time until a piece's first row is there
    slots = std::max<index_t>(slots, 1);
    const index_t extra = 2 * shape.steps * s.layers() + start_up;
    RowsPlan best;
    index_t best_cost = -1;
    for (index_t waves = 1; waves <= 8; ++waves) {
        const RowsPlan plan = plan_waves(s, shape, slots, waves);
        const index_t cost = ceil_div(plan.tasks, slots) * (plan.chunk + extra);
        if (best_cost < 0 || cost < best_cost) best = plan, best_cost = cost;
    }
    return best;
}

/// A piece of rows. Stage t of iteration i advances row i - (t + 1) layers from level t to level t + 1.
struct RowsSpan {
    int begin, end;           ///< rows that are stored
    int first, last;          ///< rows that are read, `last` behind the end; outside the grid where y is periodic
    int iterations_end;       ///< the first is that of row `first`
    bool low_wall, high_wall; ///< a wall row passes through the stages
};
ISO_HD constexpr RowsSpan rows_span(int ny, int chunk, int piece, int reach, bool periodic) {
    RowsSpan r{};
    r.begin = piece * chunk;
    r.end = ny - r.begin > chunk ? r.begin + chunk : ny;
    r.low_wall = !periodic && r.begin < reach;
    r.high_wall = !periodic && r.end + reach > ny;
    r.first = r.low_wall ? 0 : r.begin - reach;
    r.last = r.high_wall ? ny : r.end + reach;
    r.iterations_end = r.end + reach;
    return r;
}

/// Whether fusing steps pays on a field of two axes: the caches hold small ones, and single sweeps are as quick.
inline bool strips_pay(const StencilTraits& t) {
    if (t.dim != 2 || t.order > 4 || t.n_terms > 0 || t.n[0] * t.n[1] < 4'000'000) return false;
    return t.precision == Precision::fp32 ? rows_fit<float>(t.order, t.n) : rows_fit<double>(t.order, t.n);
}

} // namespace isotherm::cuda
