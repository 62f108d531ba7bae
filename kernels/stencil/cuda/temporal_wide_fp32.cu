#include "kernels/stencil/cuda/temporal_kernels.cuh"

namespace isotherm::cuda {

template temporal::Kernel<float> temporal::temporal_kernel_of<float, 4, true, false>(int);
template temporal::Kernel<float> temporal::temporal_kernel_of<float, 4, false, false>(int);

} // namespace isotherm::cuda
