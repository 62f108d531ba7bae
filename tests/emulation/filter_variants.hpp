#pragma once

#include "kernels/conv2d/variants.hpp"

namespace isotherm::emulation {

/// The CUDA filter kernels, emulated: they work in host memory.
extern const FilterVariant filters[5];

} // namespace isotherm::emulation
