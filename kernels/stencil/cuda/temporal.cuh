#pragma once

/// Several time steps per pass over memory (orders 2 and 4, three axes, one diffusivity). A block owns a tile of x and
/// y and marches along z; when a plane has arrived, stage t advances the plane (t + 1) layers behind it by the step t,
/// for all stages in turn, so that a cell is read and written once for `steps` steps. Tiles overlap (temporal_plan.hpp)
/// and blocks never talk to each other.
///
/// A thread owns `rows` packs of 16 bytes, one above the other in y. Of every level in time it keeps 2 layers planes in
/// registers; the plane above them is what the stage before has just made. Left and right cells come by shuffle, rows
/// of the same thread from registers, the first and last `layers` rows of every thread go through shared memory:
///
///     level 0   ring of planes in shared memory, filled by asynchronous copies
///     level t   A[t][..]         the last planes, which change their names from iteration to iteration
///               edges[turn][t]   first and last rows for the threads above and below
///
/// One barrier per plane serves all stages. With one layer first and last rows are computed first, then the warp
/// arrives; it waits for the others at the top of the next iteration, when they had the time of all middle rows. With
/// two layers there are no middle rows to speak of, and what is between is the last stage, whose rows nobody asks for.
/// The loop comes in copies with and without walls, run one after the other: a branch to wall code inside the loop
/// would cost registers.
///
/// A step of Heun's method is two stages of which the second goes out from the middle between its plane and the one of
/// level 0 that both come from (heun_stage): the oldest that is kept, so that it takes its place only after that.

#include "kernels/stencil/cuda/ptx.cuh"
#include "kernels/stencil/cuda/temporal_pack.cuh"
#include "kernels/stencil/cuda/temporal_walls.cuh"

#ifndef ISOTHERM_MEET
#define ISOTHERM_MEET 0 // see March::arrive
#endif

namespace isotherm::cuda::temporal {

/// A thread's part of a block's march.
template <class Real, class Shape, bool Equal, bool Heun>
class March {
public:
    using L = Layout<Real, Shape>;
    static constexpr TemporalShape S = Shape::value;
    using P = Pack<Real>;
    static constexpr int meet = ISOTHERM_MEET;
    static constexpr int T = S.steps, R = S.rows, M = S.layers, kept = S.kept(), width = P::width;
    static_assert(!Heun || (T == 2 && !S.rereads()));
    static_assert(kept + S.ahead <= S.slots() + 1, "at most one plane takes the place of another at the start");
    static_assert(R >= M && (M == 1 || R <= kept), "ghosts of z take the place of edge rows");

    __device__ __forceinline__ March(const Sweep<Real>& s, const TileSpan& x, const TileSpan& y, const ChunkSpan& z,
                                     bool whole)
        : s_(s), z_(z), walls_(s, x, y), whole_(whole) {
        const int lane = threadIdx.x % S.lanes, band = threadIdx.x / S.lanes;
        x0_ = static_cast<int>(x.origin) + lane * width, y0_ = static_cast<int>(y.origin) + band * R;
        const int x_in = wrapped_once(x0_, static_cast<int>(s.in.n[0])), ny = static_cast<int>(s.in.n[1]);
        own_ = 0;
        begin_ = static_cast<int>(z.begin), end_ = static_cast<int>(z.end), last_ = static_cast<int>(z.last),
        nz_ = static_cast<int>(s.in.n[2]);
#pragma unroll
        for (int r = 0; r < R; ++r) {
            row_[r] = static_cast<unsigned>((wrapped_once(y0_ + r, ny) * s.in.pitch + x_in) * L::bytes);
            if (y0_ + r >= y.own_begin && y0_ + r < y.own_end) own_ |= 1U << r;
        }
        owned_cells_ = 0;
#pragma unroll
        for (int q = 0; q < width; ++q)
            if (x0_ + q >= x.own_begin && x0_ + q < x.own_end) owned_cells_ |= 1 << q;
        if (owned_cells_ == 0) own_ = 0;
        mine_ = L::ring + band * R * L::row + lane * 16, edge_ = L::edges + band * M * L::row + lane * 16;
    }

    template <Care C>
    __device__ __forceinline__ void go() {
        start<C>();
        const int end = static_cast<int>(z_.iterations_end);
        int i = static_cast<int>(z_.iteration);
        const int low = z_.low_wall ? min(end, (T + 1) * M) : i, after = i + (low - i + kept - 1) / kept * kept;
        const int plain = z_.high_wall ? after + max(0, (nz_ - after) / kept * kept) : end;
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
        slot_ = kept % S.slots() * L::slot;
        if constexpr (C != Care::none) walls_.template start<C>(i);
#pragma unroll
        for (int r = 0; r < R; ++r)
#pragma unroll
            for (int t = 0; t < T; ++t)
#pragma unroll
                for (int d = 0; d < kept; ++d) A[t][d][r] = P{};
        next_plane_ = wrapped_once(static_cast<int>(z_.first), nz_);
        const bool below = i - kept >= z_.first; // else the lower half of what is kept does not exist
        int slot = 0;
#pragma unroll 1 // code that is run once is waited for: 16 bytes an instruction, from L2
        for (int d = 0; d < kept + S.ahead; ++d, slot += L::slot) {
            if (kept + S.ahead > S.slots() && d == S.slots()) { // the place of the first plane
                __pipeline_wait_prior(S.slots() - 1);
                if (below) take_plane(0);
                slot = 0;
            }
            if (d >= M || below) request<C>(i - kept + d, slot);
        }
        __pipeline_wait_prior(S.ahead - 1);
        __syncthreads();
#pragma unroll
        for (int d = kept + S.ahead > S.slots() ? 1 : 0; d < kept; ++d)
            if (d >= M || below) take_plane(d);
        arrive(barrier);
    }
    /// The d-th plane that was requested becomes the d-th of level 0.
    __device__ __forceinline__ void take_plane(int d) {
#pragma unroll
        for (int r = 0; r < R; ++r) A[0][d][r] = shared<P>(mine_ + d * L::slot + r * L::row);
    }

    /// Asks for this thread's part of plane `next_plane_`, the p-th.
    template <Care C>
    __device__ __forceinline__ void request(int p, int slot) {
        if (p < last_) {
            const char* const plane = reinterpret_cast<const char*>(s_.in.data + next_plane_ * s_.in.plane);
            if (C < Care::any || whole_) {
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
        const int nx = static_cast<int>(s_.in.n[0]), to_end = nx - wrapped_once(x0_, nx);
#pragma unroll 1
        for (int q = 0; q < width; ++q) {
            const char* const from = plane + (q < to_end ? q : q - nx) * L::bytes;
#pragma unroll
            for (int r = 0; r < R; ++r)
                __pipeline_memcpy_async(&shared<Real>(mine_ + slot + r * L::row + q * L::bytes), from + row_[r],
                                        sizeof(Real));
        }
    }

    /// How many iterations the loop's code holds. It takes twice as long when the warps' path through it exceeds about
    /// 1,500 instructions, what the instruction cache holds.
    static constexpr int unrolled(Care care, bool z) {
        const bool fp32 = sizeof(Real) == 4,
                   simple = Equal && !Heun && (care == Care::none || (M == 1 && care == Care::y_wall));
        return z || care == Care::made || (fp32 && !simple) ? 1 : 2;
    }

    template <Care C, bool Z>
    __device__ __forceinline__ void run(int& i, int end) {
        constexpr int count = unrolled(C, Z);
#pragma unroll 1
        while (i < end) {
#pragma unroll 1
            for (int turn = 0; turn < kept; turn += count) {
                iterate<C, Z, 0>(i + turn, turn);
                if constexpr (count > 1) iterate<C, Z, 1>(i + turn + 1, turn + 1);
                if constexpr (count < kept) rename_planes<count>();
            }
            i += kept;
        }
    }

    /// The planes of every level change their names: the newest `count`, which replaced the oldest, become the last
    /// ones.
    template <int count>
    __device__ __forceinline__ void rename_planes() {
#pragma unroll
        for (int t = 0; t < T; ++t)
#pragma unroll
            for (int r = 0; r < R; ++r) {
                P newest[count];
#pragma unroll
                for (int d = 0; d < count; ++d) newest[d] = A[t][d][r];
#pragma unroll
                for (int d = 0; d + count < kept; ++d) A[t][d][r] = A[t][d + count][r];
#pragma unroll
                for (int d = 0; d < count; ++d) A[t][kept - count + d][r] = newest[d];
            }
    }

    /// Plane i has arrived. `Now` is the name of the oldest planes, which the new ones replace.
    template <Care C, bool Z, int Now>
    __device__ __forceinline__ void iterate(int i, int turn) {
        constexpr int Centre = (Now + M) % kept;
        const Barrier barrier(&shared<std::uint64_t>(L::barrier));
        wait(barrier, turn);
        if constexpr (C != Care::none) {
            if (walls_.template request_next<C>(i)) __pipeline_commit();
            walls_.book(i, begin_, end_);
        }
        const int beyond = slot_ + S.ahead * L::slot;
        const int newest = beyond >= S.slots() * L::slot ? beyond - S.slots() * L::slot : beyond;
        if constexpr (Z) make_z_ghosts<Now>(i, newest, turn);
        request<C>(i + S.ahead, newest);
        const int centre = slot_behind(M);
        walls_.template radiate<C, Centre>(A);
        if constexpr (C != Care::none)
            walls_.template make_y_ghosts<C, Centre>(
                A, [&](int t, bool north, int m) { return beside_at(t, centre, turn, north, m); });
        P made[R];
        if constexpr (M == 1) compute_rows<C, Z, Now, 0, T>(0, R - 1, i, centre, turn, made);
        else compute_all_rows<C, Z, Now, 0, T - 1>(i, centre, turn, made);
        publish<Now>(turn, made);
        if (walls_.template requests<C>()) __pipeline_wait_prior(1);
        else __pipeline_wait_prior(S.ahead - 1);
        arrive(barrier);
        if constexpr (M == 1) {
#pragma unroll
            for (int r = 1; r + 1 < R; r += 2)
                compute_rows<C, Z, Now, 0, T>(r, r + 2 < R ? r + 1 : r, i, centre, turn, made);
        } else compute_all_rows<C, Z, Now, T - 1, T>(i, centre, turn, made);
        slot_ = slot_ + L::slot == S.slots() * L::slot ? 0 : slot_ + L::slot;
        if constexpr (C != Care::none) walls_.advance();
    }

    /// The slot of the plane `planes` before the one that arrives.
    [[nodiscard]] __device__ __forceinline__ int slot_behind(int planes) const {
        const int at = slot_ - planes * L::slot;
        return at < 0 ? at + S.slots() * L::slot : at;
    }

    template <Care C, bool Z, int Now, int From, int To>
    __device__ __forceinline__ void compute_all_rows(int i, int centre, int turn, P (&made)[R]) {
#pragma unroll
        for (int r = 0; r < R; r += 2)
            compute_rows<C, Z, Now, From, To>(r, r + 1 < R ? r + 1 : r, i, centre, turn, made);
    }

    /// Stages From .. To - 1 of rows `first` and `second` of the thread (or of one): two rows fill the latencies of
    /// each other. What the last of them makes is left in `made`, or stored.
    template <Care C, bool Z, int Now, int From, int To>
    __device__ __forceinline__ void compute_rows(int first, int second, int i, int centre, int turn, P (&made)[R]) {
        constexpr int Centre = (Now + M) % kept;
        const int rows[2] = {first, second}, count = first == second ? 1 : 2;
        P above[2], arrived[2];
        Real west[T][2][M], east[T][2][M];
#pragma unroll
        for (int n = 0; n < count; ++n) {
            if (From == 0 || Z || Heun) arrived[n] = shared<P>(mine_ + slot_ + rows[n] * L::row);
            above[n] = From == 0 ? arrived[n] : made[rows[n]];
        }
#pragma unroll
        for (int t = From; t < To; ++t)
#pragma unroll
            for (int n = 0; n < count; ++n)
#pragma unroll
                for (int m = 0; m < M; ++m) {
                    const P& c = A[t][Centre][rows[n]];
                    west[t][n][m] = __shfl_up_sync(0xffffffffU, c.v[width - 1 - m], 1, S.lanes);
                    east[t][n][m] = __shfl_down_sync(0xffffffffU, c.v[m], 1, S.lanes);
                }
        if constexpr (C >= Care::x_low) walls_.template make_x_ghosts<C, Centre, From, To>(A, rows, count, west, east);
#pragma unroll
        for (int t = From; t < To; ++t)
#pragma unroll
            for (int n = 0; n < count; ++n) {
                const int r = rows[n];
                const P c = A[t][Centre][r];
                const P oldest = t == 0 && S.rereads() ? shared<P>(mine_ + slot_behind(2) + r * L::row) : A[t][Now][r];
                P south[M], north[M];
#pragma unroll
                for (int m = 0; m < M; ++m) {
                    south[m] = r > m ? A[t][Centre][r > m ? r - 1 - m : 0] : beside(t, centre, turn, false, m - r);
                    north[m] = r + 1 + m < R ? A[t][Centre][r + 1 + m < R ? r + 1 + m : r]
                                             : beside(t, centre, turn, true, r + 1 + m - R);
                }
                if (Z && t > 0 && is_ghost(i - t * M)) above[n] = arrived[n]; // make_z_ghosts
                if (!Heun || t > 0) A[t][Now][r] = above[n];
                const P& newest = !Heun || t > 0 ? A[t][Now][r] : arrived[n]; // a copy costs registers in ptxas
#pragma unroll
                for (int q = 0; q < width; ++q)
                    above[n].v[q] =
                        updated<Now>(t, r, c.v[q],
                                     Near<Centre>{c, south, north, oldest, newest, A[t], r, west[t][n], east[t][n], q});
                if (Heun && t == 1) A[0][Now][r] = arrived[n];
            }
#pragma unroll
        for (int n = 0; n < count; ++n) {
            if constexpr (To == T) store<C>(rows[n], i - T * M, above[n]);
            else made[rows[n]] = above[n];
        }
    }

    template <int Centre>
    using Near = StageNear<Real, M, Centre, R>;
    /// A cell of row r after stage t.
    template <int Now>
    [[nodiscard]] __device__ __forceinline__ Real updated(int t, int r, Real c,
                                                          const Near<(Now + M) % kept>& near) const {
        if constexpr (!Heun) return update_cell<3, 2 * M, Equal>(c, c, near, s_.r);
        else {
            if (t == 0) return update_cell<3, 2 * M, Equal>(c, c, near, s_.r);
            const Real half[3] = {Real(0.5) * s_.r[0], Real(0.5) * s_.r[1], Real(0.5) * s_.r[2]};
            const Real base = fused(Real(0.5), A[0][Now][r].v[near.q] - c, c);
            return update_cell<3, 2 * M, Equal>(base, c, near, half);
        }
    }

    /// Gives the first and last rows of every level that was made to the neighbouring threads. They ask for them when
    /// the plane is in the middle: `layers` iterations on.
    template <int Now>
    __device__ __forceinline__ void publish(int turn, const P (&made)[R]) const {
#pragma unroll
        for (int t = 1; t < T; ++t)
#pragma unroll
            for (int m = 0; m < M; ++m) {
                const bool last = M > 1 && t == T - 1; // it is not among the planes yet
                shared<P>(edge_at(t, turn, true, m)) = last ? made[m] : A[t][Now][m];
                shared<P>(edge_at(t, turn, false, m)) = last ? made[R - M + m] : A[t][Now][R - M + m];
            }
    }
    /// First rows lie before those for the ghosts beyond the last band, last rows behind those for the ghosts before
    /// the first band. The m-th of either.
    [[nodiscard]] __device__ __forceinline__ int edge_at(int t, int turn, bool first, int m) const {
        return edge_ + turn * L::edge_turn + (t - 1) * L::edge_level + ((first ? 0 : M) + m) * L::row +
               (first ? 0 : L::edge_side);
    }

    /// Whether a plane that would arrive is beyond the high wall, and one of the ghosts that are looked at.
    [[nodiscard]] __device__ __forceinline__ bool is_ghost(int plane) const {
        return M == 1 ? plane == nz_ : plane >= nz_ && plane < nz_ + M;
    }

    /// Ghosts below the first plane of the grid, when a stage is about to advance that, in place of the planes that
    /// would be there; ghosts above the last one in the slot where plane i of the ring would be. `spare` is a slot that
    /// nobody reads.
    template <int Now>
    __device__ __forceinline__ void make_z_ghosts(int i, int spare, int turn) {
        if (S.rereads() && i == 1) spare = slot_behind(2);
#pragma unroll 1
        for (int high = 0; high < 2; ++high) {
            const int beyond = high != 0 ? i - nz_ : i - M, stage = beyond / M, layer = M == 1 ? 0 : beyond - stage * M;
            if (!(high != 0 ? z_.high_wall : z_.low_wall) || beyond < 0 || stage >= T || (high == 0 && layer != 0))
                continue;
            const int to = mine_ + (high != 0 ? slot_ : spare);
            const bool owner = high != 0 ? end_ == nz_ && layer == 0 : begin_ == 0;
#pragma unroll
            for (int t = 0; t < T; ++t)
#pragma unroll
                for (int beside = 0; beside < M; ++beside)
                    if (t == stage && beside == layer) keep_planes<Now>(A[t], high, beside, to, turn);
            z_ghosts_of(stage, 4 + high, to, turn, owner);
            if (M > 1 && layer > 0)
#pragma unroll 1
                for (int r = 0; r < R; ++r) shared<P>(to + r * L::row) = shared<P>(scratch_at(to, 1, r, turn));
#pragma unroll
            for (int t = 0; t < T; ++t)
                if (high == 0 && t == stage)
#pragma unroll
                    for (int m = 0; m < M; ++m)
#pragma unroll
                        for (int r = 0; r < R; ++r)
                            A[t][(Now + M - 1 - m) % kept][r] = shared<P>(scratch_at(to, m, r, turn));
        }
    }
    /// Puts the planes beside a wall into the scratch rows. That of layer m arrived `layer + 1 + m` iterations ago
    /// beside the high wall, and is the m-th from the middle on beside the low one.
    template <int Now>
    __device__ __forceinline__ void keep_planes(const P (&level)[kept][R], int high, int layer, int to,
                                                int turn) const {
#pragma unroll
        for (int m = 0; m < M; ++m)
#pragma unroll
            for (int r = 0; r < R; ++r) {
                const P low = level[(Now + M + m) % kept][r], up = level[(Now + kept + kept - 1 - layer - m) % kept][r];
                shared<P>(scratch_at(to, m, r, turn)) = M == 1 || high == 0 ? low : up;
            }
    }
    /// Row r of the m-th layer: the first lies at `to`, the other one in this turn's edge rows, which are not in use
    /// yet.
    [[nodiscard]] __device__ __forceinline__ int scratch_at(int to, int m, int r, int turn) const {
        return m == 0 ? to + r * L::row : r < M ? edge_at(1, turn, true, r) : edge_at(1, turn, false, r - M);
    }
    /// Makes ghosts of the cells of all layers in the scratch rows, and books their heat where it is owned.
    __device__ __forceinline__ void z_ghosts_of(int stage, int side, int to, int turn, bool owner) {
        const WallView<Real>& wall = s_.walls[side];
        if (!wall.plain()) return z_ghosts_cell_by_cell(wall, stage, to, turn, owner);
        const int nx = static_cast<int>(s_.in.n[0]), ny = static_cast<int>(s_.in.n[1]);
        const WallRow<Real>* const rows = wall.rows + (s_.wall_step + stage) * wall.step_stride;
#pragma unroll 1
        for (int r = 0; r < R; ++r) {
            const int y = wrapped_once(y0_ + r, ny) * nx;
            P cells[M];
            Real gains[width][M];
            int face[width];
#pragma unroll
            for (int m = 0; m < M; ++m) cells[m] = shared<P>(scratch_at(to, m, r, turn));
#pragma unroll
            for (int q = 0; q < width; ++q) {
                face[q] = y + wrapped_once(x0_ + q, nx);
#pragma unroll
                for (int m = 0; m < M; ++m)
                    gains[q][m] = wall_gain(rows[face[q] * wall.cell_stride + m], cells[m].v[q]);
            }
#pragma unroll
            for (int q = 0; q < width; ++q) {
#pragma unroll
                for (int m = 0; m < M; ++m) cells[m].v[q] += gains[q][m];
                const bool booked = owner && (own_ >> r & 1) != 0 && (owned_cells_ >> q & 1) != 0;
                book_gains_if(booked && wall.heat != nullptr, gains[q], wall.heat + face[q], s_.heat_weight);
            }
#pragma unroll
            for (int m = 0; m < M; ++m) shared<P>(scratch_at(to, m, r, turn)) = cells[m];
        }
    }

    /// The same beside a wall that is not plain. One cell after the other: what they need must fit beside the march, of
    /// which all registers are in use.
    __device__ __forceinline__ void z_ghosts_cell_by_cell(const WallView<Real>& wall, int stage, int to, int turn,
                                                          bool owner) {
        const int nx = static_cast<int>(s_.in.n[0]), ny = static_cast<int>(s_.in.n[1]);
#pragma unroll 1
        for (int r = 0, q = 0; r < R; r += q + 1 == width, q = (q + 1) % width) {
            const int face = wrapped_once(y0_ + r, ny) * nx + wrapped_once(x0_ + q, nx);
            Real gains[M];
#pragma unroll
            for (int m = 0; m < M; ++m) {
                Real& beside = shared<Real>(scratch_at(to, m, r, turn) + q * L::bytes);
                gains[m] = made_gain(wall, s_.wall_step + stage, face, m, beside);
                beside += gains[m];
            }
            const bool booked = owner && (own_ >> r & 1) != 0 && (owned_cells_ >> q & 1) != 0;
            book_gains_if(booked && wall.heat != nullptr, gains, wall.heat + face, s_.heat_weight);
        }
    }

    /// The row m + 1 south of the thread's first row or north of its last one, at level t of the plane that stage t
    /// advances. At the edges of the tile nothing good is there, but it stays within the halo; beside a wall there are
    /// ghosts.
    [[nodiscard]] __device__ __forceinline__ int beside_at(int t, int centre, int turn, bool north, int m) const {
        if (t == 0) return mine_ + centre + (north ? R + m : -1 - m) * L::row;
        const int made_in = turn < M ? turn + M : turn - M; // kept is 2 M
        return edge_at(t, made_in, north, 0) + (north ? M + m : -1 - m) * L::row;
    }
    [[nodiscard]] __device__ __forceinline__ P beside(int t, int centre, int turn, bool north, int m) const {
        return shared<P>(beside_at(t, centre, turn, north, m));
    }

    template <Care C>
    __device__ __forceinline__ void store(int r, int p, const P& pack) {
        const bool stored = p >= begin_ && p < end_ && (own_ >> r & 1) != 0;
        Real* const to = reinterpret_cast<Real*>(reinterpret_cast<char*>(s_.out.data + p * s_.out.plane) + row_[r]);
        if (C >= Care::any && !whole_) {
#pragma unroll
            for (int q = 0; q < width; ++q)
                if (stored && (owned_cells_ >> q & 1) != 0) to[q] = pack.v[q];
        } else store_if(stored, to, pack);
    }

    /// One lane arrives for its warp. Racecheck of compute-sanitizer does not follow that; what comes after an arrival
    /// and before the next wait is ordered with nothing, so it finds every race in one of two builds, in which all
    /// threads meet where they would arrive (ISOTHERM_MEET=1) or where they would wait (=2).
    static __device__ __forceinline__ void arrive(const Barrier& barrier) {
        if constexpr (meet == 1) return __syncthreads();
        if constexpr (meet == 2) return;
        __syncwarp();
        if (threadIdx.x % 32 == 0) barrier.arrive();
    }
    static __device__ __forceinline__ void wait(const Barrier& barrier, int turn) {
        if constexpr (meet == 2) return __syncthreads();
        if constexpr (meet == 0) barrier.wait(static_cast<unsigned>(turn % 2));
    }

    const Sweep<Real>& s_;
    const ChunkSpan& z_;
    TileWalls<Real, Shape> walls_;
    P A[T][kept][R];              ///< the last planes of every level
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

} // namespace isotherm::cuda::temporal
