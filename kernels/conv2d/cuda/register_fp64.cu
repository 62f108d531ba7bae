#include "kernels/conv2d/cuda/register.cuh"

namespace isotherm::cuda {

template std::unique_ptr<FilterKernel<double>> make_register(const FilterSetup<double>&);
template FilterFacts register_facts<double>(const FilterTraits&);

} // namespace isotherm::cuda
