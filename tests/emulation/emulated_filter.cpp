#include <functional> // before words of the library become words of CUDA
#include <memory>
#include <optional>

#include <cuda_runtime.h>

#include "kernels/conv2d/cuda/async.cuh"
#include "kernels/conv2d/cuda/constant.cuh"
#include "kernels/conv2d/cuda/costs.cpp" // which kernel takes which filter, in the emulated namespace
#include "kernels/conv2d/cuda/register.cuh"
#include "kernels/conv2d/cuda/separable.cuh"
#include "kernels/conv2d/cuda/tiled.cuh"
#include "tests/emulation/filter_variants.hpp"

namespace isotherm::emulation {

const FilterVariant filters[5] = {
    {"constant", Backend::cpu, "", true, cuda::cost_of_constant, cuda::make_constant<float>,
     cuda::make_constant<double>},
    {"tiled", Backend::cpu, "", true, cuda::cost_of_tiled, cuda::make_tiled<float>, cuda::make_tiled<double>},
    {"async", Backend::cpu, "", true, cuda::cost_of_async, cuda::make_async<float>, cuda::make_async<double>},
    {"register", Backend::cpu, "", true, cuda::cost_of_register, cuda::make_register<float>,
     cuda::make_register<double>},
    {"separable", Backend::cpu, "", false, cuda::cost_of_separable, cuda::make_separable<float>,
     cuda::make_separable<double>},
};

} // namespace isotherm::emulation
