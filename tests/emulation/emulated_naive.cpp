#include <cuda_runtime.h>

#include "kernels/stencil/cuda/naive.cuh"
#include "tests/emulation/variants.hpp"

namespace isotherm::emulation {

const StencilVariant naive{"naive",
                           Backend::cpu,
                           "",
                           [](const StencilTraits&) { return true; },
                           cuda::advance_naive<float>,
                           cuda::advance_naive<double>};

} // namespace isotherm::emulation
