#include "kernels/stencil/cuda/temporal_kernels.cuh"

namespace isotherm::cuda {

template temporal::Kernel<float> temporal::temporal_kernel_of<float, 2, true, false>(int);

} // namespace isotherm::cuda
