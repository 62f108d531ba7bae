#include "kernels/stencil/cuda/temporal_rows.cuh"

namespace isotherm::cuda {

template bool advance_temporal_rows(const Advance<float>&);
template KernelFacts temporal_rows_facts<float>(const StencilTraits&);

} // namespace isotherm::cuda
