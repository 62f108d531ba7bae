#include "kernels/conv2d/cuda/tiled.cuh"

namespace isotherm::cuda {

template std::unique_ptr<FilterKernel<float>> make_tiled(const FilterSetup<float>&);
template FilterFacts tiled_facts<float>(const FilterTraits&);

} // namespace isotherm::cuda
