#include "kernels/stencil/cuda/tiled.cuh"

namespace isotherm::cuda {

template bool advance_tiled(const Advance<double>&);
template KernelFacts tiled_facts<double>(const StencilTraits&);

} // namespace isotherm::cuda
