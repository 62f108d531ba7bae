#pragma once

/// Sum over the cells of weights[index] * value with the fixed blocking of reduce.hpp: the heat of a field whose cells
/// are of several media. Same bits on every backend.

#include <cstdint>

#include "kernels/base/device.hpp"

namespace isotherm {

/// `index` is laid out as the field; null: `weights` are laid out so, one per cell. Waits for the result.
double weighted_sum(const FieldView<const float>& field, const std::uint8_t* index, const double* weights,
                    const Device& device);
double weighted_sum(const FieldView<const double>& field, const std::uint8_t* index, const double* weights,
                    const Device& device);

namespace cuda {
/// Sums of the rows only, y fastest, to host memory.
template <class Real>
void weighted_row_sums(const FieldView<const Real>& field, const std::uint8_t* index, const double* weights,
                       const Device& device, double* sums);
} // namespace cuda

} // namespace isotherm
