#pragma once

/// Global figures of a field with a fixed blocking (fixed_sum.hpp): the same bits on every backend and thread count.
/// Sums: every row along x by `fixed_sum`, then the ny * nz row sums (y fastest) by `fixed_sum`.

#include "kernels/base/device.hpp"
#include "kernels/base/view.hpp"

namespace isotherm {

struct FieldStats {
    double min = 0, max = 0; ///< of the finite values
    double sum = 0;
    index_t not_finite = 0; ///< cells that are NaN or infinite
};

/// Minimum, maximum, sum and number of non-finite values of a field on `device`. Waits for the result.
FieldStats field_stats(const FieldView<const float>& field, const Device& device);
FieldStats field_stats(const FieldView<const double>& field, const Device& device);

/// max |a - b| over the cells; NaN if any difference is. Same layout on both.
double max_difference(const FieldView<const float>& a, const FieldView<const float>& b, const Device& device);
double max_difference(const FieldView<const double>& a, const FieldView<const double>& b, const Device& device);

namespace cuda {
FieldStats field_stats(const FieldView<const float>& field, const Device& device);
FieldStats field_stats(const FieldView<const double>& field, const Device& device);
double max_difference(const FieldView<const float>& a, const FieldView<const float>& b, const Device& device);
double max_difference(const FieldView<const double>& a, const FieldView<const double>& b, const Device& device);
} // namespace cuda

} // namespace isotherm
