/// live_rows.hpp on the GPU: a thread per cell of the face.

#include "kernels/boundary/live_rows.hpp"

#include <cuda_runtime.h>

#include "kernels/base/cuda_check.hpp"
#include "kernels/base/device_cuda.hpp"

namespace isotherm::cuda {
namespace {

constexpr int block_threads = 128;

template <class Real>
__global__ void __launch_bounds__(block_threads)
    live_rows(LiveWall<Real> wall, FieldView<const Real> in, index_t step, index_t cells) {
    const index_t cell = index_t{blockIdx.x} * block_threads + threadIdx.x;
    if (cell < cells) make_live_row(wall, in, step, cell);
}

} // namespace

template <class Real>
void make_live_rows(const LiveWall<Real>& wall, const FieldView<const Real>& in, index_t step, const Device& device) {
    const index_t cells = in.cells() / in.n[wall.side / 2];
    const auto blocks = static_cast<unsigned>((cells + block_threads - 1) / block_threads);
    live_rows<<<blocks, block_threads, 0, stream_of(device.stream)>>>(wall, in, step, cells);
    check(cudaGetLastError(), "making the rows of a wall");
}
template void make_live_rows(const LiveWall<float>&, const FieldView<const float>&, index_t, const Device&);
template void make_live_rows(const LiveWall<double>&, const FieldView<const double>&, index_t, const Device&);

} // namespace isotherm::cuda
