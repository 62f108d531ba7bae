#pragma once

/// What the walls of x and y need inside a fused pass: the rows of every stage, brought to shared memory before they
/// are used. One thread looks after one cell of the two faces that a tile can touch.
///
/// Rows lie in `buffers` copies: the one of iteration i is read while that of i + 1 is filled, and a slow warp may
/// still be reading that of i - 1. What the walls add to the cells beside them, the threads there leave in shared
/// memory in as many copies, and two iterations later all threads of the block book it as heat, a part each.

#include <cuda_pipeline_primitives.h>

#include "kernels/stencil/cuda/packs.cuh"
#include "kernels/stencil/cuda/temporal_plan.hpp"

namespace isotherm::cuda {
extern __shared__ __align__(128) unsigned char shared_bytes[];
}

namespace isotherm::cuda::temporal {

template <class T>
__device__ __forceinline__ T& shared(int byte) {
    return *reinterpret_cast<T*>(shared_bytes + byte);
}

/// Where things lie in shared memory, in bytes.
template <class Real, class Shape>
struct Layout {
    static constexpr TemporalShape S = Shape::value;
    static constexpr int bytes = sizeof(Real), width = 16 / bytes;
    static constexpr int tile_x = S.tile_x(bytes), tile_y = S.tile_y(), row = tile_x * bytes;
    static constexpr int slot = (tile_y + 2) * row; ///< of the ring: a plane between two rows for ghosts
    static constexpr int ring = row, edges = ring + S.slots() * slot;
    static constexpr int edge_side = (S.bands() + 1) * row; ///< first or last rows of all bands, and one for ghosts
    static constexpr int edge_level = 2 * edge_side, edge_parity = (S.steps - 1) * edge_level;
    static constexpr int barrier = edges + 2 * edge_parity;
    static constexpr int y_rows = barrier + 16, y_stage = 3 * row, x_row = bytes == 4 ? 16 : 24,
                         x_stage = tile_y * x_row;
    static constexpr int buffers = 3, x_rows = y_rows + S.steps * y_stage, buffer = S.steps * (y_stage + x_stage);
    static constexpr int faces = tile_x + tile_y; ///< cells of a y wall, then those of an x wall, beside a tile
    static constexpr int heat = y_rows + buffers * buffer;                               ///< where each books its heat
    static constexpr int gains = heat + faces * 8, gains_size = S.steps * faces * bytes; ///< of an iteration
    static constexpr int total = gains + buffers * gains_size;
};

/// A row of an x wall in shared memory.
template <class Real>
__device__ __forceinline__ WallRow<Real> shared_row(int byte) {
    if constexpr (sizeof(Real) == 8) return shared<WallRow<Real>>(byte);
    else {
        const Pack<Real> row = shared<Pack<Real>>(byte); // one access
        return {row.v[0], row.v[1], row.v[2]};
    }
}

/// Walls of x and y beside one tile: at most one of each axis. And the face cell that this thread looks after.
template <class Real, class Shape>
class TileWalls {
public:
    using L = Layout<Real, Shape>;
    static constexpr TemporalShape S = Shape::value;
    static_assert(L::faces <= S.threads(), "a thread looks after one face cell at most");
    int x_side = -1, y_side = -1; ///< side of the grid, or -1
    bool varying = false;         ///< rows differ from cell to cell

    __device__ __forceinline__ TileWalls(const Sweep<Real>& s, const TileSpan& x, const TileSpan& y) {
        x_side = x.low_wall ? 0 : x.high_wall ? 1 : -1;
        y_side = y.low_wall ? 2 : y.high_wall ? 3 : -1;
        varying =
            (x_side >= 0 && s.walls[x_side].cell_stride != 0) || (y_side >= 0 && s.walls[y_side].cell_stride != 0);
        nz_ = static_cast<int>(s.in.n[2]), z_periodic_ = s.walls[4].periodic;

        const int c = threadIdx.x;
        const bool of_y = c < L::tile_x;
        const int side = of_y ? y_side : c < L::faces ? x_side : -1;
        if (side < 0) return;
        const TileSpan& along = of_y ? x : y; // the face's cells lie along x, or along y
        const index_t n = s.in.n[of_y ? 0 : 1], at = along.origin + (of_y ? c : c - L::tile_x);
        const WallView<Real>& wall = s.walls[side];
        if (wall.heat != nullptr && at >= along.own_begin && at < along.own_end) heat_ = wall.heat + at;
        rows_ = &wall.row(s.wall_step, wrapped(at, n), 0);
        row_step_ = static_cast<int>(wall.step_stride), row_plane_ = static_cast<int>(n * wall.cell_stride);
    }

    /// Requests the rows that the stages of iteration i read. Planes that do not exist get some row: what is computed
    /// there is never used.
    __device__ __forceinline__ void request_rows(int i, int buffer) const {
        if (rows_ == nullptr) return;
        const int c = threadIdx.x;
        const bool of_y = c < L::tile_x;
        const int first =
            L::y_rows + buffer * L::buffer + (of_y ? c * L::bytes : S.steps * L::y_stage + (c - L::tile_x) * L::x_row);
        const int stage = of_y ? L::y_stage : L::x_stage, part = of_y ? L::row : L::bytes;
#pragma unroll
        for (int t = 0; t < S.steps; ++t) {
            int k = i - 1 - t;
            if (k < 0) k = z_periodic_ ? k + nz_ : 0;
            if (k >= nz_) k = z_periodic_ ? k - nz_ : 0;
            const WallRow<Real>* row = rows_ + (index_t{t} * row_step_ + index_t{k} * row_plane_);
            __pipeline_memcpy_async(&shared<Real>(first + t * stage), &row->w, sizeof(Real));
            __pipeline_memcpy_async(&shared<Real>(first + t * stage + part), &row->T_ref, sizeof(Real));
            __pipeline_memcpy_async(&shared<Real>(first + t * stage + 2 * part), &row->s, sizeof(Real));
        }
    }

    /// Where this thread's face cell books its heat in plane 0; null: nowhere, or others do.
    [[nodiscard]] __device__ __forceinline__ double* heat() const { return heat_; }

private:
    double* heat_ = nullptr;
    const WallRow<Real>* rows_ = nullptr; ///< of this thread's face cell, in plane 0; null: it looks after none
    int row_step_ = 0, row_plane_ = 0, nz_ = 0;
    bool z_periodic_ = false;
};

} // namespace isotherm::cuda::temporal
