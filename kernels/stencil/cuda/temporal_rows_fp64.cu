#include "kernels/stencil/cuda/temporal_rows_launch.cuh"

namespace isotherm::cuda {

template bool advance_temporal_rows(const Advance<double>&);
template KernelFacts temporal_rows_facts<double>(const StencilTraits&);
template std::vector<Blocking> temporal_rows_cuts<double>(const StencilTraits&);

} // namespace isotherm::cuda
