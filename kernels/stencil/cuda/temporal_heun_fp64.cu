#include "kernels/stencil/cuda/temporal_kernels.cuh"

namespace isotherm::cuda {

template temporal::Kernel<double> temporal::temporal_kernel_of<double, 4, true, true>(int);
template temporal::Kernel<double> temporal::temporal_kernel_of<double, 4, false, true>(int);

} // namespace isotherm::cuda
