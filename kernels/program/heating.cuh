#pragma once

/// heating.hpp on the GPU: a warp is the 32 lanes of `fixed_sum`, one row at a time; a lane decodes an instruction once
/// for four of its cells.

#include "kernels/base/cuda_check.hpp"
#include "kernels/program/heating.hpp"
#include "kernels/stencil/cuda/launch.cuh"

namespace isotherm::cuda {

inline constexpr int program_threads = 128, cells_at_once = 4;

template <class Real>
__global__ void __launch_bounds__(program_threads) program_heating(const __grid_constant__ ProgramHeating<Real> p) {
    const int lane = threadIdx.x % sum_lanes;
    const index_t warp = (index_t{blockIdx.x} * program_threads + threadIdx.x) / sum_lanes;
    const index_t warps = index_t{gridDim.x} * program_threads / sum_lanes;
    const index_t ny = p.to.n[1];
    for (index_t row = warp; row < ny * p.to.n[2]; row += warps) {
        double sum = 0, q[cells_at_once];
        for (index_t i = 0; i < p.to.n[0]; i += sum_lanes * cells_at_once) {
            heat_cells<cells_at_once>(p, i + lane, sum_lanes, row % ny, row / ny, q);
            for (int w = 0; w < cells_at_once; ++w) sum += q[w];
        }
        for (int half = sum_lanes / 2; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffffU, sum, half);
        if (lane == 0) p.row_heat[row] += p.weight * sum;
    }
}

template <class Real>
void launch_program_heating(const ProgramHeating<Real>& p, index_t blocks, void* stream) {
    void (*const kernel)(ProgramHeating<Real>) = &program_heating<Real>;
    launch(kernel, blocks, program_threads, 0, stream, p);
}

} // namespace isotherm::cuda
