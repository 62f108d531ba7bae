#include <cuda_runtime.h>

#include "kernels/stencil/cuda/resident.cuh"
#include "tests/emulation/variants.hpp"

namespace isotherm::emulation {

const StencilVariant resident{"resident",
                              Backend::cpu,
                              "",
                              [](const StencilTraits&) { return true; },
                              cuda::advance_resident<float>,
                              cuda::advance_resident<double>};

const StencilVariant resident_in_one_block{"resident_in_one_block",
                                           Backend::cpu,
                                           "",
                                           [](const StencilTraits&) { return true; },
                                           [](const Advance<float>& a) {
                                               const OneBlock here;
                                               return cuda::advance_resident(a);
                                           },
                                           [](const Advance<double>& a) {
                                               const OneBlock here;
                                               return cuda::advance_resident(a);
                                           }};

} // namespace isotherm::emulation
