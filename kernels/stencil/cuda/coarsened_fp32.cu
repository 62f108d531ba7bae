#include "kernels/stencil/cuda/coarsened.cuh"

namespace isotherm::cuda {

template bool advance_coarsened(const Advance<float>&);
template KernelFacts coarsened_facts<float>(const StencilTraits&);

} // namespace isotherm::cuda
