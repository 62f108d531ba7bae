#include "kernels/stencil/cuda/async.cuh"

namespace isotherm::cuda {

template bool advance_async(const Advance<double>&);
template KernelFacts async_facts<double>(const StencilTraits&);

} // namespace isotherm::cuda
