#include "kernels/stencil/cuda/register.cuh"

namespace isotherm::cuda {

template bool advance_register(const Advance<float>&);
template KernelFacts register_facts<float>(const StencilTraits&);

} // namespace isotherm::cuda
