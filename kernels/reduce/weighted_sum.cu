/// weighted_sum.hpp on the GPU: a warp is the 32 lanes of `fixed_sum`, one row at a time.

#include "kernels/reduce/weighted_sum.hpp"

#include <cuda_runtime.h>

#include "kernels/base/cuda_check.hpp"
#include "kernels/base/device_cuda.hpp"
#include "kernels/reduce/fixed_sum.hpp"

namespace isotherm::cuda {
namespace {

constexpr int block_threads = 256;

template <class Real>
__global__ void __launch_bounds__(block_threads)
    weighted_rows(FieldView<const Real> field, const std::uint8_t* index, const double* weights, double* sums) {
    const int lane = threadIdx.x % sum_lanes;
    const index_t warp = (index_t{blockIdx.x} * block_threads + threadIdx.x) / sum_lanes;
    const index_t warps = index_t{gridDim.x} * block_threads / sum_lanes;
    for (index_t row = warp; row < field.n[1] * field.n[2]; row += warps) {
        const index_t at = row % field.n[1] * field.pitch + row / field.n[1] * field.plane;
        double sum = 0;
        for (index_t i = lane; i < field.n[0]; i += sum_lanes)
            sum += weights[index == nullptr ? at + i : index[at + i]] * static_cast<double>(field.data[at + i]);
        for (int half = sum_lanes / 2; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffffU, sum, half);
        if (lane == 0) sums[row] = sum;
    }
}

} // namespace

template <class Real>
void weighted_row_sums(const FieldView<const Real>& field, const std::uint8_t* index, const double* weights,
                       const Device& device, double* sums) {
    const index_t rows = field.n[1] * field.n[2];
    const Memory on_device(device, rows * 8, "a sum");
    const auto blocks = static_cast<unsigned>(multiprocessors(device) * 8);
    weighted_rows<<<blocks, block_threads, 0, stream_of(device.stream)>>>(field, index, weights,
                                                                          on_device.as<double>());
    check(cudaGetLastError(), "summing the heat of the media");
    on_device.download(sums, rows * 8);
}
template void weighted_row_sums(const FieldView<const float>&, const std::uint8_t*, const double*, const Device&,
                                double*);
template void weighted_row_sums(const FieldView<const double>&, const std::uint8_t*, const double*, const Device&,
                                double*);

} // namespace isotherm::cuda
