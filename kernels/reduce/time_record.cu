/// time_record.hpp on the GPU: a thread per cell.

#include "kernels/reduce/time_record.hpp"

#include <cuda_runtime.h>

#include "kernels/base/cuda_check.hpp"

namespace isotherm::cuda {
namespace {

constexpr int block_threads = 256;

template <class Real>
__global__ void __launch_bounds__(block_threads) record_cells(FieldView<const Real> T, double reference, double weight,
                                                              FieldView<double> most, FieldView<double> sum) {
    const index_t cell = index_t{blockIdx.x} * block_threads + threadIdx.x;
    if (cell >= T.cells()) return;
    const index_t row = cell / T.n[0];
    record_cell(T, reference, weight, most, sum, cell - row * T.n[0], row % T.n[1], row / T.n[1]);
}

} // namespace

template <class Real>
void record_time(const FieldView<const Real>& T, double reference, double weight, const FieldView<double>& most,
                 const FieldView<double>& sum, const Device& device) {
    const auto blocks = static_cast<unsigned>((T.cells() + block_threads - 1) / block_threads);
    record_cells<<<blocks, block_threads, 0, stream_of(device.stream)>>>(T, reference, weight, most, sum);
    check(cudaGetLastError(), "recording a field over time");
}
template void record_time(const FieldView<const float>&, double, double, const FieldView<double>&,
                          const FieldView<double>&, const Device&);
template void record_time(const FieldView<const double>&, double, double, const FieldView<double>&,
                          const FieldView<double>&, const Device&);

} // namespace isotherm::cuda
