#pragma once

/// Several time steps per pass over a field of two axes (orders 2 and 4, one diffusivity). A warp marches along y down
/// a strip of columns and keeps the last 2 layers rows of every level in time in registers:
///
///     row i arrives     stage 0 advances row i - layers      to level 1, which arrives at
///                       stage 1 advances row i - 2 layers    to level 2, ...
///                       the last one's row is stored
///
/// Left and right cells come by shuffle. Warps never meet: strips and pieces overlap by what becomes stale, so there is
/// no barrier. Beside a wall the lane at the end of the strip makes the ghosts of x, and all lanes those of y, in the
/// iterations in which a wall row passes; the loop comes in copies with and without.

#include "kernels/stencil/cuda/fused_passes.cuh"
#include "kernels/stencil/cuda/launch.cuh"
#include "kernels/stencil/cuda/packs.cuh"
#include "kernels/stencil/cuda/temporal_rows_plan.hpp"
#include "kernels/stencil/cuda/variants.hpp"

namespace isotherm::cuda {

/// Neighbours of cell q of a thread: along x from its line, along y from the rows of a level, of which the oldest
/// stands at place `Phase` and the newest is `above`.
template <class Real, int Layers, int Cells, int Phase>
struct RowsNear {
    const Real (&line)[Cells + 2 * Layers];
    const Real (&rows)[2 * Layers][Cells];
    const Real (&above)[Cells];
    int q;
    template <int Axis, int Offset>
    __device__ __forceinline__ Real at() const {
        if constexpr (Axis == 0) return line[Layers + q + Offset];
        else if constexpr (Offset == Layers) return above[q];
        else return rows[(Phase + Layers + Offset) % (2 * Layers)][q];
    }
};

template <class Real, int Order, bool Equal>
class RowsMarch {
public:
    static constexpr int L = Order / 2, width = Pack<Real>::width;
    static constexpr RowsShape S = rows_shape(Order);
    static constexpr int T = S.steps, P = S.packs, W = P * width, depth = 2 * L;

    /// What lane l keeps of cell q of a row stands at [q * 32 + l].
    using Scratch = Real[L][W * 32];

    __device__ __forceinline__ RowsMarch(const Sweep<Real>& s, const TileSpan& x, const RowsSpan& y, Scratch& scratch)
        : s_(s), y_(y), scratch_(scratch), side_(x.high_wall ? 1 : 0) {
        x0_ = static_cast<int>(x.origin) + lane() * W;
#pragma unroll
        for (int p = 0; p < P; ++p) {
            const int at = x0_ + p * width;
            from_[p] = static_cast<int>(wrapped(at, s.in.n[0]));
            if (at >= x.own_begin && at < x.own_end) own_ |= 1U << p;
        }
        if (x.low_wall && lane() == 0) x_wall_ = -1;
        if (x.high_wall && lane() == 31) x_wall_ = 1;
    }

    template <bool XWall>
    __device__ __forceinline__ void go() {
#pragma unroll
        for (int t = 0; t < T; ++t)
#pragma unroll
            for (int d = 0; d < depth; ++d)
#pragma unroll
                for (int q = 0; q < W; ++q) A_[t][d][q] = Real(0);
        row_ = static_cast<int>(wrapped(y_.first, ny()));
        load(y_.first);
        if constexpr (XWall) load_wall(y_.first);
        int i = y_.first;
        const int end = y_.iterations_end;
        const int low = y_.low_wall ? min(end, (T + 1) * L) : i; // wall rows are among the stages before
        const int after = i + (low - i + depth - 1) / depth * depth;
        const int plain = y_.high_wall ? after + max(0, (ny() - after) / depth * depth) : end; // and from here on
        run<XWall, true>(i, low);
        run<XWall, false>(i, plain);
        run<XWall, true>(i, end);
    }

private:
    /// Asks for row `y_next`, counted as the pieces are, if it is read at all.
    __device__ __forceinline__ void load(int y_next) {
        if (y_next < y_.last) {
            const Real* const row = s_.in.data + row_ * s_.in.pitch;
#pragma unroll
            for (int p = 0; p < P; ++p) next_[p] = load_pack(row + from_[p]);
            row_ = row_ + 1 == ny() ? 0 : row_ + 1;
        }
    }

    template <bool XWall, bool YWall>
    __device__ __forceinline__ void run(int& i, int end) {
#pragma unroll 1
        while (i < end) {
            iterate<XWall, YWall, 0>(i);
            iterate<XWall, YWall, 1>(i + 1);
            if constexpr (depth > 2) iterate<XWall, YWall, 2 % depth>(i + 2), iterate<XWall, YWall, 3 % depth>(i + 3);
            i += depth;
        }
    }

    /// Row i has arrived; it replaces the oldest one of every level, which stands at place `Phase`.
    template <bool XWall, bool YWall, int Phase>
    __device__ __forceinline__ void iterate(int i) {
        Real row[W];
#pragma unroll
        for (int q = 0; q < W; ++q) row[q] = next_[q / width].v[q % width];
        load(i + 1);
        WallRow<Real> wall[L];
        Real gains[L] = {};
        if constexpr (XWall) {
#pragma unroll
            for (int m = 0; m < L; ++m) wall[m] = wall_[m];
            load_wall(i + 1);
        }
#pragma unroll
        for (int t = 0; t < T; ++t) {
            const int k = i - t * L; // the row that arrives at stage t
            if constexpr (YWall) y_ghosts<Phase>(t, k, row);
            const Real(&centre)[W] = A_[t][(Phase + L) % depth];
            Real line[W + 2 * L];
#pragma unroll
            for (int q = 0; q < W; ++q) line[L + q] = centre[q];
#pragma unroll
            for (int m = 0; m < L; ++m) {
                line[L - 1 - m] = __shfl_up_sync(0xffffffffU, centre[W - 1 - m], 1);
                line[L + W + m] = __shfl_down_sync(0xffffffffU, centre[m], 1);
            }
            if constexpr (XWall) x_ghosts(t, wall, line, gains);
            Real out[W];
#pragma unroll
            for (int q = 0; q < W; ++q)
                out[q] = update_cell<2, Order, Equal>(centre[q], centre[q],
                                                      RowsNear<Real, L, W, Phase>{line, A_[t], row, q}, s_.r);
#pragma unroll
            for (int q = 0; q < W; ++q) A_[t][Phase][q] = row[q], row[q] = out[q];
        }
        store(i - T * L, row);
        if constexpr (XWall) book_x(i, gains);
    }

    __device__ __forceinline__ void store(int j, const Real (&row)[W]) const {
        if (j < y_.begin || j >= y_.end) return;
        Real* const to = s_.out.data + j * s_.out.pitch + x0_;
#pragma unroll
        for (int p = 0; p < P; ++p) {
            Pack<Real> pack;
#pragma unroll
            for (int q = 0; q < width; ++q) pack.v[q] = row[p * width + q];
            if ((own_ >> p & 1) != 0) store_pack(to + p * width, pack);
        }
    }

    static __device__ __forceinline__ int lane() { return static_cast<int>(threadIdx.x % 32); }
    __device__ __forceinline__ int ny() const { return static_cast<int>(s_.in.n[1]); }
    /// The row that stage t advances in iteration i.
    static __device__ __forceinline__ int advanced(int i, int t) { return i - (t + 1) * L; }

    /// Lane t asks for the rows of the x wall that stage t needs in iteration i.
    __device__ __forceinline__ void load_wall(int i) {
        const int t = min(lane(), T - 1), j = advanced(i, t);
        const index_t at = s_.walls[2].periodic ? wrapped(j, ny()) : min(max(j, 0), ny() - 1);
#pragma unroll
        for (int m = 0; m < L; ++m) wall_[m] = s_.walls[side_].row(s_.wall_step + t, at, m);
    }
    /// Ghosts of stage t where the strip ends at an x wall; lane t keeps what the wall adds.
    __device__ __forceinline__ void x_ghosts(int t, const WallRow<Real> (&wall)[L], Real (&line)[W + 2 * L],
                                             Real (&gains)[L]) const {
#pragma unroll
        for (int m = 0; m < L; ++m) {
            const WallRow<Real> row{__shfl_sync(0xffffffffU, wall[m].w, t), __shfl_sync(0xffffffffU, wall[m].T_ref, t),
                                    __shfl_sync(0xffffffffU, wall[m].s, t)};
            const Real cell = side_ == 0 ? line[L + m] : line[L + W - 1 - m];
            const Real gain = wall_gain(row, cell);
            if (x_wall_ < 0) line[L - 1 - m] = cell + gain;
            if (x_wall_ > 0) line[L + W + m] = cell + gain;
            const Real at_wall = __shfl_sync(0xffffffffU, gain, side_ == 0 ? 0 : 31);
            if (lane() == t) gains[m] = at_wall;
        }
    }
    /// Lane t books what stage t got from the x wall. A wall cell gets its stages from different lanes, in turn.
    __device__ __forceinline__ void book_x(int i, const Real (&gains)[L]) const {
        double* const heat = s_.walls[side_].heat;
        const int j = advanced(i, lane());
        if (lane() < T && heat != nullptr && j >= y_.begin && j < y_.end) book_gains(gains, heat + j, s_.heat_weight);
        __syncwarp();
    }

    /// Ghosts below row 0 when it is about to be advanced, in the places of the rows that would be there; above the
    /// last row in place of the row that arrives.
    template <int Phase>
    __device__ __forceinline__ void y_ghosts(int t, int k, Real (&row)[W]) {
        if (y_.low_wall && k == L) { // row 0 is L rows before the one that arrives, row -1 one more
#pragma unroll
            for (int m = 0; m < L; ++m) keep(m, A_[t][(Phase + L + m) % depth]);
            mirror(s_.walls[2], t, y_.begin == 0);
#pragma unroll
            for (int m = 0; m < L; ++m) take(m, A_[t][(Phase + L - 1 - m) % depth]);
        }
#pragma unroll
        for (int beyond = 0; beyond < L; ++beyond)
            if (y_.high_wall && k == ny() + beyond) {
#pragma unroll
                for (int m = 0; m < L; ++m) keep(m, A_[t][(Phase + 2 * depth - 1 - beyond - m) % depth]);
                mirror(s_.walls[3], t, y_.end == ny() && beyond == 0);
                take(beyond, row);
            }
    }
    __device__ __forceinline__ void keep(int m, const Real (&row)[W]) const {
#pragma unroll
        for (int q = 0; q < W; ++q) scratch_[m][q * 32 + lane()] = row[q];
    }
    __device__ __forceinline__ void take(int m, Real (&row)[W]) const {
#pragma unroll
        for (int q = 0; q < W; ++q) row[q] = scratch_[m][q * 32 + lane()];
    }
    /// Makes ghosts of the cells in the scratch rows, the m-th of which is m layers from a y wall, and books what it
    /// adds. It happens once per wall and stage, so it may be slow but not long.
    __device__ __forceinline__ void mirror(const WallView<Real>& wall, int t, bool owner) const {
#pragma unroll 1
        for (int q = 0; q < W; ++q) {
            const index_t column = wrapped(x0_ + q, s_.in.n[0]);
            Real gains[L];
#pragma unroll
            for (int m = 0; m < L; ++m) {
                Real& cell = scratch_[m][q * 32 + lane()];
                gains[m] = wall_gain(wall.row(s_.wall_step + t, column, m), cell);
                cell += gains[m];
            }
            if (owner && wall.heat != nullptr && (own_ >> (q / width) & 1) != 0)
                book_gains(gains, wall.heat + column, s_.heat_weight);
        }
    }

    const Sweep<Real>& s_;
    const RowsSpan& y_;
    Scratch& scratch_;
    Real A_[T][depth][W];   ///< the last rows of every level
    Pack<Real> next_[P];    ///< the row that arrives next
    WallRow<Real> wall_[L]; ///< lane t: of the x wall, for stage t of the next iteration
    int from_[P];           ///< columns of the packs in the grid
    int x0_;                ///< the thread's first cell, not wrapped
    int row_;               ///< the row of the grid that is asked for next
    const int side_;        ///< the x wall that the strip touches
    int x_wall_ = 0;        ///< -1, 1: this lane lies beside the low, high one
    unsigned own_ = 0;      ///< packs that are stored
};

template <class Real, int Order, bool Equal>
__global__ void __launch_bounds__(RowsShape::threads, rows_shape(Order).blocks)
    temporal_rows_kernel(const __grid_constant__ Sweep<Real> s, const __grid_constant__ RowsPlan plan) {
    using March = RowsMarch<Real, Order, Equal>;
    __shared__ typename March::Scratch scratch[RowsShape::warps];
    wait_for_previous();
    const unsigned task = blockIdx.x * RowsShape::warps + threadIdx.x / 32;
    if (task >= plan.tasks) return; // whole warps
    const TileSpan x = plan.x.span(task % plan.strips);
    const RowsSpan y =
        rows_span(static_cast<int>(s.in.n[1]), static_cast<int>(plan.chunk), static_cast<int>(task / plan.strips),
                  rows_shape(Order).steps * (Order / 2), s.walls[2].periodic);
    March march(s, x, y, scratch[threadIdx.x / 32]);
    if (x.low_wall || x.high_wall) march.template go<true>();
    else march.template go<false>();
}

template <class Real>
using RowsKernel = void (*)(Sweep<Real>, RowsPlan);

template <class Real>
RowsKernel<Real> choose_rows_kernel(int order, bool equal_spacing) {
    return choose<int, 2, 4>(order, [&](auto o) {
        return choose<bool, false, true>(equal_spacing, [](auto e) -> RowsKernel<Real> {
            return &temporal_rows_kernel<Real, decltype(o)::value, decltype(e)::value>;
        });
    });
}

/// Whether the kernel takes this sweep. Radiating walls would need Newton's steps in each of its many loops.
template <class Real>
bool fuses_rows(const Sweep<Real>& s) {
    for (const WallView<Real>& wall : s.walls)
        if (wall.radiates) return false;
    return s.dim == 2 && s.order <= 4 && s.n_terms == 0 && rows_are_aligned(s) && rows_fit<Real>(s.order, s.in.n);
}

/// Passes of several steps, single sweeps for what is left of `a`.
template <class Real>
bool advance_temporal_rows(const Advance<Real>& a) {
    const RowsShape shape = rows_shape(a.sweep.order);
    if (!fuses_rows(a.sweep) || a.steps < shape.steps) return advance_register(a);
    const RowsKernel<Real> kernel = choose_rows_kernel<Real>(a.sweep.order, a.sweep.equal_spacing);
    const RowsPlan plan = plan_rows(a.sweep, shape, resident_blocks(kernel, RowsShape::threads, 0) * RowsShape::warps);
    return fused_passes(a, shape.steps, [&](const Sweep<Real>& s) {
        launch(Start::early, kernel, ceil_div(plan.tasks, RowsShape::warps), RowsShape::threads, 0, a.stream, s, plan);
    });
}

template <class Real>
KernelFacts temporal_rows_facts(const StencilTraits& t) {
    if (t.order > 4 || t.n_terms > 0 || !rows_fit<Real>(t.order, t.n)) return register_facts<Real>(t);
    constexpr int bytes = sizeof(Real);
    const RowsShape shape = rows_shape(t.order);
    const double strip = shape.strip(bytes), stored = strip - 2 * shape.halo(bytes, t.order / 2);
    return {RowsShape::threads, registers_of(choose_rows_kernel<Real>(t.order, t.equal_spacing)), 0,
            sizeof(Real) * (strip / stored + 1.0) / shape.steps};
}

} // namespace isotherm::cuda
