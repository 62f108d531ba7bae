#include "kernels/stencil/cuda/temporal_launch.cuh"

namespace isotherm::cuda {

template bool advance_temporal(const Advance<double>&);
template KernelFacts temporal_facts<double>(const StencilTraits&);
template std::vector<Blocking> temporal_cuts<double>(const StencilTraits&);

} // namespace isotherm::cuda
