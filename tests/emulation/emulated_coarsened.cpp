#include <cuda_runtime.h>

#include "kernels/stencil/cuda/coarsened.cuh"
#include "tests/emulation/variants.hpp"

namespace isotherm::emulation {

const StencilVariant coarsened{"coarsened",
                               Backend::cpu,
                               "",
                               [](const StencilTraits&) { return true; },
                               cuda::advance_coarsened<float>,
                               cuda::advance_coarsened<double>};

} // namespace isotherm::emulation
