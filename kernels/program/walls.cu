/// walls.hpp on the GPU: a thread per cell of the face.

#include "kernels/program/walls.hpp"

#include <cuda_runtime.h>

#include "kernels/base/cuda_check.hpp"

namespace isotherm::cuda {
namespace {

constexpr int block_threads = 128;

template <class Real>
__global__ void __launch_bounds__(block_threads) program_rows(const __grid_constant__ ProgramWall<Real> p) {
    const index_t cell = index_t{blockIdx.x} * block_threads + threadIdx.x;
    if (cell < p.cells) make_program_row(p, cell);
}

} // namespace

template <class Real>
void make_program_rows(const ProgramWall<Real>& p, const Device& device) {
    const auto blocks = static_cast<unsigned>((p.cells + block_threads - 1) / block_threads);
    program_rows<<<blocks, block_threads, 0, stream_of(device.stream)>>>(p);
    check(cudaGetLastError(), "making the rows of a wall by programs");
}
template void make_program_rows(const ProgramWall<float>&, const Device&);
template void make_program_rows(const ProgramWall<double>&, const Device&);

} // namespace isotherm::cuda
