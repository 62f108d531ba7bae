#pragma once

#include "kernels/stencil/variable/variants.hpp"
#include "kernels/stencil/variants.hpp"

namespace isotherm::emulation {

/// The CUDA kernels, emulated: they work in host memory.
extern const StencilVariant naive, tiled, coarsened, register_, async, temporal;
extern const VariableVariant variable_naive, variable_march;

} // namespace isotherm::emulation
