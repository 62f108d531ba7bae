#include "kernels/stencil/cuda/temporal_rows_launch.cuh"

namespace isotherm::cuda {

template bool advance_temporal_rows(const Advance<float>&);
template KernelFacts temporal_rows_facts<float>(const StencilTraits&);
template std::vector<Blocking> temporal_rows_cuts<float>(const StencilTraits&);

} // namespace isotherm::cuda
