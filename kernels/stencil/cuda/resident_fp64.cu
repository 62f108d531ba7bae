#include "kernels/stencil/cuda/resident.cuh"

namespace isotherm::cuda {

template bool advance_resident(const Advance<double>&);
template KernelFacts resident_facts<double>(const StencilTraits&);

} // namespace isotherm::cuda
