#include "kernels/stencil/cuda/async.cuh"

namespace isotherm::cuda {

template bool advance_async(const Advance<float>&);
template KernelFacts async_facts<float>(const StencilTraits&);

} // namespace isotherm::cuda
