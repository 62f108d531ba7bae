#include "kernels/stencil/cuda/resident.cuh"

namespace isotherm::cuda {

template bool advance_resident(const Advance<float>&);
template KernelFacts resident_facts<float>(const StencilTraits&);

} // namespace isotherm::cuda
