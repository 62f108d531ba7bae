#include "kernels/stencil/cuda/naive.cuh"

namespace isotherm::cuda {

template bool advance_naive(const Advance<double>&);
template KernelFacts naive_facts<double>(const StencilTraits&);

} // namespace isotherm::cuda
