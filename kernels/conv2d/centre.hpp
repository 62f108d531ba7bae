#pragma once

/// c of weighted_sum.hpp: the median of nine pixels that are spread over the field, so that a constant field gives its
/// constant and neither a hot pixel nor a hot corner sets the level. Where none of them is a number, the first pixel
/// that is one; 0 where there is none. Every backend finds the same.

#include "kernels/base/device.hpp"
#include "kernels/conv2d/filter.hpp"

namespace isotherm {

template <class Real>
ISO_HD bool is_number(Real v) {
    return v - v == Real(0); // neither NaN nor infinite
}

/// False when none of the nine is a number. Counts what stands before each of them: no array that a GPU would have to
/// keep in memory.
template <class Real>
ISO_HD bool median_of_samples(const FieldView<const Real>& in, Real& median) {
    constexpr int samples = 9;
    Real sample[samples];
    const Real* const first = in.data + in.n[0] / 6 + in.n[1] / 6 * in.pitch;
    int count = 0;
    ISO_UNROLL
    for (int n = 0; n < samples; ++n) // all loads are on their way before the first is looked at
        sample[n] = first[n % 3 * (in.n[0] / 3) + n / 3 * (in.n[1] / 3) * in.pitch];
    ISO_UNROLL
    for (int n = 0; n < samples; ++n) count += is_number(sample[n]) ? 1 : 0;
    ISO_UNROLL
    for (int n = 0; n < samples; ++n) {
        int before = 0;
        ISO_UNROLL
        for (int m = 0; m < samples; ++m)
            before += is_number(sample[m]) && (sample[m] < sample[n] || (m < n && sample[m] == sample[n])) ? 1 : 0;
        if (is_number(sample[n]) && before == (count - 1) / 2) median = sample[n];
    }
    return count > 0;
}

/// Writes c to `to`, which lies in the device's memory; on a GPU returns before it is done.
template <class Real>
void find_centre(const FieldView<const Real>& in, const Device& device, Real* to);

namespace cuda {
template <class Real>
void find_centre(const FieldView<const Real>& in, void* stream, Real* to);
} // namespace cuda

} // namespace isotherm
