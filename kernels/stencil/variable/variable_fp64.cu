#include "kernels/stencil/variable/variable.cuh"

namespace isotherm::cuda {

template bool advance_variable_naive(const VariableAdvance<double>&);
template bool advance_variable_march(const VariableAdvance<double>&);

} // namespace isotherm::cuda
