#pragma once

/// How a field is cut for filtering with FFTs (overlap-save): a tile of N x M pixels of the padded field gives
/// (N - R + 1) x (M - S + 1) outputs, since the circular correlation is the true one where it does not wrap.
/// A. V. Oppenheim, R. W. Schafer, Discrete-Time Signal Processing, section 8.7.

#include "kernels/conv2d/variants.hpp"

namespace isotherm {

struct FftTiles {
    index_t rows = 1, columns = 1; ///< N, M
    index_t useful_rows = 1, useful_columns = 1;
    index_t tiles_y = 1, tiles_x = 1;
    double work_per_pixel = 0; ///< N M log2(N M) of all tiles per output pixel

    [[nodiscard]] ISO_HD index_t count() const { return tiles_x * tiles_y; }
    [[nodiscard]] index_t spectrum_columns() const { return columns / 2 + 1; }
};

/// Pixels of a tile that a core's second-level cache holds, transform and scratch included.
inline constexpr index_t cpu_fft_cache = index_t{1} << 17;

/// The same for a GPU, whose caches hold many tiles; larger ones are slower to transform.
inline constexpr index_t gpu_fft_cache = index_t{1} << 18;

/// The cut with the least work; tiles of more than `cached` pixels count double. Sides are powers of two.
FftTiles plan_fft_tiles(const FilterTraits& traits, index_t cached);

} // namespace isotherm
