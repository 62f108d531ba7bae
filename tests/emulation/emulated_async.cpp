#include <cuda_runtime.h>

#include "kernels/stencil/cuda/async.cuh"
#include "tests/emulation/variants.hpp"

namespace isotherm::emulation {

const StencilVariant async{"async",
                           Backend::cpu,
                           "",
                           [](const StencilTraits&) { return true; },
                           cuda::advance_async<float>,
                           cuda::advance_async<double>};

} // namespace isotherm::emulation
