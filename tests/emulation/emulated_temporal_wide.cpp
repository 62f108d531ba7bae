/// The fused kernel at order 4, for which emulated_temporal.cpp would take long to compile.

#include <cuda_runtime.h>

#include "kernels/stencil/cuda/temporal_kernels.cuh"

namespace isotherm::cuda::temporal {

template Kernel<float> temporal_kernel_of<float, 4, true, false>(int);
template Kernel<float> temporal_kernel_of<float, 4, false, false>(int);
template Kernel<float> temporal_kernel_of<float, 4, true, true>(int);
template Kernel<float> temporal_kernel_of<float, 4, false, true>(int);
template Kernel<double> temporal_kernel_of<double, 4, true, false>(int);
template Kernel<double> temporal_kernel_of<double, 4, false, false>(int);
template Kernel<double> temporal_kernel_of<double, 4, true, true>(int);
template Kernel<double> temporal_kernel_of<double, 4, false, true>(int);

} // namespace isotherm::cuda::temporal
