#include "kernels/conv2d/cuda/separable.cuh"

namespace isotherm::cuda {

template std::unique_ptr<FilterKernel<double>> make_separable(const FilterSetup<double>&);
template FilterFacts separable_facts<double>(const FilterTraits&);

} // namespace isotherm::cuda
