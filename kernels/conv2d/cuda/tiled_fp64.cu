#include "kernels/conv2d/cuda/tiled.cuh"

namespace isotherm::cuda {

template std::unique_ptr<FilterKernel<double>> make_tiled(const FilterSetup<double>&);
template FilterFacts tiled_facts<double>(const FilterTraits&);

} // namespace isotherm::cuda
