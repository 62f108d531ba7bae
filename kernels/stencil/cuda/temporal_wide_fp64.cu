#include "kernels/stencil/cuda/temporal_kernels.cuh"

namespace isotherm::cuda {

template temporal::Kernel<double> temporal::temporal_kernel_of<double, 4, true, false>(int);
template temporal::Kernel<double> temporal::temporal_kernel_of<double, 4, false, false>(int);

} // namespace isotherm::cuda
