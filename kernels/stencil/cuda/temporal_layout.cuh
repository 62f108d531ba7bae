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
    static constexpr int slot = (tile_y + 2 * S.layers) * row; ///< of the ring: a plane between rows for ghosts
    static constexpr int ring = S.layers * row, edges = ring + S.slots() * slot;
    /// First or last rows of all bands, and those for ghosts.
    static constexpr int edge_side = (S.bands() + 1) * S.layers * row;
    static constexpr int edge_level = 2 * edge_side, edge_turn = (S.steps - 1) * edge_level;
    static constexpr int barrier = edges + S.kept() * edge_turn;
    /// Of a wall there are `layers` rows per stage, the entries t * layers + m.
    static constexpr int entries = S.steps * S.layers;
    static constexpr int y_rows = barrier + 16, y_entry = 3 * row;     ///< per entry w of all cells, T_ref, s
    static constexpr int x_gain = entries * bytes, x_row = 3 * x_gain; ///< per cell w of all entries, T_ref, s
    static_assert(x_gain % 16 == 0, "all entries of a cell are whole packs");
    static constexpr int x_rows = y_rows + entries * y_entry;
    static constexpr int buffers = 3, buffer = entries * y_entry + tile_y * x_row;
    static constexpr int faces = tile_x + tile_y; ///< cells of a y wall, then those of an x wall, beside a tile
    static constexpr int heat = y_rows + buffers * buffer; ///< where each books its heat
    static constexpr int sources = heat + faces * 8;       ///< where its rows come from
    static constexpr int class_sources = sources + faces * 16;
    static constexpr int gains =
        class_sources + faces * 16; ///< of an iteration: those of y per entry, those of x per cell
    static constexpr int x_gains = gains + entries * row, gains_size = entries * row + tile_y * x_gain;
    static constexpr int total = gains + buffers * gains_size;
};

} // namespace isotherm::cuda::temporal
