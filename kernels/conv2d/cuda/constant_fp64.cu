#include "kernels/conv2d/cuda/constant.cuh"

namespace isotherm::cuda {

template std::unique_ptr<FilterKernel<double>> make_constant(const FilterSetup<double>&);
template FilterFacts constant_facts<double>(const FilterTraits&);

} // namespace isotherm::cuda
