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

#include "kernels/stencil/cuda/launch.cuh"
#include "kernels/stencil/cuda/packs.cuh"
#include "kernels/stencil/cuda/temporal_rows_plan.hpp"

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

/// What a strip needs beside the straight path.
enum class StripCare {
    none,
    x_wall, ///< a wall of x whose rows are taken as they lie
    x_made  ///< one that is not plain (WallView)
};

template <class Real, int Order, bool Equal, class Shape>
class RowsMarch {
public:
    static constexpr int L = Order / 2, width = Pack<Real>::width;
    static constexpr RowsShape S = Shape::value;
    static constexpr int T = S.steps, P = S.packs, W = P * width, depth = 2 * L;

    /// What lane l keeps of cell q of a row stands at [q * 32 + l].
    using Scratch = Real[L][W * 32];

    __device__ __forceinline__ RowsMarch(const Sweep<Real>& s, const TileSpan& x, const RowsSpan& y, Scratch& scratch)
        : s_(s), y_(y), scratch_(scratch), side_(x.high_wall ? 1 : 0) {
        x0_ = static_cast<int>(x.origin) + lane() * W;
#pragma unroll
        for (int p = 0; p < P; ++p) {
            const int at = x0_ + p * width;
            from_[p] = wrapped_once(at, static_cast<int>(s.in.n[0]));
            if (at >= x.own_begin && at < x.own_end) own_ |= 1U << p;
        }
        if (x.low_wall && lane() == 0) x_wall_ = -1;
        if (x.high_wall && lane() == 31) x_wall_ = 1;
    }

    template <StripCare C>
    __device__ __forceinline__ void go() {
#pragma unroll
        for (int t = 0; t < T; ++t)
#pragma unroll
            for (int d = 0; d < depth; ++d)
#pragma unroll
                for (int q = 0; q < W; ++q) A_[t][d][q] = Real(0);
        row_ = wrapped_once(y_.first, ny());
        load(y_.first);
        if constexpr (C != StripCare::none) load_wall<C>(y_.first);
        int i = y_.first;
        const int end = y_.iterations_end;
        const int low = y_.low_wall ? min(end, (T + 1) * L) : i; // wall rows are among the stages before
        const int after = i + (low - i + depth - 1) / depth * depth;
        const int plain = y_.high_wall ? after + max(0, (ny() - after) / depth * depth) : end; // and from here on
#pragma unroll 1
        for (int part = 0; part < 3; ++part) {
            if (part == 1) run<C, false>(i, plain);
            else run<C, true>(i, part == 0 ? low : end);
        }
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

    template <StripCare C, bool YWall>
    __device__ __forceinline__ void run(int& i, int end) {
        constexpr int count = unrolled(C, YWall);
#pragma unroll 1
        while (i < end) {
#pragma unroll 1
            for (int phase = 0; phase < depth; phase += count) {
                iterate<C, YWall, 0>(i + phase);
                if constexpr (count > 1) iterate<C, YWall, 1>(i + phase + 1);
                if constexpr (count > 2) iterate<C, YWall, 2 % depth>(i + phase + 2);
                if constexpr (count > 3) iterate<C, YWall, 3 % depth>(i + phase + 3);
                if constexpr (count < depth) rename_rows<count>();
            }
            i += depth;
        }
    }
    /// How many iterations the loop's code holds: of those at y walls there are few, and some 1,500 instructions fit
    /// into the instruction cache.
    static constexpr int unrolled(StripCare care, bool y_wall) {
        if (y_wall || care == StripCare::x_made) return 1;
        return depth == 2 || (care == StripCare::none && (P == 1 || sizeof(Real) == 8)) ? depth : 2;
    }

    /// The rows of every level change their places: the newest `count`, which replaced the oldest, become the last
    /// ones.
    template <int count>
    __device__ __forceinline__ void rename_rows() {
#pragma unroll
        for (int t = 0; t < T; ++t)
#pragma unroll
            for (int q = 0; q < W; ++q) {
                Real newest[count];
#pragma unroll
                for (int d = 0; d < count; ++d) newest[d] = A_[t][d][q];
#pragma unroll
                for (int d = 0; d + count < depth; ++d) A_[t][d][q] = A_[t][d + count][q];
#pragma unroll
                for (int d = 0; d < count; ++d) A_[t][depth - count + d][q] = newest[d];
            }
    }

    /// Row i has arrived; it replaces the oldest one of every level, which stands at place `Phase`.
    template <StripCare C, bool YWall, int Phase>
    __device__ __forceinline__ void iterate(int i) {
        Real row[W];
#pragma unroll
        for (int q = 0; q < W; ++q) row[q] = next_[q / width].v[q % width];
        load(i + 1);
        WallRow<Real> wall[L];
        Real gains[L] = {};
        if constexpr (C != StripCare::none) {
#pragma unroll
            for (int m = 0; m < L; ++m) wall[m] = wall_[m];
            load_wall<C>(i + 1);
        }
        if constexpr (C == StripCare::x_made)
            if (s_.walls[side_].radiates) radiate<Phase>(wall);
        if constexpr (YWall) y_ghosts<Phase>(i);
#pragma unroll
        for (int t = 0; t < T; ++t) {
            const int beyond = i - t * L - ny(); // where what arrives at stage t lies, seen from the first row outside
            if (YWall && y_.high_wall && beyond >= 0 && beyond < L) take(beyond, row);
            const Real(&centre)[W] = A_[t][(Phase + L) % depth];
            Real line[W + 2 * L];
#pragma unroll
            for (int q = 0; q < W; ++q) line[L + q] = centre[q];
#pragma unroll
            for (int m = 0; m < L; ++m) {
                line[L - 1 - m] = __shfl_up_sync(0xffffffffU, centre[W - 1 - m], 1);
                line[L + W + m] = __shfl_down_sync(0xffffffffU, centre[m], 1);
            }
            if constexpr (C != StripCare::none) x_ghosts(t, wall, line, gains);
            Real out[W];
#pragma unroll
            for (int q = 0; q < W; ++q)
                out[q] = update_cell<2, Order, Equal>(centre[q], centre[q],
                                                      RowsNear<Real, L, W, Phase>{line, A_[t], row, q}, s_.r);
#pragma unroll
            for (int q = 0; q < W; ++q) A_[t][Phase][q] = row[q], row[q] = out[q];
        }
        store(i - T * L, row);
        if constexpr (C != StripCare::none) book_x(i, gains);
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
    template <StripCare C>
    __device__ __forceinline__ void load_wall(int i) {
        const int t = min(lane(), T - 1), j = advanced(i, t);
        const index_t at = s_.walls[2].periodic ? wrapped_once(j, ny()) : min(max(j, 0), ny() - 1);
        const WallView<Real>& wall = s_.walls[side_];
        const index_t entry = C == StripCare::x_made && wall.classes != nullptr ? wall.classes[at] : at;
        const WallRow<Real>* const rows =
            wall.rows + ((s_.wall_step + t) * wall.step_stride + entry * wall.cell_stride);
#pragma unroll
        for (int m = 0; m < L; ++m) wall_[m] = rows[m];
    }
    /// Turns radiating rows into what they add to the cells beside them: lane t those of stage t.
    template <int Phase>
    __device__ __forceinline__ void radiate(WallRow<Real> (&wall)[L]) const {
        Real cells[L] = {};
#pragma unroll
        for (int t = 0; t < T; ++t)
#pragma unroll
            for (int m = 0; m < L; ++m) {
                const Real(&centre)[W] = A_[t][(Phase + L) % depth];
                const Real cell =
                    __shfl_sync(0xffffffffU, side_ == 0 ? centre[m] : centre[W - 1 - m], side_ == 0 ? 0 : 31);
                if (lane() == t) cells[m] = cell;
            }
#pragma unroll
        for (int m = 0; m < L; ++m)
            if (wall[m].w < 0) wall[m] = {Real(0), Real(0), radiation_gain(wall[m], cells[m], s_.walls[side_].kelvin)};
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

    /// Ghosts below row 0, where a stage is about to advance that, in the places of the rows that would be there;
    /// ghosts above the last row in the scratch rows, for the stage where such a row would arrive. At most one stage is
    /// at either wall.
    template <int Phase>
    __device__ __forceinline__ void y_ghosts(int i) {
#pragma unroll 1
        for (int high = 0; high < 2; ++high) {
            const int beyond = high != 0 ? i - ny() : i - L, stage = beyond / L, layer = L == 1 ? 0 : beyond % L;
            if (!(high != 0 ? y_.high_wall : y_.low_wall) || beyond < 0 || stage >= T || (high == 0 && layer != 0))
                continue;
#pragma unroll
            for (int t = 0; t < T; ++t)
#pragma unroll
                for (int beside = 0; beside < L; ++beside)
                    if (t == stage && beside == layer)
#pragma unroll
                        for (int m = 0; m < L; ++m) { // row 0 arrived L rows ago, the last one 1 + layer rows ago
                            if (high == 0) keep(m, A_[t][(Phase + L + m) % depth]);
                            else keep(m, A_[t][(Phase + 2 * depth - 1 - beside - m) % depth]);
                        }
            mirror(s_.walls[2 + high], stage, high != 0 ? y_.end == ny() && layer == 0 : y_.begin == 0);
#pragma unroll
            for (int t = 0; t < T; ++t)
                if (high == 0 && t == stage)
#pragma unroll
                    for (int m = 0; m < L; ++m) take(m, A_[t][(Phase + L - 1 - m) % depth]);
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
            const index_t column = wrapped_once(x0_ + q, static_cast<int>(s_.in.n[0]));
            Real gains[L];
#pragma unroll
            for (int m = 0; m < L; ++m) {
                Real& cell = scratch_[m][q * 32 + lane()];
                gains[m] = made_gain(wall, s_.wall_step + t, column, m, cell);
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

template <class Real, int Order, bool Equal, class Shape>
__global__ void __launch_bounds__(RowsShape::threads, Shape::value.blocks)
    temporal_rows_kernel(const __grid_constant__ Sweep<Real> s, const __grid_constant__ RowsPlan plan) {
    using March = RowsMarch<Real, Order, Equal, Shape>;
    __shared__ typename March::Scratch scratch[RowsShape::warps];
    wait_for_previous();
    const unsigned number = blockIdx.x * RowsShape::warps + threadIdx.x / 32;
    if (number >= plan.tasks) return; // whole warps
    const RowsTask task = rows_task(plan, number);
    const TileSpan x = plan.x.span(task.strip, plan.strips);
    const RowsSpan y = rows_span(static_cast<int>(s.in.n[1]), static_cast<int>(task.chunk),
                                 static_cast<int>(task.piece), Shape::value.steps * (Order / 2), s.walls[2].periodic);
    // One for each, so that they share no registers.
    const bool at_wall = x.low_wall || x.high_wall, made = at_wall && !s.walls[side_of(0, x.high_wall)].plain();
    if (made) March(s, x, y, scratch[threadIdx.x / 32]).template go<StripCare::x_made>();
    else if (at_wall) March(s, x, y, scratch[threadIdx.x / 32]).template go<StripCare::x_wall>();
    else March(s, x, y, scratch[threadIdx.x / 32]).template go<StripCare::none>();
}

} // namespace isotherm::cuda
