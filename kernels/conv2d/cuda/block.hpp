#pragma once

/// A filter of any size with several outputs per thread: a pack of columns times eight rows. A row of pixels comes in,
/// a pack of taps is fetched per output row that sees it, and every pair of packs serves 4 x 4 products. The weights
/// stand in constant memory, each row of them padded with zeros so that packs of pixels are aligned.

#include <algorithm>

#include "kernels/base/error.hpp"
#include "kernels/conv2d/cuda/march.hpp"

namespace isotherm::cuda {

inline constexpr int block_rows = 8;

/// The weights as the kernel wants them.
template <class Real>
struct BlockTaps {
    NearTaps<Real> taps;
    int front = 0;   ///< zeros before the first weight of a row
    int columns = 0; ///< weights and zeros of a row, whole packs
};

/// A second pass runs along y over sums that a first pass along x has made of T - c: nothing is subtracted, and beyond
/// the field stands what that pass would have made of the value there.
template <class Real>
struct BlockPass {
    bool second = false;
    Real x_total = Real(0); ///< sum of the weights along x
};

/// Pixels of the row that begin at column x, which is aligned.
template <class Real>
ISO_HD PixelPack<Real> load_pack(const Filter<Real>& f, const Real* row, index_t x, Real outside) {
    constexpr int width = PixelPack<Real>::width;
    if (row != nullptr && x >= 0 && x + width <= f.in.n[0]) return *reinterpret_cast<const PixelPack<Real>*>(row + x);
    PixelPack<Real> pack;
    ISO_UNROLL
    for (int q = 0; q < width; ++q) {
        const index_t at = row == nullptr ? outside_index : source_pixel(f.padding[0], x + q, f.in.n[0]);
        pack.v[q] = at < 0 ? outside : row[at];
    }
    return pack;
}

/// The outputs of one lane of a warp's task.
template <class Real>
ISO_HD void block_outputs(const Filter<Real>& f, const BlockTaps<Real>& taps, const BlockPass<Real>& pass,
                          unsigned task, int lane) {

    constexpr int width = PixelPack<Real>::width;
    const auto strips = static_cast<unsigned>((f.out.n[0] + 32 * width - 1) / (32 * width));
    const index_t i = index_t{task % strips} * (32 * width) + lane * width;
    const index_t j = index_t{task / strips} * block_rows;
    if (j >= f.out.n[1] || i >= f.out.n[0]) return;
    const index_t x = i - f.anchor[0] - taps.front;
    const Real c = f.centre(), subtract = pass.second ? Real(0) : c;
    const Real outside = pass.second ? (f.outside - c) * pass.x_total : f.outside;
    Real sum[block_rows][width] = {};
    ISO_NO_UNROLL
    for (int r = 0; r < f.rows + block_rows - 1; ++r) {
        const Real* const row = row_at(f, j - f.anchor[1] + r);
        PixelPack<Real> low = load_pack(f, row, x, outside);
        ISO_NO_UNROLL
        for (int b = 0; b < taps.columns; b += width) {
            const PixelPack<Real> high = load_pack(f, row, x + b + width, outside);
            Real d[2 * width];
            ISO_UNROLL
            for (int q = 0; q < width; ++q) d[q] = low.v[q] - subtract, d[width + q] = high.v[q] - subtract;
            ISO_UNROLL
            for (int y = 0; y < block_rows; ++y) {
                const int a = r - y;
                if (a < 0 || a >= f.rows) continue;
                ISO_UNROLL
                for (int q = 0; q < width; ++q) {
                    const Real w = taps.taps[a * taps.columns + b + q];
                    ISO_UNROLL
                    for (int p = 0; p < width; ++p) sum[y][p] = fused(w, d[p + q], sum[y][p]);
                }
            }
            low = high;
        }
    }
    ISO_UNROLL
    for (int y = 0; y < block_rows; ++y) ISO_UNROLL
    for (int p = 0; p < width; ++p)
        if (j + y < f.out.n[1] && i + p < f.out.n[0]) f.out(i + p, j + y, 0) = fused(f.total, c, sum[y][p]);
}

/// Zeros before the first weight so that the first pack of a thread's pixels is aligned, the outputs being so.
template <class Real>
constexpr int block_front(int anchor) {
    constexpr int width = PixelPack<Real>::width;
    return (width - anchor % width) % width;
}

template <class Real>
constexpr int block_columns(int columns, int front) {
    constexpr int width = PixelPack<Real>::width;
    return (front + columns + width - 1) / width * width;
}

/// Throws UsageError when the weights do not fit into constant memory.
template <class Real>
BlockTaps<Real> block_taps(const Real* weights, int rows, int columns, int anchor) {
    BlockTaps<Real> t{};
    t.front = block_front<Real>(anchor);
    t.columns = block_columns<Real>(columns, t.front);
    if (index_t{rows} * t.columns > most_near_taps<Real>)
        throw UsageError("filter.method: the weights do not fit into the GPU's constant memory; use auto");
    for (int a = 0; a < rows; ++a)
        std::copy(weights + a * columns, weights + (a + 1) * columns, t.taps.w + a * t.columns + t.front);
    return t;
}

} // namespace isotherm::cuda
