#include "kernels/stencil/cuda/temporal_kernels.cuh"

namespace isotherm::cuda {

template temporal::Kernel<double> temporal::temporal_kernel_of<double, 2, true, false>(int);

} // namespace isotherm::cuda
