#include <cuda_runtime.h>

#include "kernels/stencil/variable/variable.cuh"
#include "tests/emulation/variants.hpp"

namespace isotherm::emulation {

const VariableVariant variable_naive{"naive", Backend::cpu, "", cuda::advance_variable_naive<float>,
                                     cuda::advance_variable_naive<double>};
const VariableVariant variable_march{"march", Backend::cpu, "", cuda::advance_variable_march<float>,
                                     cuda::advance_variable_march<double>};

} // namespace isotherm::emulation
