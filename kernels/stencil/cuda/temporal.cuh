#pragma once

/// Several time steps per pass over memory (order 2, three axes, one diffusivity). A block owns a tile of x and y and
/// marches along z; when a plane has arrived, stage t advances the plane t + 1 behind it by the step t, for all stages
/// in turn, so that a cell is read and written once for `steps` steps. Tiles overlap (temporal_plan.hpp) and blocks
/// never talk to each other.
///
/// A thread owns `rows` packs of 16 bytes, one above the other in y. Of every level in time it keeps two planes in
/// registers; the plane above is what the stage before has just made. Left and right cells come by shuffle, rows of the
/// same thread from registers, the first and last row of every thread go through shared memory:
///
///     level 0   ring of planes in shared memory, filled by asynchronous copies
///     level t   A[t][0], A[t][1]   planes below and of the cell, exchanged by name from iteration to iteration
///               edges[parity][t]   first and last rows for the threads above and below
///
/// One barrier per plane serves all stages. First and last rows are computed first, then the warp arrives; it waits for
/// the others at the top of the next iteration, when they had the time of all middle rows. The loop comes in copies
/// with and without walls, run one after the other: a branch to wall code inside the loop would cost registers.

#include "kernels/stencil/cuda/ptx.cuh"
#include "kernels/stencil/cuda/temporal_pack.cuh"
#include "kernels/stencil/cuda/temporal_walls.cuh"

namespace isotherm::cuda::temporal {

/// A thread's part of a block's march.
template <class Real, class Shape, bool Equal>
class March {
public:
    using L = Layout<Real, Shape>;
    static constexpr TemporalShape S = Shape::value;
    using P = Pack<Real>;
    static constexpr int T = S.steps, R = S.rows, width = P::width;

    __device__ __forceinline__ March(const Sweep<Real>& s, const TileSpan& x, const TileSpan& y, const ChunkSpan& z,
                                     bool whole)
        : s_(s), z_(z), walls_(s, x, y), whole_(whole) {
        const int lane = threadIdx.x % S.lanes, band = threadIdx.x / S.lanes;
        x0_ = static_cast<int>(x.origin) + lane * width, y0_ = static_cast<int>(y.origin) + band * R;
        const int x_in = static_cast<int>(wrapped(x0_, s.in.n[0]));
        own_ = 0;
        begin_ = static_cast<int>(z.begin), end_ = static_cast<int>(z.end), last_ = static_cast<int>(z.last),
        nz_ = static_cast<int>(s.in.n[2]);
#pragma unroll
        for (int r = 0; r < R; ++r) {
            row_[r] = static_cast<unsigned>((wrapped(y0_ + r, s.in.n[1]) * s.in.pitch + x_in) * L::bytes);
            if (y0_ + r >= y.own_begin && y0_ + r < y.own_end) own_ |= 1U << r;
        }
        owned_cells_ = 0;
#pragma unroll
        for (int q = 0; q < width; ++q)
            if (x0_ + q >= x.own_begin && x0_ + q < x.own_end) owned_cells_ |= 1 << q;
        if (owned_cells_ == 0) own_ = 0;
        mine_ = L::ring + band * R * L::row + lane * 16, edge_ = L::edges + band * L::row + lane * 16;
    }

    template <Care C>
    __device__ __forceinline__ void go() {
        start<C>();
        const int end = static_cast<int>(z_.iterations_end);
        int i = static_cast<int>(z_.iteration);
        const int low = z_.low_wall ? min(end, T + 1) : i, after = i + (low - i + 1) / 2 * 2;
        const int plain = z_.high_wall ? after + max(0, (nz_ - after) & ~1) : end;
#pragma unroll 1
        for (int part = 0; part < 3; ++part) {
            if (part == 1) run<C, false>(i, plain);
            else run<C, true>(i, part == 0 ? low : end);
        }
        if constexpr (C != Care::none) {
            for (int late = i; late < i + 2; ++late) {
                __syncthreads();
                walls_.book(late, begin_, end_);
                walls_.advance();
            }
        }
    }

private:
    /// Requests the planes before the first iteration and those that it expects on their way.
    template <Care C>
    __device__ __forceinline__ void start() {
        const Barrier barrier(&shared<std::uint64_t>(L::barrier));
        if (threadIdx.x == 0) barrier.create(S.warps);
        const int i = static_cast<int>(z_.iteration);
        slot_ = 2 % S.slots() * L::slot;
        if constexpr (C != Care::none) walls_.template start<C>(i);
#pragma unroll
        for (int r = 0; r < R; ++r)
#pragma unroll
            for (int t = 0; t < T; ++t) A[t][0][r] = A[t][1][r] = P{};
        next_plane_ = static_cast<int>(wrapped(z_.first, s_.in.n[2]));
        const bool below = i - 2 >= z_.first;
        if (below) request<C>(i - 2, 0);
        request<C>(i - 1, L::slot);
#pragma unroll
        for (int a = 0; a < S.ahead; ++a) request<C>(i + a, (2 + a) % S.slots() * L::slot);
        __pipeline_wait_prior(S.ahead - 1);
        __syncthreads();
#pragma unroll
        for (int r = 0; r < R; ++r) {
            if (below) A[0][0][r] = shared<P>(mine_ + r * L::row);
            A[0][1][r] = shared<P>(mine_ + L::slot + r * L::row);
        }
        arrive(barrier);
    }

    /// Asks for this thread's part of plane `next_plane_`, the p-th.
    template <Care C>
    __device__ __forceinline__ void request(int p, int slot) {
        if (p < last_) {
            const char* const plane = reinterpret_cast<const char*>(s_.in.data + next_plane_ * s_.in.plane);
            if (C != Care::any || whole_) {
#pragma unroll
                for (int r = 0; r < R; ++r)
                    __pipeline_memcpy_async(&shared<P>(mine_ + slot + r * L::row), plane + row_[r], 16);
            } else request_cells(plane, slot);
            next_plane_ = next_plane_ + 1 == nz_ ? 0 : next_plane_ + 1;
        }
        __pipeline_commit();
    }
    /// The same cell by cell, where packs do not lie on 16 bytes or wrap within.
    __device__ __forceinline__ void request_cells(const char* plane, int slot) {
        const int to_end = static_cast<int>(s_.in.n[0] - wrapped(x0_, s_.in.n[0]));
#pragma unroll 1
        for (int q = 0; q < width; ++q) {
            const char* const from = plane + (q < to_end ? q : q - static_cast<int>(s_.in.n[0])) * L::bytes;
#pragma unroll
            for (int r = 0; r < R; ++r)
                __pipeline_memcpy_async(&shared<Real>(mine_ + slot + r * L::row + q * L::bytes), from + row_[r],
                                        sizeof(Real));
        }
    }

    template <Care C, bool Z>
    __device__ __forceinline__ void run(int& i, int end) {
#pragma unroll 1
        while (i < end) {
            if constexpr (Z) {
#pragma unroll 1
                for (int parity = 0; parity < 2; ++parity) iterate<C, true, 0>(i + parity, parity), exchange_planes();
            } else iterate<C, false, 0>(i, 0), iterate<C, false, 1>(i + 1, 1);
            i += 2;
        }
    }

    /// Both planes of every level change their names.
    __device__ __forceinline__ void exchange_planes() {
#pragma unroll
        for (int t = 0; t < T; ++t)
#pragma unroll
            for (int r = 0; r < R; ++r) {
                const P plane = A[t][0][r];
                A[t][0][r] = A[t][1][r], A[t][1][r] = plane;
            }
    }

    /// Plane i has arrived. `Now` is the name of the planes below, which the planes above replace.
    template <Care C, bool Z, int Now>
    __device__ __forceinline__ void iterate(int i, int parity) {
        const Barrier barrier(&shared<std::uint64_t>(L::barrier));
        barrier.wait(static_cast<unsigned>(parity));
        if constexpr (C != Care::none) {
            if (walls_.template request_next<C>(i)) __pipeline_commit();
            walls_.book(i, begin_, end_);
        }
        const int beyond = slot_ + S.ahead * L::slot;
        const int newest = beyond >= S.slots() * L::slot ? beyond - S.slots() * L::slot : beyond;
        if constexpr (Z) make_z_ghosts<C, Now>(i, newest);
        request<C>(i + S.ahead, newest);
        const int centre = slot_ == 0 ? (S.slots() - 1) * L::slot : slot_ - L::slot;
        walls_.template radiate<C, Now>(A);
        if constexpr (C != Care::none)
            walls_.template make_y_ghosts<C, Now>(
                A, [&](int t, bool north) { return beside_at(t, centre, parity, north); });
        compute_rows<C, Z, Now>(0, R - 1, i, centre, parity);
        publish<Now>(parity);
        if (walls_.template requests<C>()) __pipeline_wait_prior(1);
        else __pipeline_wait_prior(S.ahead - 1);
        arrive(barrier);
#pragma unroll
        for (int r = 1; r + 1 < R; r += 2) compute_rows<C, Z, Now>(r, r + 2 < R ? r + 1 : r, i, centre, parity);
        slot_ = slot_ + L::slot == S.slots() * L::slot ? 0 : slot_ + L::slot;
        if constexpr (C != Care::none) walls_.advance();
    }

    /// All stages of rows `first` and `second` of the thread (or of one): two rows fill the latencies of each other.
    template <Care C, bool Z, int Now>
    __device__ __forceinline__ void compute_rows(int first, int second, int i, int centre, int parity) {
        const int rows[2] = {first, second}, count = first == second ? 1 : 2;
        const int lowest = centre == 0 ? (S.slots() - 1) * L::slot : centre - L::slot;
        P above[2], arrived[2];
        Real west[T][2], east[T][2];
#pragma unroll
        for (int n = 0; n < count; ++n) above[n] = arrived[n] = shared<P>(mine_ + slot_ + rows[n] * L::row);
#pragma unroll
        for (int t = 0; t < T; ++t)
#pragma unroll
            for (int n = 0; n < count; ++n) {
                west[t][n] = __shfl_up_sync(0xffffffffU, A[t][1 - Now][rows[n]].v[width - 1], 1, S.lanes);
                east[t][n] = __shfl_down_sync(0xffffffffU, A[t][1 - Now][rows[n]].v[0], 1, S.lanes);
            }
        if constexpr (C >= Care::x_low) walls_.template make_x_ghosts<C, Now>(A, rows, count, west, east);
#pragma unroll
        for (int t = 0; t < T; ++t)
#pragma unroll
            for (int n = 0; n < count; ++n) {
                const int r = rows[n];
                const P c = A[t][1 - Now][r];
                const P below = t == 0 && S.rereads() ? shared<P>(mine_ + lowest + r * L::row) : A[t][Now][r];
                const P s = r > 0 ? A[t][1 - Now][r > 0 ? r - 1 : 0] : beside(t, centre, parity, false);
                const P nn = r + 1 < R ? A[t][1 - Now][r + 1 < R ? r + 1 : r] : beside(t, centre, parity, true);
                if (Z && t > 0 && i - t == nz_) above[n] = arrived[n]; // ghosts (make_z_ghosts)
                A[t][Now][r] = above[n];
#pragma unroll
                for (int q = 0; q < width; ++q)
                    above[n].v[q] = update_cell<3, 2, Equal>(
                        c.v[q], c.v[q], StageNear<Real>{c, s, nn, below, A[t][Now][r], west[t][n], east[t][n], q},
                        s_.r);
            }
#pragma unroll
        for (int n = 0; n < count; ++n) store<C>(rows[n], i - T, above[n]);
    }

    /// Gives the first and last row of every level that was made to the neighbouring threads, for the next iteration.
    template <int Now>
    __device__ __forceinline__ void publish(int parity) const {
#pragma unroll
        for (int t = 1; t < T; ++t) {
            shared<P>(edge_at(t, parity, true)) = A[t][Now][0];
            shared<P>(edge_at(t, parity, false)) = A[t][Now][R - 1];
        }
    }
    /// First rows lie before one for the ghosts beyond the last band, last rows behind one for those before the first.
    [[nodiscard]] __device__ __forceinline__ int edge_at(int t, int parity, bool first) const {
        return edge_ + parity * L::edge_parity + (t - 1) * L::edge_level + (first ? 0 : L::edge_side + L::row);
    }

    /// Ghosts below the first plane of the grid, where a stage is there, in place of that plane; ghosts above the last
    /// one in the slot where plane i of the ring would be. `spare` is a slot that nobody reads.
    template <Care C, int Now>
    __device__ __forceinline__ void make_z_ghosts(int i, int spare) {
        const int lowest = slot_ >= 2 * L::slot ? slot_ - 2 * L::slot : slot_ + (S.slots() - 2) * L::slot;
        if (S.rereads() && i == 1) spare = lowest;
#pragma unroll 1
        for (int high = 0; high < 2; ++high) {
            const int stage = high != 0 ? i - nz_ : i - 1;
            if (!(high != 0 ? z_.high_wall : z_.low_wall) || stage < 0 || stage >= T) continue;
            z_ghosts_of<C, Now>(stage, 4 + high, mine_ + (high != 0 ? slot_ : spare),
                                high != 0 ? end_ == nz_ : begin_ == 0);
#pragma unroll
            for (int t = 0; t < T; ++t)
                if (high == 0 && t == stage)
#pragma unroll
                    for (int r = 0; r < R; ++r) A[t][Now][r] = shared<P>(mine_ + spare + r * L::row);
        }
    }
    /// Puts the ghosts of stage `stage` into shared memory at `to`, and books their heat where it is owned.
    template <Care C, int Now>
    __device__ __forceinline__ void z_ghosts_of(int stage, int side, int to, bool owner) {
#pragma unroll
        for (int t = 0; t < T; ++t)
            if (t == stage)
#pragma unroll
                for (int r = 0; r < R; ++r) shared<P>(to + r * L::row) = A[t][1 - Now][r];
        const WallView<Real>& wall = s_.walls[side];
        const int nx = static_cast<int>(s_.in.n[0]), ny = static_cast<int>(s_.in.n[1]);
#pragma unroll 1
        for (int r = 0; r < R; ++r) {
            const int y = wrapped_once(y0_ + r, ny) * nx;
            P cells = shared<P>(to + r * L::row), gains;
            int face[width];
#pragma unroll
            for (int q = 0; q < width; ++q) {
                face[q] = y + wrapped_once(x0_ + q, nx);
                gains.v[q] = wall_gain(wall.row(s_.wall_step + stage, face[q], 0), cells.v[q]);
            }
            if (radiates_in_z(C) && wall.radiates) radiate(gains, wall, s_.wall_step + stage, y, to + r * L::row);
#pragma unroll
            for (int q = 0; q < width; ++q) {
                cells.v[q] += gains.v[q];
                const bool booked = owner && (own_ >> r & 1) != 0 && (owned_cells_ >> q & 1) != 0;
                book_gain_if(booked && wall.heat != nullptr, gains.v[q], wall.heat + face[q], s_.heat_weight);
            }
            shared<P>(to + r * L::row) = cells;
        }
    }

    /// Replaces what radiating rows of a z wall add, beside the cells at `from` in shared memory; `y` is the first face
    /// cell of their row. Inlined: with a call the whole march would spill.
    __device__ __forceinline__ void radiate(P& gains, const WallView<Real>& wall, index_t step, int y, int from) const {
#pragma unroll 1
        for (int n = 0; n < width; ++n) {
            const WallRow<Real> row = wall.row(step, y + wrapped_once(x0_ + n, static_cast<int>(s_.in.n[0])), 0);
            if (!(row.w < 0)) continue;
            const Real gain = radiation_gain(row, shared<Real>(from + n * L::bytes), wall.kelvin);
#pragma unroll
            for (int q = 0; q < width; ++q)
                if (q == n) gains.v[q] = gain;
        }
    }

    /// The row south of the thread's first row or north of its last one, at level t of the plane that stage t advances.
    /// At the edges of the tile nothing good is there, but it stays within the halo; beside a wall there are ghosts.
    [[nodiscard]] __device__ __forceinline__ int beside_at(int t, int centre, int parity, bool north) const {
        if (t == 0) return mine_ + centre + (north ? R * L::row : -L::row);
        return edge_at(t, 1 - parity, north) + (north ? L::row : -L::row);
    }
    [[nodiscard]] __device__ __forceinline__ P beside(int t, int centre, int parity, bool north) const {
        return shared<P>(beside_at(t, centre, parity, north));
    }

    template <Care C>
    __device__ __forceinline__ void store(int r, int p, const P& pack) {
        const bool stored = p >= begin_ && p < end_ && (own_ >> r & 1) != 0;
        Real* const to = reinterpret_cast<Real*>(reinterpret_cast<char*>(s_.out.data + p * s_.out.plane) + row_[r]);
        if (C == Care::any && !whole_) {
#pragma unroll
            for (int q = 0; q < width; ++q)
                if (stored && (owned_cells_ >> q & 1) != 0) to[q] = pack.v[q];
        } else store_if(stored, to, pack);
    }

    /// One lane arrives for its warp.
    static __device__ __forceinline__ void arrive(const Barrier& barrier) {
        __syncwarp();
        if (threadIdx.x % 32 == 0) barrier.arrive();
    }

    const Sweep<Real>& s_;
    const ChunkSpan& z_;
    TileWalls<Real, Shape> walls_;
    P A[T][2][R];                 ///< two planes of every level
    unsigned row_[R];             ///< where the thread's rows lie in a plane of the field, in bytes
    int x0_, y0_;                 ///< the thread's first cell, not wrapped
    unsigned own_;                ///< rows that are stored
    int owned_cells_;             ///< cells of a pack that are stored
    int mine_, edge_;             ///< the thread's place in a slot of the ring and in the edge rows
    int slot_;                    ///< of plane i
    int next_plane_;              ///< the plane of the grid that is asked for next
    int begin_, end_, last_, nz_; ///< of the chunk, and of the grid
    bool whole_;                  ///< packs can be moved as such
};

template <class Real, class Shape, bool Equal>
__global__ void __launch_bounds__(Shape::value.threads(), 1)
    temporal_kernel(const __grid_constant__ Sweep<Real> s, const __grid_constant__ TemporalPlan plan) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900 // gpu_can_fuse
    const BlockPlace place = block_place(plan, blockIdx.x);
    const TileSpan x = plan.x.span(place.x), y = plan.y.span(place.y);
    const ChunkSpan z = chunk_span(s.in.n[2], place.chunk, place.piece, Shape::value.steps, s.walls[4].periodic);
    const bool inside = x.origin >= 0 && x.origin + plan.x.tile <= s.in.n[0];
    constexpr int width = Pack<Real>::width;
    const bool whole = x.origin % width == 0 && x.own_end % width == 0 && (inside || s.in.n[0] % width == 0);
    using M = March<Real, Shape, Equal>; // one for each care, so that they share no registers
    using Walls = TileWalls<Real, Shape>;
    const bool at_wall = Walls::wall_side(0, x) >= 0 || Walls::wall_side(1, y) >= 0;
    const bool radiating = (z.low_wall && s.walls[4].radiates) || (z.high_wall && s.walls[5].radiates);
    if (!whole || (at_wall && radiating) || Walls::varies(s, 0, x) || Walls::varies(s, 1, y))
        M(s, x, y, z, whole).template go<Care::any>();
    else if (x.low_wall) M(s, x, y, z, true).template go<Care::x_low>();
    else if (x.high_wall) M(s, x, y, z, true).template go<Care::x_high>();
    else if (y.low_wall || y.high_wall) M(s, x, y, z, true).template go<Care::y_wall>();
    else M(s, x, y, z, true).template go<Care::none>();
#endif
}

} // namespace isotherm::cuda::temporal
