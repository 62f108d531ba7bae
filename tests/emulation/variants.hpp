#pragma once

#include <utility>
#include <vector>

#include "kernels/stencil/variable/variants.hpp"
#include "kernels/stencil/variants.hpp"

namespace isotherm::emulation {

/// The CUDA kernels, emulated: they work in host memory.
extern const StencilVariant naive, tiled, coarsened, register_, async, temporal, resident, resident_in_one_block;
extern const VariableVariant variable_naive, variable_march;

/// Whether `temporal` fused steps when it was asked last.
bool fused_last_time();

/// The ways in which the kernel that fuses steps can cut a grid.
std::vector<Blocking> cuts_of_fused(const StencilTraits& traits);

/// What the kernel that fuses steps takes on a GPU of a generation, and what single sweeps do.
std::pair<KernelFacts, KernelFacts> facts_of_fused_and_single(int generation);

} // namespace isotherm::emulation
