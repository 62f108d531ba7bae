#pragma once

/// A filter ready to run on planes of one size: weights rounded to the field's precision and brought to the device,
/// separable filters recognised, the kernel chosen and prepared.

#include <string>
#include <vector>

#include "kernels/conv2d/taps.hpp"
#include "kernels/conv2d/variants.hpp"

namespace isotherm {

/// What is asked for, independent of precision and device.
struct FilterTask {
    Taps taps;                                                          ///< as a cross-correlation
    std::array<Padding, 2> padding{Padding::reflect, Padding::reflect}; ///< x, y
    double outside = 0;                                                 ///< the value beyond under zero padding
    bool masked = false;         ///< pixels that are NaN hold no data; needs weights >= 0
    std::string method = "auto"; ///< a name of the table of variants
};

/// Pixels along an axis (0 x, 1 y) that a field of n gives. Throws UsageError when the padding is `valid` and the
/// filter larger than the field.
index_t filtered_pixels(const FilterTask& task, int axis, index_t n);

/// Whether the filter runs as two passes: rank 1 to within the rounding of its weights.
template <class Real>
std::optional<Factors> factors_for(const Taps& taps);

template <class Real>
class Convolution {
public:
    /// For planes of nx * ny pixels. Throws UsageError (method unknown or unable, filter larger than the field under
    /// `valid`, masked with negative weights, memory) and DeviceError.
    Convolution(const FilterTask& task, index_t nx, index_t ny, const Device& device);

    /// Filters one plane; both lie in the device's memory, do not overlap, and have the sizes of this filter. On a GPU
    /// returns before it is done, like every kernel.
    void run(const FieldView<const Real>& in, const FieldView<Real>& out);

    [[nodiscard]] const FilterVariant& variant() const { return *variant_; }
    [[nodiscard]] FilterTraits traits() const { return setup_.traits(); }

private:
    Device device_;
    std::vector<Real> host_weights_; ///< all, then x, then y
    Memory device_weights_, centre_;
    FilterSetup<Real> setup_;
    const FilterVariant* variant_ = nullptr;
    std::unique_ptr<FilterKernel<Real>> kernel_;
};

} // namespace isotherm
