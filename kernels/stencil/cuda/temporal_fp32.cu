#include "kernels/stencil/cuda/temporal_kernels.cuh"

namespace isotherm::cuda {

extern template temporal::Kernel<float>
temporal::temporal_kernel_of<float, 2, false, false>(int); // temporal_unequal_fp32.cu
extern template temporal::Kernel<float>
temporal::temporal_kernel_of<float, 4, true, false>(int); // temporal_wide_fp32.cu
extern template temporal::Kernel<float> temporal::temporal_kernel_of<float, 4, false, false>(int);
extern template temporal::Kernel<float>
temporal::temporal_kernel_of<float, 4, true, true>(int); // temporal_heun_fp32.cu
extern template temporal::Kernel<float> temporal::temporal_kernel_of<float, 4, false, true>(int);
template temporal::Kernel<float> temporal::temporal_kernel_of<float, 2, true, false>(int);
template bool advance_temporal(const Advance<float>&);
template KernelFacts temporal_facts<float>(const StencilTraits&);
template std::vector<Blocking> temporal_cuts<float>(const StencilTraits&);

} // namespace isotherm::cuda
