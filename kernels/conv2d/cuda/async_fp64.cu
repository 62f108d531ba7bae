#include "kernels/conv2d/cuda/async.cuh"

namespace isotherm::cuda {

template std::unique_ptr<FilterKernel<double>> make_async(const FilterSetup<double>&);
template FilterFacts async_facts<double>(const FilterTraits&);

} // namespace isotherm::cuda
