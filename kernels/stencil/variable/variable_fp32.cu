#include "kernels/stencil/variable/variable.cuh"

namespace isotherm::cuda {

template bool advance_variable_naive(const VariableAdvance<float>&);
template bool advance_variable_march(const VariableAdvance<float>&);

} // namespace isotherm::cuda
