#include "kernels/stencil/cuda/temporal_kernels.cuh"

namespace isotherm::cuda {

template temporal::Kernel<float> temporal::temporal_kernel_of<float, 4, true, true>(int);
template temporal::Kernel<float> temporal::temporal_kernel_of<float, 4, false, true>(int);

} // namespace isotherm::cuda
