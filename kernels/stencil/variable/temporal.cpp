/// The temporally blocked CPU kernel for variable coefficients: several steps per pass over memory
/// (kernels/stencil/cpu/time_skewing.hpp), of T and of what says what a cell is made of. Compiled once per instruction
/// set and precision like rows.cpp.

#include "kernels/base/choose.hpp"
#include "kernels/stencil/cpu/time_skewing.hpp"
#include "kernels/stencil/variable/variable_rows.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

template <class Real>
bool advance(const VariableAdvance<Real>& a) {
    const Blocking plan = a.blocking.depth > 0 && a.blocking.width > 0
                              ? a.blocking
                              : plan_temporal(shape_of(a.sweep, bytes_beside(a.sweep.medium, a.sweep.dim)));
    choose<int, 1, 2, 3>(a.sweep.dim, [&](auto dim) {
        Marcher<VariableRows<Real, decltype(dim)::value, false>>(a.sweep, a.steps, plan).run(a.threads);
        return true;
    });
    return a.steps % 2 != 0;
}

} // namespace

bool advance_variable_rows(const VariableAdvance<ISOTHERM_REAL>& a);
bool advance_variable_temporal(const VariableAdvance<ISOTHERM_REAL>& a);
bool advance_variable_temporal(const VariableAdvance<ISOTHERM_REAL>& a) {
    return can_be_skewed(a.sweep, a.steps) ? advance(a) : advance_variable_rows(a);
}

} // namespace isotherm::ISOTHERM_ISA
