#pragma once

#include "kernels/stencil/variants.hpp"

namespace isotherm::emulation {

/// The CUDA kernels, emulated: they work in host memory.
extern const StencilVariant naive, tiled, coarsened, register_, async;

} // namespace isotherm::emulation
