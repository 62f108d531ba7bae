/// deposit.hpp on the GPU: a thread per cell of the box.

#include "kernels/stencil/variable/deposit.hpp"

#include <cuda_runtime.h>

#include "kernels/base/cuda_check.hpp"

namespace isotherm::cuda {
namespace {

constexpr int block_threads = 128;

template <class Real>
__global__ void __launch_bounds__(block_threads) deposit_box(Deposit<Real> d, FieldView<Real> T, index_t cells) {
    const index_t cell = index_t{blockIdx.x} * block_threads + threadIdx.x;
    if (cell >= cells) return;
    const index_t row = cell / d.n[0];
    deposit_in_cell(d, T, cell - row * d.n[0], row % d.n[1], row / d.n[1]);
}

} // namespace

template <class Real>
void deposit(const Deposit<Real>& d, const FieldView<Real>& T, const Device& device) {
    const index_t cells = d.n[0] * d.n[1] * d.n[2];
    if (cells <= 0) return;
    const auto blocks = static_cast<unsigned>((cells + block_threads - 1) / block_threads);
    deposit_box<<<blocks, block_threads, 0, stream_of(device.stream)>>>(d, T, cells);
    check(cudaGetLastError(), "depositing heat");
}
template void deposit(const Deposit<float>&, const FieldView<float>&, const Device&);
template void deposit(const Deposit<double>&, const FieldView<double>&, const Device&);

} // namespace isotherm::cuda
