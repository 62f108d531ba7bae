#pragma once

/// Where things lie in the shared memory of a fused pass.

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
    static constexpr int y_rows = barrier + 16, y_stage = 3 * row;     ///< per stage w of all cells, T_ref, s
    static constexpr int x_gain = S.steps * bytes, x_row = 3 * x_gain; ///< per cell w of all stages, T_ref, s
    static_assert(x_gain % 16 == 0, "all stages of a cell are whole packs");
    static constexpr int x_rows = y_rows + S.steps * y_stage;
    static constexpr int buffers = 3, buffer = S.steps * y_stage + tile_y * x_row;
    static constexpr int faces = tile_x + tile_y; ///< cells of a y wall, then those of an x wall, beside a tile
    static constexpr int heat = y_rows + buffers * buffer; ///< where each books its heat
    static constexpr int sources = heat + faces * 8;       ///< where its rows come from
    static constexpr int source = 32;                      ///< bytes of each of these
    static constexpr int gains =
        sources + faces * source; ///< of an iteration: those of y per stage, those of x per cell
    static constexpr int x_gains = gains + S.steps * row, gains_size = S.steps * row + tile_y * x_gain;
    static constexpr int total = gains + buffers * gains_size;
};

} // namespace isotherm::cuda::temporal
