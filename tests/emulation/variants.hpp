#pragma once

#include <utility>

#include "kernels/stencil/variable/variants.hpp"
#include "kernels/stencil/variants.hpp"

namespace isotherm::emulation {

/// The CUDA kernels, emulated: they work in host memory.
extern const StencilVariant naive, tiled, coarsened, register_, async, temporal;
extern const VariableVariant variable_naive, variable_march;

/// What the kernel that fuses steps takes on a GPU of a generation, and what single sweeps do.
std::pair<KernelFacts, KernelFacts> facts_of_fused_and_single(int generation);

} // namespace isotherm::emulation
