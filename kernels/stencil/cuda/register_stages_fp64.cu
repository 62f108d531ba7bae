#include "kernels/stencil/cuda/register.cuh"

namespace isotherm::cuda {

template PackKernel<double> choose_register_kernel<double, true>(int, int, bool);

} // namespace isotherm::cuda
