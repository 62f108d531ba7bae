#pragma once

#include "kernels/conv2d/cuda/block.hpp"
#include "kernels/conv2d/cuda/taps.cuh"

namespace isotherm::cuda {

template <class Real>
__global__ void __launch_bounds__(march_threads)
    block_kernel(const __grid_constant__ Filter<Real> f, const __grid_constant__ BlockTaps<Real> taps,
                 const __grid_constant__ BlockPass<Real> pass) {
    block_outputs(f, taps, pass, blockIdx.x * march_warps + threadIdx.x / 32, static_cast<int>(threadIdx.x % 32));
}

template <class Real>
void launch_block(const Filter<Real>& f, const BlockTaps<Real>& taps, const BlockPass<Real>& pass, void* stream) {
    constexpr int width = PixelPack<Real>::width;
    const index_t tasks = ceil_div(f.out.n[0], 32 * width) * ceil_div(f.out.n[1], block_rows);
    if (tasks > most_blocks) throw UsageError("filter.method: the field needs too many blocks of GPU threads");
    launch(&block_kernel<Real>, ceil_div(tasks, march_warps), march_threads, 0, stream, f, taps, pass);
}

} // namespace isotherm::cuda
