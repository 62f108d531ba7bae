#include "kernels/stencil/variable/deposit.hpp"

namespace isotherm {
namespace {

template <class Real>
void deposit_as(const Deposit<Real>& d, const FieldView<Real>& T, const Device& device) {
#ifdef ISOTHERM_CUDA
    if (device.backend == Backend::cuda) return cuda::deposit(d, T, device);
#endif
    const index_t rows = d.n[1] * d.n[2];
#pragma omp parallel for num_threads(device.threads) schedule(static) if (rows * d.n[0] > 20000)
    for (index_t row = 0; row < rows; ++row)
        for (index_t i = 0; i < d.n[0]; ++i) deposit_in_cell(d, T, i, row % d.n[1], row / d.n[1]);
}

} // namespace

void deposit(const Deposit<float>& d, const FieldView<float>& T, const Device& device) { deposit_as(d, T, device); }
void deposit(const Deposit<double>& d, const FieldView<double>& T, const Device& device) { deposit_as(d, T, device); }

} // namespace isotherm
