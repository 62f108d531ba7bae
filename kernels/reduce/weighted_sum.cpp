#include "kernels/reduce/weighted_sum.hpp"

#include <vector>

#include "kernels/reduce/fixed_sum.hpp"

namespace isotherm {
namespace {

template <class Real>
double sum_of(const FieldView<const Real>& field, const std::uint8_t* index, const double* weights,
              const Device& device) {
    const index_t rows = field.n[1] * field.n[2], nx = field.n[0];
    std::vector<double> sums(static_cast<std::size_t>(rows));
#ifdef ISOTHERM_CUDA
    if (device.backend == Backend::cuda) {
        cuda::weighted_row_sums(field, index, weights, device, sums.data());
        return fixed_sum(sums.data(), rows);
    }
#endif
#pragma omp parallel num_threads(device.threads)
    {
        std::vector<double> line(static_cast<std::size_t>(nx));
#pragma omp for schedule(static)
        for (index_t row = 0; row < rows; ++row) {
            const index_t at = row % field.n[1] * field.pitch + row / field.n[1] * field.plane;
            for (index_t i = 0; i < nx; ++i)
                line[static_cast<std::size_t>(i)] =
                    weights[index == nullptr ? at + i : index[at + i]] * static_cast<double>(field.data[at + i]);
            sums[static_cast<std::size_t>(row)] = fixed_sum(line.data(), nx);
        }
    }
    return fixed_sum(sums.data(), rows);
}

} // namespace

double weighted_sum(const FieldView<const float>& field, const std::uint8_t* index, const double* weights,
                    const Device& device) {
    return sum_of(field, index, weights, device);
}
double weighted_sum(const FieldView<const double>& field, const std::uint8_t* index, const double* weights,
                    const Device& device) {
    return sum_of(field, index, weights, device);
}

} // namespace isotherm
