#include "kernels/stencil/cuda/tiled.cuh"

namespace isotherm::cuda {

template bool advance_tiled(const Advance<float>&);
template KernelFacts tiled_facts<float>(const StencilTraits&);

} // namespace isotherm::cuda
