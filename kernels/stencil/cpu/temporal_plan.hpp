#pragma once

#include <vector>

#include "kernels/stencil/cpu/temporal_shape.hpp"
#include "kernels/stencil/variants.hpp"

namespace isotherm {

/// Ways to cut a grid for the temporal kernel that are worth a trial, the planned one first; none where the grid is so
/// small that it does not matter.
std::vector<Blocking> temporal_cuts(const StencilTraits& traits, index_t beside);

} // namespace isotherm
