#pragma once

/// What the walls of x and y need inside a fused pass. Rows of all stages are brought to shared memory before they are
/// used, those of a wall whose rows are the same all over once for the pass. One thread looks after one cell of the two
/// faces that a tile can touch.
///
/// Rows lie in `buffers` copies: the one of iteration i is read while that of i + 1 is filled, and a slow warp may
/// still be reading that of i - 1. What the walls add to the cells beside them, the threads there leave in shared
/// memory in as many copies, and two iterations later all threads of the block book it as heat, a part each.
///
/// Beside a wall that is not plain (Care::made) the rows of a plane are found by the classes of its cells. Radiating
/// ones follow from the temperatures of the cells: before ghosts are made, the threads beside such a wall hand out
/// these cells, and all threads of the block turn the rows of all stages into what they add, a few each.
///
/// Ghosts are made by all threads alike, all loads before all stores: the compiler must not move a load above a store
/// that may be to the same place, and each stage would wait for the one before.

#include <cuda_pipeline_primitives.h>

#include "kernels/stencil/cuda/temporal_layout.cuh"
#include "kernels/stencil/cuda/temporal_pack.cuh"

namespace isotherm::cuda::temporal {

/// What a tile needs beside the straight path.
enum class Care {
    none,
    y_wall, ///< a wall of y whose rows are the same for all cells
    x_low,  ///< such a wall below in x, perhaps one of y too
    x_high, ///< ... above in x
    any,    ///< rows that differ from cell to cell, and packs that cannot be moved as such
    made    ///< the same, and walls that are not plain (WallView)
};

/// A value for every entry of some stages.
template <class Real, int Entries>
struct alignas(Entries * sizeof(Real) < 16 ? Entries * sizeof(Real) : 16) StageValues {
    Real v[Entries];
};

/// Where the rows of one face cell come from.
template <class Real>
struct RowSource {
    const WallRow<Real>* rows; ///< in plane 0, for the first stage; null: the face touches no wall
    int step, plane;           ///< from row to row
};

/// The same where the row depends on the class of the cell.
template <class Real>
struct ClassSource {
    const std::uint16_t* classes; ///< in plane 0; null: rows do not go by classes
    int plane, row; ///< from a plane's class to the next one's, from the row of a class to that of the next
};

/// Walls of x and y beside one tile: at most one of each axis. What a thread must know of its face cell lies in shared
/// memory: registers would be missing in the march.
template <class Real, class Shape>
class TileWalls {
public:
    using L = Layout<Real, Shape>;
    using P = Pack<Real>;
    static constexpr TemporalShape S = Shape::value;
    static constexpr int T = S.steps, R = S.rows, M = S.layers, width = P::width;
    static_assert(L::faces <= S.threads(), "a thread looks after one face cell at most");
    using Planes = P[T][S.kept()][R]; ///< of every level, see March

    __device__ __forceinline__ TileWalls(const Sweep<Real>& s, const TileSpan& x, const TileSpan& y) : s_(s) {
        const int lane = threadIdx.x % S.lanes, band = threadIdx.x / S.lanes;
        if (x.low_wall && lane == 0) x_wall_ = -1;
        if (x.high_wall && lane == S.lanes - 1) x_wall_ = 1;
        if (y.low_wall && band == 0) y_wall_ = -1;
        if (y.high_wall && band + 1 == S.bands()) y_wall_ = 1;
        x_rows_ = L::x_rows + band * R * L::x_row, x_gains_ = L::x_gains + band * R * L::x_gain;
        const int x_side = wall_side(0, x), y_side = wall_side(1, y);
        varying_ = varies(s, 0, x) || varies(s, 1, y);
        for (const int side : {x_side, y_side})
            if (side >= 0 && s.walls[side].radiates) radiating_ = side;
        if (threadIdx.x < L::tile_x) find_rows(y_side, x, s.in.n[0], threadIdx.x);
        else if (threadIdx.x < L::faces) find_rows(x_side, y, s.in.n[1], threadIdx.x - L::tile_x);
    }

    /// The side of the grid that a tile touches, or -1; whether that wall's rows differ from cell to cell, or are not
    /// even taken as they lie.
    static __device__ __forceinline__ int wall_side(int axis, const TileSpan& tile) {
        return tile.low_wall || tile.high_wall ? side_of(axis, tile.high_wall) : -1;
    }
    static __device__ __forceinline__ bool varies(const Sweep<Real>& s, int axis, const TileSpan& tile) {
        const int side = wall_side(axis, tile);
        return side >= 0 && s.walls[side].cell_stride != 0;
    }
    static __device__ __forceinline__ bool makes(const Sweep<Real>& s, int axis, const TileSpan& tile) {
        const int side = wall_side(axis, tile);
        return side >= 0 && !s.walls[side].plain();
    }

    /// Requests the rows that iteration i, the first, reads.
    template <Care C>
    __device__ __forceinline__ void start(int i) const {
        const int copies = C >= Care::any && !requests<C>() ? L::buffers : 1;
        for (int b = 0; b < copies; ++b) request_rows<C>(i, b);
    }
    /// At the top of iteration i: requests the rows of the next one and says whether there are any.
    template <Care C>
    [[nodiscard]] __device__ __forceinline__ bool request_next(int i) const {
        if (!requests<C>()) return false;
        request_rows<C>(i + 1, next_buffer());
        return true;
    }
    template <Care C>
    [[nodiscard]] __device__ __forceinline__ bool requests() const {
        return C >= Care::any && (varying_ || (C == Care::made && radiating_ >= 0));
    }
    __device__ __forceinline__ void advance() { buffer_ = next_buffer(); }

    /// Turns the radiating rows of this iteration into what they add to the cells of plane `Centre`; two barriers for
    /// the block. The cells lie where the gains will.
    template <Care C, int Centre>
    __device__ __forceinline__ void radiate(const Planes& A) const {
        if (C != Care::made || radiating_ < 0) return;
        using V = StageValues<Real, L::entries>;
        const int gains = buffer_ * L::gains_size;
        if (x_wall_ != 0)
#pragma unroll
            for (int r = 0; r < R; ++r) {
                V cells;
#pragma unroll
                for (int e = 0; e < L::entries; ++e) {
                    const P& c = A[e / M][Centre][r];
                    cells.v[e] = x_wall_ < 0 ? c.v[e % M] : c.v[width - 1 - e % M];
                }
                shared<V>(x_gains_ + gains + r * L::x_gain) = cells;
            }
        if (y_wall_ != 0)
#pragma unroll
            for (int e = 0; e < L::entries; ++e)
                shared<P>(L::gains + gains + static_cast<int>(threadIdx.x) % S.lanes * 16 + e * L::row) =
                    y_wall_ < 0 ? A[e / M][Centre][e % M] : A[e / M][Centre][R - 1 - e % M];
        __syncthreads();
#pragma unroll 1
        for (int n = static_cast<int>(threadIdx.x); n < L::faces * L::entries; n += S.threads())
            radiate_cell(n % L::faces, n / L::faces);
        __syncthreads();
    }

    /// Replaces the cells beyond the x wall by the ghosts of stages From .. To - 1, for the cells of plane `Centre` in
    /// `count` rows of the thread, and leaves what the wall adds.
    template <Care C, int Centre, int From, int To>
    __device__ __forceinline__ void make_x_ghosts(const Planes& A, const int (&rows)[2], int count,
                                                  Real (&west)[T][2][M], Real (&east)[T][2][M]) const {
        using V = StageValues<Real, (To - From) * M>;
        constexpr int first = From * M * L::bytes;
        V gains[2], w, T_ref, flux;
#pragma unroll
        for (int n = 0; n < count; ++n) {
            if (n == 0 || C >= Care::any) {
                const int from = x_rows_ + row_buffer<C>() + rows[n] * L::x_row + first;
                w = shared<V>(from), T_ref = shared<V>(from + L::x_gain), flux = shared<V>(from + 2 * L::x_gain);
            }
#pragma unroll
            for (int t = From; t < To; ++t)
#pragma unroll
                for (int m = 0; m < M; ++m) {
                    const P& c = A[t][Centre][rows[n]];
                    const int e = (t - From) * M + m;
                    const Real cell =
                        C == Care::x_high || (C >= Care::any && x_wall_ > 0) ? c.v[width - 1 - m] : c.v[m];
                    gains[n].v[e] = wall_gain(WallRow<Real>{w.v[e], T_ref.v[e], flux.v[e]}, cell);
                    if constexpr (C != Care::x_high) add_if(x_wall_ < 0, west[t][n][m], cell, gains[n].v[e]);
                    if constexpr (C != Care::x_low) add_if(x_wall_ > 0, east[t][n][m], cell, gains[n].v[e]);
                }
        }
#pragma unroll
        for (int n = 0; n < count; ++n)
            if (x_wall_ != 0) shared<V>(x_gains_ + buffer_ * L::gains_size + rows[n] * L::x_gain + first) = gains[n];
    }

    /// Puts the ghosts of stage t beyond a y wall, m rows outside, at place(t, north, m) of shared memory, for all
    /// stages, and leaves what the wall adds.
    template <Care C, int Centre, class Place>
    __device__ __forceinline__ void make_y_ghosts(const Planes& A, const Place& place) const {
        if (y_wall_ == 0) return;
        const int lane = static_cast<int>(threadIdx.x) % S.lanes;
        const int from = L::y_rows + row_buffer<C>() + lane * 16, to = L::gains + buffer_ * L::gains_size + lane * 16;
        P gains[L::entries], ghosts[L::entries];
#pragma unroll
        for (int e = 0; e < L::entries; ++e) {
            const int t = e / M, m = e % M, row = from + e * L::y_entry;
            const P w = shared<P>(row), T_ref = shared<P>(row + L::row), flux = shared<P>(row + 2 * L::row);
#pragma unroll
            for (int q = 0; q < width; ++q) {
                const Real cell = y_wall_ < 0 ? A[t][Centre][m].v[q] : A[t][Centre][R - 1 - m].v[q];
                gains[e].v[q] = wall_gain(WallRow<Real>{w.v[q], T_ref.v[q], flux.v[q]}, cell);
                ghosts[e].v[q] = cell + gains[e].v[q];
            }
        }
#pragma unroll
        for (int e = 0; e < L::entries; ++e) {
            shared<P>(place(e / M, y_wall_ > 0, e % M)) = ghosts[e];
            shared<P>(to + e * L::row) = gains[e];
        }
    }

    /// Books this thread's part of what iteration i - 2 left, for planes begin .. end - 1: one face cell, some of its
    /// stages. A face cell gets its stages from different threads, in turn: a barrier lies between two iterations.
    __device__ __forceinline__ void book(int i, int begin, int end) const {
        constexpr int groups = S.threads() / L::faces;
        static_assert(T % groups == 0);
        const int n = static_cast<int>(threadIdx.x), face = n % L::faces, group = n / L::faces;
        const bool of_y = face < L::tile_x;
        double* const heat = n < groups * L::faces ? shared<double*>(L::heat + 8 * face) : nullptr;
        if (heat == nullptr) return; // mostly whole warps
        const int plane = static_cast<int>(s_.in.n[of_y ? 0 : 1]), entry = of_y ? L::row : L::bytes;
        const int gains = next_buffer() * L::gains_size + // of three: that of i - 2
                          (of_y ? L::gains + face * L::bytes : L::x_gains + (face - L::tile_x) * L::x_gain);
#pragma unroll
        for (int turn = 0; turn < T / groups; ++turn) {
            const int t = group + turn * groups, p = i - 2 - (t + 1) * M;
            Real of_layers[M];
#pragma unroll
            for (int m = 0; m < M; ++m) of_layers[m] = shared<Real>(gains + (t * M + m) * entry);
            book_gains_if(p >= begin && p < end, of_layers, heat + index_t{p} * plane, s_.heat_weight);
        }
    }

private:
    /// The same for one cell of the two faces and one entry.
    __device__ __forceinline__ void radiate_cell(int face, int e) const {
        if (shared<RowSource<Real>>(L::sources + 16 * face).rows == nullptr) return;
        const bool of_y = face < L::tile_x;
        const int x = face - L::tile_x, part = of_y ? L::row : L::x_gain;
        const int row = buffer_ * L::buffer +
                        (of_y ? L::y_rows + face * L::bytes + e * L::y_entry : L::x_rows + x * L::x_row + e * L::bytes);
        const int cell = buffer_ * L::gains_size +
                         (of_y ? L::gains + face * L::bytes + e * L::row : L::x_gains + x * L::x_gain + e * L::bytes);
        const WallRow<Real> law{shared<Real>(row), shared<Real>(row + part), shared<Real>(row + 2 * part)};
        if (!(law.w < 0)) return;
        shared<Real>(row + 2 * part) = radiation_gain(law, shared<Real>(cell), s_.walls[radiating_].kelvin);
        shared<Real>(row) = Real(0);
    }

    /// Notes where cell c of a face of n cells, seen from a tile that spans `along`, has its rows and its heat.
    __device__ __forceinline__ void find_rows(int side, const TileSpan& along, index_t n, int c) const {
        RowSource<Real>& source = shared<RowSource<Real>>(L::sources + 16 * static_cast<int>(threadIdx.x));
        double*& heat = shared<double*>(L::heat + 8 * static_cast<int>(threadIdx.x));
        source.rows = nullptr, heat = nullptr;
        if (side < 0) return;
        const index_t at = along.origin + c;
        const WallView<Real>& wall = s_.walls[side];
        if (wall.heat != nullptr && at >= along.own_begin && at < along.own_end) heat = wall.heat + at;
        const index_t cell = wrapped_once(static_cast<int>(at), static_cast<int>(n));
        const WallRow<Real>* const rows = wall.rows + s_.wall_step * wall.step_stride;
        const int step = static_cast<int>(wall.step_stride), row = static_cast<int>(wall.cell_stride);
        source = {wall.classes == nullptr ? rows + cell * row : rows, step, static_cast<int>(n) * row};
        shared<ClassSource<Real>>(L::class_sources + 16 * static_cast<int>(threadIdx.x)) = {
            wall.classes == nullptr ? nullptr : wall.classes + cell, static_cast<int>(n), row};
    }
    /// From the row of plane 0 (of class 0) to that of plane k.
    template <Care C>
    [[nodiscard]] __device__ __forceinline__ index_t row_of_plane(const RowSource<Real>& source, int c, int k) const {
        if constexpr (C == Care::made) {
            const ClassSource<Real> by = shared<ClassSource<Real>>(L::class_sources + 16 * c);
            if (by.classes != nullptr) return by.classes[index_t{k} * by.plane] * by.row;
        }
        return index_t{k} * source.plane;
    }

    /// Requests the rows that the stages of iteration i read. Planes that do not exist get some row: what is computed
    /// there is never used.
    template <Care C>
    __device__ __forceinline__ void request_rows(int i, int buffer) const {
        const int c = static_cast<int>(threadIdx.x);
        if (c >= L::faces) return;
        const RowSource<Real> source = shared<RowSource<Real>>(L::sources + 16 * c);
        if (source.rows == nullptr) return;
        const bool of_y = c < L::tile_x;
        const int first =
            buffer * L::buffer + (of_y ? L::y_rows + c * L::bytes : L::x_rows + (c - L::tile_x) * L::x_row);
        const int entry = of_y ? L::y_entry : L::bytes, part = of_y ? L::row : L::x_gain;
        const int nz = static_cast<int>(s_.in.n[2]);
        index_t places[T]; // all classes are asked for before copies wait for them
#pragma unroll
        for (int t = 0; t < T; ++t) {
            int k = i - (t + 1) * M;
            if (s_.walls[4].periodic) k += k < 0 ? nz : k >= nz ? -nz : 0;
            places[t] = row_of_plane<C>(source, c, min(max(k, 0), nz - 1));
        }
#pragma unroll
        for (int t = 0; t < T; ++t) {
            const WallRow<Real>* row = source.rows + (index_t{t} * source.step + places[t]);
#pragma unroll
            for (int m = 0; m < M; ++m, ++row) {
                const int to = first + (t * M + m) * entry;
                __pipeline_memcpy_async(&shared<Real>(to), &row->w, sizeof(Real));
                __pipeline_memcpy_async(&shared<Real>(to + part), &row->T_ref, sizeof(Real));
                __pipeline_memcpy_async(&shared<Real>(to + 2 * part), &row->s, sizeof(Real));
            }
        }
    }
    [[nodiscard]] __device__ __forceinline__ int next_buffer() const {
        return buffer_ + 1 == L::buffers ? 0 : buffer_ + 1;
    }
    template <Care C>
    [[nodiscard]] __device__ __forceinline__ int row_buffer() const {
        return C >= Care::any ? buffer_ * L::buffer : 0;
    }

    const Sweep<Real>& s_;
    bool varying_ = false;         ///< rows differ from cell to cell
    int radiating_ = -1;           ///< a side that radiates beside this tile
    int buffer_ = 0;               ///< of this iteration
    int x_wall_ = 0, y_wall_ = 0;  ///< -1, 1: this thread lies beside the low, high wall
    int x_rows_ = 0, x_gains_ = 0; ///< the rows of the x wall beside the thread's first row, and where its gains go
};

} // namespace isotherm::cuda::temporal
