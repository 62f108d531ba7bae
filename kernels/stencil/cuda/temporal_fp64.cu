#include "kernels/stencil/cuda/temporal_kernels.cuh"

namespace isotherm::cuda {

extern template temporal::Kernel<double> temporal::temporal_kernel_of<double, false>(int); // temporal_unequal_fp64.cu
template temporal::Kernel<double> temporal::temporal_kernel_of<double, true>(int);
template bool advance_temporal(const Advance<double>&);
template KernelFacts temporal_facts<double>(const StencilTraits&);
template std::vector<Blocking> temporal_cuts<double>(const StencilTraits&);

} // namespace isotherm::cuda
