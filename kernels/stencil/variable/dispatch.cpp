/// Picks, once, the builds of the CPU kernels for variable coefficients: of the instruction set that the other kernels
/// use.

#include "kernels/stencil/cpu/instruction_sets.hpp"
#include "kernels/stencil/variable/variants.hpp"

namespace isotherm {

ISOTHERM_IN_EVERY_SET(bool advance_variable_rows(const VariableAdvance<float>& a);
                      bool advance_variable_rows(const VariableAdvance<double>& a);
                      bool advance_variable_temporal(const VariableAdvance<float>& a);
                      bool advance_variable_temporal(const VariableAdvance<double>& a);)

template <class Real>
using Advancer = bool (*)(const VariableAdvance<Real>&);

bool advance_variable_rows(const VariableAdvance<float>& a) {
    static const auto advance = ISOTHERM_BUILD_FOR_HERE(Advancer<float>, advance_variable_rows);
    return advance(a);
}
bool advance_variable_rows(const VariableAdvance<double>& a) {
    static const auto advance = ISOTHERM_BUILD_FOR_HERE(Advancer<double>, advance_variable_rows);
    return advance(a);
}
bool advance_variable_temporal(const VariableAdvance<float>& a) {
    static const auto advance = ISOTHERM_BUILD_FOR_HERE(Advancer<float>, advance_variable_temporal);
    return advance(a);
}
bool advance_variable_temporal(const VariableAdvance<double>& a) {
    static const auto advance = ISOTHERM_BUILD_FOR_HERE(Advancer<double>, advance_variable_temporal);
    return advance(a);
}

} // namespace isotherm
