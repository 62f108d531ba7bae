#include "kernels/stencil/cuda/register.cuh"

namespace isotherm::cuda {

template bool advance_register(const Advance<double>&);
template KernelFacts register_facts<double>(const StencilTraits&);

} // namespace isotherm::cuda
