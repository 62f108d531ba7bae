#pragma once

/// What a field has been over time, cell by cell: its highest value, and the integral that its average is made of.

#include "kernels/base/device.hpp"

namespace isotherm {

/// most = max(most, reference + T), sum += weight (reference + T). The three fields may have different pitches.
void record_time(const FieldView<const float>& T, double reference, double weight, const FieldView<double>& most,
                 const FieldView<double>& sum, const Device& device);
void record_time(const FieldView<const double>& T, double reference, double weight, const FieldView<double>& most,
                 const FieldView<double>& sum, const Device& device);

/// The one arithmetic of it.
template <class Real>
ISO_HD void record_cell(const FieldView<const Real>& T, double reference, double weight, const FieldView<double>& most,
                        const FieldView<double>& sum, index_t i, index_t j, index_t k) {
    const double value = reference + static_cast<double>(T(i, j, k));
    double& highest = most(i, j, k);
    highest = value > highest ? value : highest;
    sum(i, j, k) += weight * value;
}

namespace cuda {
template <class Real>
void record_time(const FieldView<const Real>& T, double reference, double weight, const FieldView<double>& most,
                 const FieldView<double>& sum, const Device& device);
} // namespace cuda

} // namespace isotherm
