#pragma once

/// Weights on the GPU. A set that is a kernel parameter lies in constant memory: all lanes of a warp read the same
/// weight, so one fetch serves 32 of them, and fused multiply-adds take it as an operand.

#include "kernels/conv2d/cuda/march.hpp"
#include "kernels/conv2d/cuda/variants.hpp"
#include "kernels/conv2d/weighted_sum.hpp"
#include "kernels/stencil/cuda/launch.cuh"

namespace isotherm::cuda {

/// Weights in global memory, for filters that are too large for constant memory.
template <class Real>
struct FarTaps {
    const Real* w;
    __device__ __forceinline__ Real operator[](int n) const { return __ldg(w + n); }
};

template <class Real>
NearTaps<Real> near_taps(const FilterSetup<Real>& setup) {
    NearTaps<Real> taps{};
    std::copy(setup.weights, setup.weights + setup.filter.rows * setup.filter.columns, taps.w);
    return taps;
}

inline bool fits_near(const FilterTraits& t) { return t.taps() * static_cast<double>(size_of(t.precision)) <= 16384; }

/// Blocks in one dimension, x fastest, so that no axis meets the limit of 65,535. Throws UsageError beyond 2^31.
inline index_t count_blocks(index_t nx, index_t ny, int tile_x, int tile_y) {
    const index_t blocks = ceil_div(nx, tile_x) * ceil_div(ny, tile_y);
    if (blocks > most_blocks) throw UsageError("filter.method: the field needs too many blocks of GPU threads");
    return blocks;
}

/// Shared memory that a block may have on the current GPU.
inline index_t most_shared_bytes() {
    int device = 0, bytes = 0;
    check(cudaGetDevice(&device), "asking for the current GPU");
    check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), "asking for shared memory");
    return bytes;
}

/// Multiprocessors' share of resident_blocks, for the bench.
template <class Kernel>
int blocks_per_multiprocessor(Kernel* kernel, int threads, index_t shared_bytes) {
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reinterpret_cast<const void*>(kernel), threads,
                                                        static_cast<std::size_t>(shared_bytes)),
          "asking how many blocks fit");
    return blocks;
}

} // namespace isotherm::cuda
