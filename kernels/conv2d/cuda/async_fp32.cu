#include "kernels/conv2d/cuda/async.cuh"

namespace isotherm::cuda {

template std::unique_ptr<FilterKernel<float>> make_async(const FilterSetup<float>&);
template FilterFacts async_facts<float>(const FilterTraits&);

} // namespace isotherm::cuda
