#include "kernels/conv2d/cuda/register.cuh"

namespace isotherm::cuda {

template std::unique_ptr<FilterKernel<float>> make_register(const FilterSetup<float>&);
template FilterFacts register_facts<float>(const FilterTraits&);

} // namespace isotherm::cuda
