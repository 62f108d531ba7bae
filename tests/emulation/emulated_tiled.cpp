#include <cuda_runtime.h>

#include "kernels/stencil/cuda/tiled.cuh"
#include "tests/emulation/variants.hpp"

namespace isotherm::emulation {

const StencilVariant tiled{"tiled",
                           Backend::cpu,
                           "",
                           [](const StencilTraits&) { return true; },
                           cuda::advance_tiled<float>,
                           cuda::advance_tiled<double>};

} // namespace isotherm::emulation
