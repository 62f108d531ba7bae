#include <cuda_runtime.h>

#include "kernels/stencil/cuda/register.cuh"
#include "tests/emulation/variants.hpp"

namespace isotherm::cuda {

template PackKernel<float> choose_register_kernel<float, true>(int, int, bool);
template PackKernel<double> choose_register_kernel<double, true>(int, int, bool);
template KernelFacts register_facts<float>(const StencilTraits&);

} // namespace isotherm::cuda

namespace isotherm::emulation {

const StencilVariant register_{"register",
                               Backend::cpu,
                               "",
                               [](const StencilTraits&) { return true; },
                               cuda::advance_register<float>,
                               cuda::advance_register<double>};

} // namespace isotherm::emulation
