#pragma once

/// What the walls of x and y need inside a fused pass. Rows of all stages are brought to shared memory before they are
/// used, those of a wall whose rows are the same all over once for the pass. One thread looks after one cell of the two
/// faces that a tile can touch.
///
/// Rows lie in `buffers` copies: the one of iteration i is read while that of i + 1 is filled, and a slow warp may
/// still be reading that of i - 1. What the walls add to the cells beside them, the threads there leave in shared
/// memory in as many copies, and two iterations later all threads of the block book it as heat, a part each.
///
/// Radiating rows follow from the temperatures of the cells. Before ghosts are made, the threads beside such a wall
/// hand out these cells, and all threads of the block turn the rows of all stages into what they add, a few each.
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
    any     ///< rows that differ from cell to cell or radiate, and packs that cannot be moved as such
};

/// Whether z walls may radiate there: in the other marches all that Newton's steps need would spill.
constexpr bool radiates_in_z(Care care) { return care == Care::none || care == Care::any; }

/// A value for every stage.
template <class Real, int Steps>
struct alignas(16) StageValues {
    Real v[Steps];
};

/// Where the rows of one face cell come from.
template <class Real>
struct RowSource {
    const WallRow<Real>* rows;    ///< in plane 0 or of class 0, for the first stage; null: the face touches no wall
    const std::uint16_t* classes; ///< of the cell in plane 0, or null
    int step, plane;              ///< from row to row; from class to class where there are classes
    int row_of_class;             ///< from the row of a class to that of the next

    [[nodiscard]] __device__ __forceinline__ int place(int k) const {
        return classes == nullptr ? k * plane : classes[index_t{k} * plane] * row_of_class;
    }
};

/// Walls of x and y beside one tile: at most one of each axis. What a thread must know of its face cell lies in shared
/// memory: registers would be missing in the march.
template <class Real, class Shape>
class TileWalls {
public:
    using L = Layout<Real, Shape>;
    using P = Pack<Real>;
    static constexpr TemporalShape S = Shape::value;
    static constexpr int T = S.steps, R = S.rows, width = P::width;
    static_assert(L::faces <= S.threads(), "a thread looks after one face cell at most");
    using Planes = P[T][2][R]; ///< of every level, see March

    __device__ __forceinline__ TileWalls(const Sweep<Real>& s, const TileSpan& x, const TileSpan& y) : s_(s) {
        const int lane = threadIdx.x % S.lanes, band = threadIdx.x / S.lanes;
        if (x.low_wall && lane == 0) x_wall_ = -1;
        if (x.high_wall && lane == S.lanes - 1) x_wall_ = 1;
        if (y.low_wall && band == 0) y_wall_ = -1;
        if (y.high_wall && band + 1 == S.bands()) y_wall_ = 1;
        x_rows_ = L::x_rows + band * R * L::x_row, x_gains_ = L::x_gains + band * R * L::x_gain;
        const int x_side = wall_side(0, x), y_side = wall_side(1, y);
        varying_ = varies(s, 0, x) || varies(s, 1, y);
        radiating_ = radiates(s, 0, x) || radiates(s, 1, y);
        if (threadIdx.x < L::tile_x) find_rows(y_side, x, s.in.n[0], threadIdx.x);
        else if (threadIdx.x < L::faces) find_rows(x_side, y, s.in.n[1], threadIdx.x - L::tile_x);
    }

    /// The side of the grid that a tile touches, or -1; whether that wall's rows differ from cell to cell or radiate.
    static __device__ __forceinline__ int wall_side(int axis, const TileSpan& tile) {
        return tile.low_wall || tile.high_wall ? side_of(axis, tile.high_wall) : -1;
    }
    static __device__ __forceinline__ bool varies(const Sweep<Real>& s, int axis, const TileSpan& tile) {
        const int side = wall_side(axis, tile);
        return side >= 0 && !s.walls[side].uniform();
    }
    static __device__ __forceinline__ bool radiates(const Sweep<Real>& s, int axis, const TileSpan& tile) {
        const int side = wall_side(axis, tile);
        return side >= 0 && s.walls[side].radiates;
    }

    /// Requests the rows that iteration i, the first, reads.
    template <Care C>
    __device__ __forceinline__ void start(int i) const {
        const int copies = C == Care::any && !varying_ ? L::buffers : 1;
        for (int b = 0; b < copies; ++b) request_rows(i, b);
    }
    /// At the top of iteration i: requests the rows of the next one and says whether there are any.
    template <Care C>
    [[nodiscard]] __device__ __forceinline__ bool request_next(int i) const {
        if (C != Care::any || !varying_) return false;
        request_rows(i + 1, next_buffer());
        return true;
    }
    template <Care C>
    [[nodiscard]] __device__ __forceinline__ bool requests() const {
        return C == Care::any && varying_;
    }
    __device__ __forceinline__ void advance() { buffer_ = next_buffer(); }

    /// Turns the radiating rows of this iteration into what they add to the cells of planes 1 - Now, two barriers for
    /// the block. The cells lie where the gains will.
    template <Care C, int Now>
    __device__ __forceinline__ void radiate(const Planes& A) const {
        if (C != Care::any || !radiating_) return;
        using V = StageValues<Real, T>;
        const int gains = buffer_ * L::gains_size;
        if (x_wall_ != 0)
#pragma unroll
            for (int r = 0; r < R; ++r) {
                V cells;
#pragma unroll
                for (int t = 0; t < T; ++t)
                    cells.v[t] = x_wall_ < 0 ? A[t][1 - Now][r].v[0] : A[t][1 - Now][r].v[width - 1];
                shared<V>(x_gains_ + gains + r * L::x_gain) = cells;
            }
        if (y_wall_ != 0)
#pragma unroll
            for (int t = 0; t < T; ++t)
                shared<P>(L::gains + gains + static_cast<int>(threadIdx.x) % S.lanes * 16 + t * L::row) =
                    y_wall_ < 0 ? A[t][1 - Now][0] : A[t][1 - Now][R - 1];
        __syncthreads();
#pragma unroll 1
        for (int n = static_cast<int>(threadIdx.x); n < L::faces * T; n += S.threads())
            radiate_cell(n % L::faces, n / L::faces);
        __syncthreads();
    }

    /// Replaces the cells beyond the x wall by the ghosts of all stages, for the cells of plane 1 - Now in `count` rows
    /// of the thread, and leaves what the wall adds.
    template <Care C, int Now>
    __device__ __forceinline__ void make_x_ghosts(const Planes& A, const int (&rows)[2], int count, Real (&west)[T][2],
                                                  Real (&east)[T][2]) const {
        using V = StageValues<Real, T>;
        V gains[2], w, T_ref, flux;
#pragma unroll
        for (int n = 0; n < count; ++n) {
            if (n == 0 || C == Care::any) {
                const int from = x_rows_ + row_buffer<C>() + rows[n] * L::x_row;
                w = shared<V>(from), T_ref = shared<V>(from + L::x_gain), flux = shared<V>(from + 2 * L::x_gain);
            }
#pragma unroll
            for (int t = 0; t < T; ++t) {
                const P& c = A[t][1 - Now][rows[n]];
                const Real cell = C == Care::x_high || (C == Care::any && x_wall_ > 0) ? c.v[width - 1] : c.v[0];
                gains[n].v[t] = wall_gain(WallRow<Real>{w.v[t], T_ref.v[t], flux.v[t]}, cell);
                if constexpr (C != Care::x_high) add_if(x_wall_ < 0, west[t][n], cell, gains[n].v[t]);
                if constexpr (C != Care::x_low) add_if(x_wall_ > 0, east[t][n], cell, gains[n].v[t]);
            }
        }
#pragma unroll
        for (int n = 0; n < count; ++n)
            if (x_wall_ != 0) shared<V>(x_gains_ + buffer_ * L::gains_size + rows[n] * L::x_gain) = gains[n];
    }

    /// Puts the ghosts of stage t beyond a y wall at place(t, north) of shared memory, for all stages, and leaves what
    /// the wall adds.
    template <Care C, int Now, class Place>
    __device__ __forceinline__ void make_y_ghosts(const Planes& A, const Place& place) const {
        if (y_wall_ == 0) return;
        const int lane = static_cast<int>(threadIdx.x) % S.lanes;
        const int from = L::y_rows + row_buffer<C>() + lane * 16, to = L::gains + buffer_ * L::gains_size + lane * 16;
        P gains[T], ghosts[T];
#pragma unroll
        for (int t = 0; t < T; ++t) {
            const int row = from + t * L::y_stage;
            const P w = shared<P>(row), T_ref = shared<P>(row + L::row), flux = shared<P>(row + 2 * L::row);
#pragma unroll
            for (int q = 0; q < width; ++q) {
                const Real cell = y_wall_ < 0 ? A[t][1 - Now][0].v[q] : A[t][1 - Now][R - 1].v[q];
                gains[t].v[q] = wall_gain(WallRow<Real>{w.v[q], T_ref.v[q], flux.v[q]}, cell);
                ghosts[t].v[q] = cell + gains[t].v[q];
            }
        }
#pragma unroll
        for (int t = 0; t < T; ++t) {
            shared<P>(place(t, y_wall_ > 0)) = ghosts[t];
            shared<P>(to + t * L::row) = gains[t];
        }
    }

    /// Books this thread's part of what iteration i - 2 left, for planes begin .. end - 1: one face cell, some of its
    /// stages. A face cell gets its stages from different threads, in turn: a barrier lies between two iterations.
    __device__ __forceinline__ void book(int i, int begin, int end) const {
        constexpr int groups = S.threads() / L::faces;
        static_assert(T % groups == 0);
        const int n = static_cast<int>(threadIdx.x), face = n % L::faces, group = n / L::faces;
        const bool of_y = face < L::tile_x;
        double* const heat = shared<double*>(L::heat + 8 * face);
        const bool books = n < groups * L::faces && heat != nullptr;
        const int plane = static_cast<int>(s_.in.n[of_y ? 0 : 1]), stage = of_y ? L::row : L::bytes;
        const int gains = next_buffer() * L::gains_size + // of three: that of i - 2
                          (of_y ? L::gains + face * L::bytes : L::x_gains + (face - L::tile_x) * L::x_gain);
#pragma unroll
        for (int m = 0; m < T / groups; ++m) {
            const int t = group + m * groups, p = i - 3 - t;
            book_gain_if(books && p >= begin && p < end, shared<Real>(gains + t * stage), heat + index_t{p} * plane,
                         s_.heat_weight);
        }
    }

private:
    /// The same for one cell of the two faces and one stage.
    __device__ __forceinline__ void radiate_cell(int face, int t) const {
        if (shared<RowSource<Real>>(L::sources + L::source * face).rows == nullptr) return;
        const bool of_y = face < L::tile_x;
        const int x = face - L::tile_x, part = of_y ? L::row : L::x_gain;
        const int row = buffer_ * L::buffer +
                        (of_y ? L::y_rows + face * L::bytes + t * L::y_stage : L::x_rows + x * L::x_row + t * L::bytes);
        const int cell = buffer_ * L::gains_size +
                         (of_y ? L::gains + face * L::bytes + t * L::row : L::x_gains + x * L::x_gain + t * L::bytes);
        const WallRow<Real> law{shared<Real>(row), shared<Real>(row + part), shared<Real>(row + 2 * part)};
        if (!(law.w < 0)) return;
        const WallView<Real>& any_wall = s_.walls[0]; // all count in the same kelvin
        shared<Real>(row) = Real(0),
        shared<Real>(row + 2 * part) = radiation_gain(law, shared<Real>(cell), any_wall.kelvin);
    }

    /// Notes where cell c of a face of n cells, seen from a tile that spans `along`, has its rows and its heat.
    __device__ __forceinline__ void find_rows(int side, const TileSpan& along, index_t n, int c) const {
        RowSource<Real>& source = shared<RowSource<Real>>(L::sources + L::source * static_cast<int>(threadIdx.x));
        double*& heat = shared<double*>(L::heat + 8 * static_cast<int>(threadIdx.x));
        source.rows = nullptr, heat = nullptr;
        if (side < 0) return;
        const index_t at = along.origin + c;
        const WallView<Real>& wall = s_.walls[side];
        if (wall.heat != nullptr && at >= along.own_begin && at < along.own_end) heat = wall.heat + at;
        const index_t cell = wrapped(at, n);
        const WallRow<Real>* const rows = wall.rows + s_.wall_step * wall.step_stride;
        const int step = static_cast<int>(wall.step_stride), row = static_cast<int>(wall.cell_stride);
        if (wall.classes == nullptr)
            source = {rows + cell * wall.cell_stride, nullptr, step, static_cast<int>(n * wall.cell_stride), row};
        else source = {rows, wall.classes + cell, step, static_cast<int>(n), row};
    }

    /// Requests the rows that the stages of iteration i read. Planes that do not exist get some row: what is computed
    /// there is never used.
    __device__ __forceinline__ void request_rows(int i, int buffer) const {
        const int c = static_cast<int>(threadIdx.x);
        if (c >= L::faces) return;
        const RowSource<Real> source = shared<RowSource<Real>>(L::sources + L::source * c);
        if (source.rows == nullptr) return;
        const bool of_y = c < L::tile_x;
        const int first =
            buffer * L::buffer + (of_y ? L::y_rows + c * L::bytes : L::x_rows + (c - L::tile_x) * L::x_row);
        const int stage = of_y ? L::y_stage : L::bytes, part = of_y ? L::row : L::x_gain;
        const int nz = static_cast<int>(s_.in.n[2]);
        int places[T]; // all loads of classes before the copies wait for them
#pragma unroll
        for (int t = 0; t < T; ++t) {
            int k = i - 1 - t;
            if (s_.walls[4].periodic) k += k < 0 ? nz : k >= nz ? -nz : 0;
            places[t] = source.place(min(max(k, 0), nz - 1));
        }
#pragma unroll
        for (int t = 0; t < T; ++t) {
            const WallRow<Real>* row = source.rows + (index_t{t} * source.step + places[t]);
            __pipeline_memcpy_async(&shared<Real>(first + t * stage), &row->w, sizeof(Real));
            __pipeline_memcpy_async(&shared<Real>(first + t * stage + part), &row->T_ref, sizeof(Real));
            __pipeline_memcpy_async(&shared<Real>(first + t * stage + 2 * part), &row->s, sizeof(Real));
        }
    }
    [[nodiscard]] __device__ __forceinline__ int next_buffer() const {
        return buffer_ + 1 == L::buffers ? 0 : buffer_ + 1;
    }
    template <Care C>
    [[nodiscard]] __device__ __forceinline__ int row_buffer() const {
        return C == Care::any ? buffer_ * L::buffer : 0;
    }

    const Sweep<Real>& s_;
    bool varying_ = false; ///< rows differ from cell to cell or radiate
    bool radiating_ = false;
    int buffer_ = 0;               ///< of this iteration
    int x_wall_ = 0, y_wall_ = 0;  ///< -1, 1: this thread lies beside the low, high wall
    int x_rows_ = 0, x_gains_ = 0; ///< the rows of the x wall beside the thread's first row, and where its gains go
};

} // namespace isotherm::cuda::temporal
