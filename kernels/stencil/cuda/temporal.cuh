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

/// What a tile needs beside the straight path: walls of x and y, and packs that cannot be moved as such.
enum class Care { none, walls, cells };

/// A thread's part of a block's march.
template <class Real, class Shape, bool Equal>
class March {
public:
    using L = Layout<Real, Shape>;
    static constexpr TemporalShape S = Shape::value;
    using P = Pack<Real>;
    static constexpr int T = S.steps, R = S.rows, width = P::width;

    __device__ __forceinline__ March(const Sweep<Real>& s, const TileSpan& x, const TileSpan& y, const ChunkSpan& z)
        : s_(s), z_(z), walls_(s, x, y) {
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
        if (walls_.x_side == 0 && lane == 0) x_wall_ = -1;
        if (walls_.x_side == 1) x_wall_ = lane == S.lanes - 1 ? 1 : 2;
        x_rows_ = L::y_rows + T * L::y_stage + band * R * L::x_row;
        x_gains_ = L::gains + (L::tile_x + band * R) * L::bytes;
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
            for (int late = i - 2; late < i; ++late) {
                __syncthreads();
                book(late, next_buffer());
                row_buffer_ = next_buffer();
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
        if constexpr (C != Care::none) {
            for (int b = 0; b < (walls_.varying ? 1 : L::buffers); ++b) walls_.request_rows(i, b);
            if (threadIdx.x < L::faces) shared<double*>(L::heat + 8 * static_cast<int>(threadIdx.x)) = walls_.heat();
            row_buffer_ = 0;
        }
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
            if constexpr (C != Care::cells) {
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
            iterate<C, Z, 0>(i);
            iterate<C, Z, 1>(i + 1);
            i += 2;
        }
    }

    /// Plane i has arrived. `Now` is the name of the planes below, which the planes above replace.
    template <Care C, bool Z, int Now>
    __device__ __forceinline__ void iterate(int i) {
        const Barrier barrier(&shared<std::uint64_t>(L::barrier));
        barrier.wait(Now);
        if constexpr (C != Care::none) {
            if (walls_.varying) {
                walls_.request_rows(i + 1, next_buffer());
                __pipeline_commit();
            }
            book(i - 2, next_buffer()); // of three
        }
        const int beyond = slot_ + S.ahead * L::slot;
        const int newest = beyond >= S.slots() * L::slot ? beyond - S.slots() * L::slot : beyond;
        if constexpr (Z) make_z_ghosts<Now>(i, newest);
        request<C>(i + S.ahead, newest);
        const int centre = slot_ == 0 ? (S.slots() - 1) * L::slot : slot_ - L::slot;
        if constexpr (C != Care::none) make_y_ghosts<Now>(centre);
        if constexpr (C == Care::none) compute_rows<C, Z, Now>(0, R - 1, i, centre);
        else compute_rows<C, Z, Now>(0, 0, i, centre), compute_rows<C, Z, Now>(R - 1, R - 1, i, centre);
        publish<Now>();
        if (C != Care::none && walls_.varying) __pipeline_wait_prior(1);
        else __pipeline_wait_prior(S.ahead - 1);
        arrive(barrier);
#pragma unroll
        for (int r = 1; r + 1 < R; r += C == Care::none ? 2 : 1)
            compute_rows<C, Z, Now>(r, C == Care::none && r + 2 < R ? r + 1 : r, i, centre);
        slot_ = slot_ + L::slot == S.slots() * L::slot ? 0 : slot_ + L::slot;
        if constexpr (C != Care::none) {
            row_buffer_ = next_buffer();
        }
    }

    /// All stages of rows `first` and `second` of the thread (or of one): two rows fill the latencies of each other.
    template <Care C, bool Z, int Now>
    __device__ __forceinline__ void compute_rows(int first, int second, int i, int centre) {
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
#pragma unroll
        for (int t = 0; t < T; ++t)
#pragma unroll
            for (int n = 0; n < count; ++n) {
                const int r = rows[n];
                const P c = A[t][1 - Now][r];
                if constexpr (C != Care::none) make_x_ghost(t, r, c, west[t][n], east[t][n]);
                const P below = t == 0 && S.rereads() ? shared<P>(mine_ + lowest + r * L::row) : A[t][Now][r];
                const P s = r > 0 ? A[t][1 - Now][r > 0 ? r - 1 : 0] : beside<Now>(t, centre, false);
                const P nn = r + 1 < R ? A[t][1 - Now][r + 1 < R ? r + 1 : r] : beside<Now>(t, centre, true);
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
    __device__ __forceinline__ void publish() const {
#pragma unroll
        for (int t = 1; t < T; ++t) {
            shared<P>(edge_at<Now>(t, true)) = A[t][Now][0];
            shared<P>(edge_at<Now>(t, false)) = A[t][Now][R - 1];
        }
    }
    /// First rows lie before one for the ghosts beyond the last band, last rows behind one for those before the first.
    template <int Parity>
    [[nodiscard]] __device__ __forceinline__ int edge_at(int t, bool first) const {
        return edge_ + Parity * L::edge_parity + (t - 1) * L::edge_level + (first ? 0 : L::edge_side + L::row);
    }

    /// Ghosts below the first plane of the grid, where a stage is there, in place of that plane; ghosts above the last
    /// one in the slot where plane i of the ring would be. `spare` is a slot that nobody reads.
    template <int Now>
    __device__ __forceinline__ void make_z_ghosts(int i, int spare) {
        const bool low = z_.low_wall && i - 1 < T, high = z_.high_wall && i >= nz_ && i - nz_ < T;
        if (low) {
            const int lowest = slot_ >= 2 * L::slot ? slot_ - 2 * L::slot : slot_ + (S.slots() - 2) * L::slot;
            if (S.rereads() && i == 1) spare = lowest;
            z_ghosts_of<Now>(i - 1, 4, mine_ + spare, begin_ == 0);
#pragma unroll
            for (int t = 0; t < T; ++t)
                if (t == i - 1)
#pragma unroll
                    for (int r = 0; r < R; ++r) A[t][Now][r] = shared<P>(mine_ + spare + r * L::row);
        }
        if (high) z_ghosts_of<Now>(i - nz_, 5, mine_ + slot_, end_ == nz_);
    }
    /// Puts the ghosts of stage `stage` into shared memory at `to`, and books their heat where it is owned.
    template <int Now>
    __device__ __forceinline__ void z_ghosts_of(int stage, int side, int to, bool owner) {
#pragma unroll
        for (int t = 0; t < T; ++t)
            if (t == stage)
#pragma unroll
                for (int r = 0; r < R; ++r) shared<P>(to + r * L::row) = A[t][1 - Now][r];
        const WallView<Real>& wall = s_.walls[side];
#pragma unroll 1
        for (int n = 0; n < R * width; ++n) {
            const int r = n / width, q = n % width;
            const index_t face = wrapped(x0_ + q, s_.in.n[0]) + s_.in.n[0] * wrapped(y0_ + r, s_.in.n[1]);
            Real& cell = shared<Real>(to + r * L::row + q * L::bytes);
            const Real gain = wall_gain(wall.row(s_.wall_step + stage, face, 0), cell);
            if (owner && (own_ >> r & 1) != 0 && (owned_cells_ >> q & 1) != 0 && wall.heat != nullptr)
                book_gains({gain}, wall.heat + face, s_.heat_weight);
            cell += gain;
        }
    }

    /// The row south of the thread's first row or north of its last one, at level t of the plane that stage t advances.
    /// At the edges of the tile nothing good is there, but it stays within the halo; beside a wall there are ghosts.
    template <int Now>
    [[nodiscard]] __device__ __forceinline__ int beside_at(int t, int centre, bool north) const {
        if (t == 0) return mine_ + centre + (north ? R * L::row : -L::row);
        return edge_at<1 - Now>(t, north) + (north ? L::row : -L::row);
    }
    template <int Now>
    [[nodiscard]] __device__ __forceinline__ P beside(int t, int centre, bool north) const {
        return shared<P>(beside_at<Now>(t, centre, north));
    }

    template <Care C>
    __device__ __forceinline__ void store(int r, int p, const P& pack) {
        const bool stored = p >= begin_ && p < end_ && (own_ >> r & 1) != 0;
        Real* const to = reinterpret_cast<Real*>(reinterpret_cast<char*>(s_.out.data + p * s_.out.plane) + row_[r]);
        if constexpr (C == Care::cells) {
#pragma unroll
            for (int q = 0; q < width; ++q)
                if (stored && (owned_cells_ >> q & 1) != 0) to[q] = pack.v[q];
        } else store_if(stored, to, pack);
    }

    /// Replaces the cell beyond the x wall, where there is one, by the ghost of stage t, and leaves what the wall adds.
    /// All lanes do it and most throw it away: a branch would cost more, as would registers for all stages at once.
    __device__ __forceinline__ void make_x_ghost(int t, int r, const P& c, Real& west, Real& east) const {
        const int from = x_rows_ + row_buffer_ * L::buffer + t * L::x_stage + r * L::x_row;
        const Real cell = x_wall_ > 0 ? c.v[width - 1] : c.v[0];
        const Real gain = wall_gain(shared_row<Real>(from), cell);
        const Real ghost = cell + gain;
        west = x_wall_ == -1 ? ghost : west;
        east = x_wall_ == 1 ? ghost : east;
        if (x_wall_ == -1 || x_wall_ == 1)
            shared<Real>(x_gains_ + row_buffer_ * L::gains_size + (t * L::faces + r) * L::bytes) = gain;
    }

    /// Puts the ghosts beyond a y wall where the row of a neighbouring thread would be, at every level, and leaves what
    /// the wall adds.
    template <int Now>
    __device__ __forceinline__ void make_y_ghosts(int centre) const {
        const int band = static_cast<int>(threadIdx.x) / S.lanes;
        if (walls_.y_side == 2 && band == 0)
#pragma unroll
            for (int t = 0; t < T; ++t) y_ghosts(t, A[t][1 - Now][0], beside_at<Now>(t, centre, false));
        if (walls_.y_side == 3 && band + 1 == S.bands())
#pragma unroll
            for (int t = 0; t < T; ++t) y_ghosts(t, A[t][1 - Now][R - 1], beside_at<Now>(t, centre, true));
    }
    __device__ __forceinline__ void y_ghosts(int t, const P& c, int to) const {
        const int lane = static_cast<int>(threadIdx.x) % S.lanes;
        const int from = L::y_rows + row_buffer_ * L::buffer + t * L::y_stage + lane * 16;
        const P w = shared<P>(from), T_ref = shared<P>(from + L::row), flux = shared<P>(from + 2 * L::row);
        P gains, ghosts;
#pragma unroll
        for (int q = 0; q < width; ++q) {
            gains.v[q] = wall_gain(WallRow<Real>{w.v[q], T_ref.v[q], flux.v[q]}, c.v[q]);
            ghosts.v[q] = c.v[q] + gains.v[q];
        }
        shared<P>(to) = ghosts;
        shared<P>(L::gains + row_buffer_ * L::gains_size + t * L::faces * L::bytes + lane * 16) = gains;
    }

    /// Books this thread's part of what iteration i left in `buffer`. A face cell gets its stages from different
    /// threads, in turn: a barrier lies between any two iterations.
    __device__ __forceinline__ void book(int i, int buffer) const {
        if (i < z_.iteration) return;
#pragma unroll
        for (int first = 0; first < T * L::faces; first += S.threads()) {
            const int n = first + static_cast<int>(threadIdx.x), t = n / L::faces, face = n % L::faces, p = i - 1 - t;
            if (n >= T * L::faces || p < begin_ || p >= end_) continue;
            double* const heat = shared<double*>(L::heat + 8 * face);
            if (heat == nullptr) continue;
            const index_t plane = s_.in.n[face < L::tile_x ? 0 : 1];
            book_gains({shared<Real>(L::gains + buffer * L::gains_size + n * L::bytes)}, heat + p * plane,
                       s_.heat_weight);
        }
    }
    [[nodiscard]] __device__ __forceinline__ int next_buffer() const {
        return row_buffer_ + 1 == L::buffers ? 0 : row_buffer_ + 1;
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
    int row_buffer_ = 0;
    int x_wall_ = 0; ///< -1, 1: this thread lies beside the low, high x wall; 2: another one beside the high one
    int x_rows_ = 0, x_gains_ = 0; ///< the rows of the x wall beside the thread's first row, and where its gains go
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
    if (x.origin % width != 0 || x.own_end % width != 0 || (!inside && s.in.n[0] % width != 0))
        March<Real, Shape, Equal>(s, x, y, z).template go<Care::cells>();
    else if (x.low_wall || x.high_wall || y.low_wall || y.high_wall)
        March<Real, Shape, Equal>(s, x, y, z).template go<Care::walls>();
    else March<Real, Shape, Equal>(s, x, y, z).template go<Care::none>();
#endif
}

} // namespace isotherm::cuda::temporal
