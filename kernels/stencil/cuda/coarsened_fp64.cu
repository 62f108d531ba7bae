#include "kernels/stencil/cuda/coarsened.cuh"

namespace isotherm::cuda {

template bool advance_coarsened(const Advance<double>&);
template KernelFacts coarsened_facts<double>(const StencilTraits&);

} // namespace isotherm::cuda
