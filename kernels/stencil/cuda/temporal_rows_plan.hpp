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

/// As many levels as the registers of eight warps hold: 2 layers rows of each.
constexpr RowsShape rows_shape(int order) { return order == 2 ? RowsShape{8, 2, 2} : RowsShape{4, 2, 2}; }

struct RowsPlan {
    AxisTiles x;
    unsigned strips = 1, tasks = 1;
    index_t chunk = 1; ///< rows of a piece
};

/// Whether the strips' packs lie on 16 bytes and wrap as a whole, and no strip reaches over both walls.
template <class Real>
bool rows_fit(int order, const index_t (&n)[3]) {
    constexpr int bytes = sizeof(Real), width = 16 / bytes;
    const RowsShape shape = rows_shape(order);
    return n[0] % width == 0 && n[0] >= shape.strip(bytes) && n[1] >= 2 * shape.steps * order && n[0] < (1 << 30) &&
           n[1] < (1 << 30);
}

template <class Real>
RowsPlan plan_rows(const Sweep<Real>& s, const RowsShape& shape, index_t slots) {
    constexpr int bytes = sizeof(Real);
    RowsPlan plan;
    plan.x = {s.in.n[0], shape.strip(bytes), shape.halo(bytes, s.layers()), s.walls[0].periodic};
    const index_t strips = plan.x.count();
    plan.chunk = best_chunk(s.in.n[1], strips, std::max<index_t>(slots, 1), 2 * shape.steps * s.layers());
    plan.strips = static_cast<unsigned>(strips);
    plan.tasks = static_cast<unsigned>(strips * ceil_div(s.in.n[1], plan.chunk));
    return plan;
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
