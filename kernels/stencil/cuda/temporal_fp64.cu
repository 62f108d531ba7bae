#include "kernels/stencil/cuda/temporal_kernels.cuh"

namespace isotherm::cuda {

extern template temporal::Kernel<double>
temporal::temporal_kernel_of<double, 2, false, false>(int); // temporal_unequal_fp64.cu
extern template temporal::Kernel<double>
temporal::temporal_kernel_of<double, 4, true, false>(int); // temporal_wide_fp64.cu
extern template temporal::Kernel<double> temporal::temporal_kernel_of<double, 4, false, false>(int);
extern template temporal::Kernel<double>
temporal::temporal_kernel_of<double, 4, true, true>(int); // temporal_heun_fp64.cu
extern template temporal::Kernel<double> temporal::temporal_kernel_of<double, 4, false, true>(int);
template temporal::Kernel<double> temporal::temporal_kernel_of<double, 2, true, false>(int);
template bool advance_temporal(const Advance<double>&);
template KernelFacts temporal_facts<double>(const StencilTraits&);
template std::vector<Blocking> temporal_cuts<double>(const StencilTraits&);

} // namespace isotherm::cuda
