#include "kernels/stencil/cuda/temporal_kernels.cuh"

namespace isotherm::cuda {

extern template temporal::Kernel<float> temporal::temporal_kernel_of<float, false>(int); // temporal_unequal_fp32.cu
template temporal::Kernel<float> temporal::temporal_kernel_of<float, true>(int);
template bool advance_temporal(const Advance<float>&);
template KernelFacts temporal_facts<float>(const StencilTraits&);
template std::vector<Blocking> temporal_cuts<float>(const StencilTraits&);

} // namespace isotherm::cuda
