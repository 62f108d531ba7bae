#include "kernels/stencil/cuda/naive.cuh"

namespace isotherm::cuda {

template bool advance_naive(const Advance<float>&);
template KernelFacts naive_facts<float>(const StencilTraits&);

} // namespace isotherm::cuda
