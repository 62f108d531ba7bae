#pragma once

/// Rows of pixels that travel into shared memory while others are summed. Every warp has a ring of its own: no block
/// barrier, and bytes in flight that cost no registers.

#include <cuda_pipeline_primitives.h>

#include "kernels/conv2d/cuda/march.hpp"

namespace isotherm::cuda {

template <class M>
class RingRows {
public:
    using Real = typename M::Real;
    static constexpr int depth = 4;                          ///< rows on their way
    static constexpr int slots = depth + 1;                  ///< and the one that is read
    static constexpr int row_pixels = M::span + 2 * M::halo; ///< of a warp's strip and what it sees beside
    static constexpr index_t bytes_per_warp = index_t{slots} * row_pixels * static_cast<index_t>(sizeof(Real));
    static constexpr index_t bytes = march_warps * bytes_per_warp;

    __device__ RingRows(const Filter<Real>& f, const MarchPlan& plan, const MarchPlace<M>& place, unsigned char* shared)
        : f_(f), plan_(plan), place_(place), c_(f.centre()),
          ring_(reinterpret_cast<Real*>(shared + threadIdx.x / 32 * bytes_per_warp)),
          lane_(static_cast<int>(threadIdx.x % 32)), begin_(place.strip0 - M::halo),
          inside_(begin_ >= 0 && begin_ + row_pixels <= f.in.n[0]) {
#pragma unroll 1
        for (int n = 0; n < depth; ++n) request(place.first + n, n);
    }

    /// d <- T - c of row y. All lanes of the warp come here together.
    __device__ __forceinline__ void take(index_t y, Real (&d)[M::window]) {
        __pipeline_wait_prior(depth - 1);
        __syncwarp(); // every lane's copies are there, and every lane has read the row before
        const int free = slot_ == 0 ? slots - 1 : slot_ - 1;
        request(y + depth, free);
        const auto* const packs =
            reinterpret_cast<const PixelPack<Real>*>(ring_ + slot_ * row_pixels) + lane_ * (M::outputs / M::width);
#pragma unroll
        for (int p = 0; p < M::window / M::width; ++p) {
            const PixelPack<Real> pack = packs[p];
#pragma unroll
            for (int q = 0; q < M::width; ++q) d[p * M::width + q] = pack.v[q] - c_;
        }
        slot_ = slot_ == slots - 1 ? 0 : slot_ + 1;
    }

private:
    /// Starts this lane's part of the copy of row y. Every call is one group of copies, empty or not.
    __device__ __forceinline__ void request(index_t y, int slot) {
        if (y <= place_.last) {
            const Real* const row = row_at(f_, y);
            Real* const to = ring_ + slot * row_pixels + lane_ * M::width;
            if (inside_ && row != nullptr) {
                const Real* const from = row + (begin_ + lane_ * M::width);
#pragma unroll
                for (int at = 0; at < row_pixels; at += 32 * M::width)
                    if (at + 32 * M::width <= row_pixels || lane_ < (row_pixels - at) / M::width)
                        __pipeline_memcpy_async(to + at, from + at, 16);
            } else {
                copy_edge(row, to);
            }
        }
        __pipeline_commit();
    }

    /// The same for a strip that reaches beyond the field: packs that do are copied pixel by pixel, as asynchronously.
    __device__ __forceinline__ void copy_edge(const Real* row, Real* to) const {
#pragma unroll 1
        for (int at = 0; at + lane_ * M::width < row_pixels; at += 32 * M::width) {
            const int x = begin_ + lane_ * M::width + at;
            if (row != nullptr && x >= 0 && x + M::width <= f_.in.n[0]) {
                __pipeline_memcpy_async(to + at, row + x, 16);
                continue;
            }
#pragma unroll
            for (int q = 0; q < M::width; ++q) {
                const Real* const place = pixel_place(f_, plan_.columns, row, x + q);
                if (place != nullptr) __pipeline_memcpy_async(to + at + q, place, sizeof(Real));
                else to[at + q] = f_.outside;
            }
        }
    }

    const Filter<Real>& f_;
    const MarchPlan& plan_;
    const MarchPlace<M>& place_;
    const Real c_;
    Real* const ring_;
    const int lane_;
    const int begin_;   ///< column of the first pixel of a row
    const bool inside_; ///< all columns are in the field
    int slot_ = 0;      ///< of the row that is taken next
};

} // namespace isotherm::cuda
