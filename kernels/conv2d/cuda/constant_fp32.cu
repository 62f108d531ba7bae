#include "kernels/conv2d/cuda/constant.cuh"

namespace isotherm::cuda {

template std::unique_ptr<FilterKernel<float>> make_constant(const FilterSetup<float>&);
template FilterFacts constant_facts<float>(const FilterTraits&);

} // namespace isotherm::cuda
