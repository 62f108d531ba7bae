#pragma once

#include <vector>

#include "kernels/stencil/cpu/temporal_shape.hpp"
#include "kernels/stencil/variants.hpp"

namespace isotherm {

/// Ways to cut a grid for the temporal kernel that are worth a trial, the planned one first; none where the grid is so
/// small that it does not matter.
std::vector<Blocking> temporal_cuts(const StencilTraits& traits, index_t beside);

/// The same for a field in one array, and the room that it moves in.
std::vector<Blocking> in_place_cuts(const StencilTraits& traits, index_t beside);
Leeway in_place_leeway(const StencilTraits& traits);

} // namespace isotherm
