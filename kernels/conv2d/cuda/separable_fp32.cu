#include "kernels/conv2d/cuda/separable.cuh"

namespace isotherm::cuda {

template std::unique_ptr<FilterKernel<float>> make_separable(const FilterSetup<float>&);
template FilterFacts separable_facts<float>(const FilterTraits&);

} // namespace isotherm::cuda
