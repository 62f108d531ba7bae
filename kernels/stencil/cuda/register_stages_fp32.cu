#include "kernels/stencil/cuda/register.cuh"

namespace isotherm::cuda {

template PackKernel<float> choose_register_kernel<float, true>(int, int, bool);

} // namespace isotherm::cuda
