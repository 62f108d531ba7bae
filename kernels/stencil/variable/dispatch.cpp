/// Picks, once, the build of the rows kernel for variable coefficients: of the instruction set that the other CPU
/// kernels use.

#include <string_view>

#include "kernels/stencil/cpu/variants.hpp"
#include "kernels/stencil/variable/variants.hpp"

namespace isotherm {

#define ISOTHERM_DECLARE(isa)                                                                                          \
    namespace isa {                                                                                                    \
    bool advance_variable_rows(const VariableAdvance<float>& a);                                                       \
    bool advance_variable_rows(const VariableAdvance<double>& a);                                                      \
    }
ISOTHERM_DECLARE(baseline)
#if defined(__x86_64__)
ISOTHERM_DECLARE(x86_64_v3)
ISOTHERM_DECLARE(x86_64_v4)
#endif
#undef ISOTHERM_DECLARE

namespace {

template <class Real>
using Advancer = bool (*)(const VariableAdvance<Real>&);

template <class Real>
Advancer<Real> best_build() {
#if defined(__x86_64__)
    if (cpu_instruction_set() == std::string_view("x86-64-v4")) return x86_64_v4::advance_variable_rows;
    if (cpu_instruction_set() == std::string_view("x86-64-v3")) return x86_64_v3::advance_variable_rows;
#endif
    return baseline::advance_variable_rows;
}

} // namespace

bool advance_variable_rows(const VariableAdvance<float>& a) {
    static const Advancer<float> advance = best_build<float>();
    return advance(a);
}
bool advance_variable_rows(const VariableAdvance<double>& a) {
    static const Advancer<double> advance = best_build<double>();
    return advance(a);
}

} // namespace isotherm
