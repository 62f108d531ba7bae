#pragma once

/// Rows of pixels in shared memory.

#include <cuda_pipeline_primitives.h>

#include "kernels/conv2d/cuda/march.hpp"

namespace isotherm::cuda {

/// Asynchronous copies of rows of a warp's strip and what it sees beside, into shared memory.
template <class M>
class RowCopies {
public:
    using Real = typename M::Real;
    static constexpr int row_pixels = M::span + 2 * M::halo;

    __device__ RowCopies(const Filter<Real>& f, const MarchPlan& plan, int strip0)
        : f_(f), plan_(plan), lane_(static_cast<int>(threadIdx.x % 32)), begin_(strip0 - M::halo),
          inside_(begin_ >= 0 && begin_ + row_pixels <= f.in.n[0]) {}

    /// Where in memory this lane's part of row y begins, counted from the field's first pixel.
    __device__ index_t place(int y) const { return begin_ + lane_ * M::width + y * f_.in.pitch; }

    /// Starts this lane's part of the copy of row y, which stands at `at`, to `row`.
    __device__ __forceinline__ void start(int y, index_t at, Real* row) const {
        Real* const to = row + lane_ * M::width;
        if (inside_ && y >= 0 && y < f_.in.n[1]) {
            const Real* const from = f_.in.data + at;
#pragma unroll
            for (int x = 0; x < row_pixels; x += 32 * M::width)
                if (x + 32 * M::width <= row_pixels || lane_ < (row_pixels - x) / M::width)
                    __pipeline_memcpy_async(to + x, from + x, 16);
        } else {
            copy_edge(row_at(f_, y), to);
        }
    }

private:
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
    const int lane_;
    const int begin_;   ///< column of the first pixel of a row
    const bool inside_; ///< all columns are in the field
};

/// d <- T - c of the thread's window of a row in shared memory.
template <class M>
__device__ __forceinline__ void read_window(const typename M::Real* row, typename M::Real c,
                                            typename M::Real (&d)[M::window]) {
    const auto* const packs =
        reinterpret_cast<const PixelPack<typename M::Real>*>(row) + threadIdx.x % 32 * (M::outputs / M::width);
#pragma unroll
    for (int p = 0; p < M::window / M::width; ++p) {
        const PixelPack<typename M::Real> pack = packs[p];
#pragma unroll
        for (int q = 0; q < M::width; ++q) d[p * M::width + q] = pack.v[q] - c;
    }
}

/// Rows of pixels that travel into shared memory while others are summed. Every warp has a ring of its own: no block
/// barrier, and bytes in flight that cost no registers.
template <class M>
class RingRows {
public:
    using Real = typename M::Real;
    static constexpr int depth = 4;         ///< rows on their way
    static constexpr int slots = depth + 1; ///< and the one that is read
    static constexpr int row_pixels = RowCopies<M>::row_pixels;
    static constexpr index_t bytes_per_warp = index_t{slots} * row_pixels * static_cast<index_t>(sizeof(Real));
    static constexpr index_t bytes = march_warps * bytes_per_warp;

    __device__ RingRows(const Filter<Real>& f, const MarchPlan& plan, const MarchPlace<M>& place, unsigned char* shared)
        : copies_(f, plan, place.strip0), c_(f.centre()), pitch_(f.in.pitch),
          ring_(reinterpret_cast<Real*>(shared + threadIdx.x / 32 * bytes_per_warp)), y_(place.first),
          last_(place.last), at_(copies_.place(place.first)) {
#pragma unroll 1
        for (int n = 0; n < depth; ++n) request(n);
    }

    /// d <- T - c of the next row. All lanes of the warp come here together.
    __device__ __forceinline__ void take(Real (&d)[M::window]) {
        __pipeline_wait_prior(depth - 1);
        __syncwarp(); // every lane's copies are there, and every lane has read the row before
        request(slot_ == 0 ? slots - 1 : slot_ - 1);
        read_window<M>(ring_ + slot_ * row_pixels, c_, d);
        slot_ = slot_ == slots - 1 ? 0 : slot_ + 1;
    }

private:
    /// Starts the copy of the next row. Every call is one group of copies, empty or not.
    __device__ __forceinline__ void request(int slot) {
        if (y_ <= last_) copies_.start(y_, at_, ring_ + slot * row_pixels);
        __pipeline_commit();
        ++y_;
        at_ += pitch_;
    }

    const RowCopies<M> copies_;
    const Real c_;
    const index_t pitch_;
    Real* const ring_;
    int y_; ///< of the row that is asked for next
    const int last_;
    index_t at_;   ///< where it begins
    int slot_ = 0; ///< of the row that is taken next
};

} // namespace isotherm::cuda
