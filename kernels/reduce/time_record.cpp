#include "kernels/reduce/time_record.hpp"

namespace isotherm {
namespace {

template <class Real>
void record(const FieldView<const Real>& T, double reference, double weight, const FieldView<double>& most,
            const FieldView<double>& sum, const Device& device) {
#ifdef ISOTHERM_CUDA
    if (device.backend == Backend::cuda) return cuda::record_time(T, reference, weight, most, sum, device);
#endif
    const index_t rows = T.n[1] * T.n[2];
#pragma omp parallel for num_threads(device.threads) schedule(static) if (rows * T.n[0] > 65536)
    for (index_t row = 0; row < rows; ++row)
        for (index_t i = 0; i < T.n[0]; ++i)
            record_cell(T, reference, weight, most, sum, i, row % T.n[1], row / T.n[1]);
}

} // namespace

void record_time(const FieldView<const float>& T, double reference, double weight, const FieldView<double>& most,
                 const FieldView<double>& sum, const Device& device) {
    record(T, reference, weight, most, sum, device);
}
void record_time(const FieldView<const double>& T, double reference, double weight, const FieldView<double>& most,
                 const FieldView<double>& sum, const Device& device) {
    record(T, reference, weight, most, sum, device);
}

} // namespace isotherm
