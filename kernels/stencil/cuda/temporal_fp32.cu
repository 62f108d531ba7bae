#include "kernels/stencil/cuda/temporal_launch.cuh"

namespace isotherm::cuda {

template bool advance_temporal(const Advance<float>&);
template KernelFacts temporal_facts<float>(const StencilTraits&);
template std::vector<Blocking> temporal_cuts<float>(const StencilTraits&);

} // namespace isotherm::cuda
