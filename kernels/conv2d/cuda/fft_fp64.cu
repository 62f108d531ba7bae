#include "kernels/conv2d/cuda/fft.cuh"

namespace isotherm::cuda {

template std::unique_ptr<FilterKernel<double>> make_fft(const FilterSetup<double>&);

} // namespace isotherm::cuda
