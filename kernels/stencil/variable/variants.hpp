#pragma once

#include <span>
#include <string_view>

#include "kernels/base/device.hpp"
#include "kernels/stencil/variable/medium.hpp"
#include "kernels/stencil/variants.hpp"

namespace isotherm {

/// A row of the table of kernels for variable coefficients. Being in the table means that parity with the first one is
/// tested and that `bench --variable` has a line for it.
struct VariableVariant {
    std::string_view name;
    Backend backend;
    std::string_view what; ///< one line: how it works, what it teaches
    /// Returns whether the result is in sweep.out (sweep.hpp, Advance).
    bool (*advance_fp32)(const VariableAdvance<float>&);
    bool (*advance_fp64)(const VariableAdvance<double>&);
    /// As StencilVariant has them.
    std::vector<Blocking> (*cuts)(const StencilTraits&, index_t beside) = nullptr;
};

/// All variants of this build, the reference of each backend first, the fastest last.
std::span<const VariableVariant> variable_variants();

/// The variant that `compute.kernel` names for this backend ("auto": the fastest). Throws UsageError that lists the
/// names that there are.
const VariableVariant& find_variable_variant(Backend backend, std::string_view name);

bool advance_variable_reference(const VariableAdvance<float>& a);
bool advance_variable_reference(const VariableAdvance<double>& a);
bool advance_variable_rows(const VariableAdvance<float>& a);
bool advance_variable_rows(const VariableAdvance<double>& a);
/// Several steps per pass over memory; one step, or a stage with terms, goes through the rows kernel.
bool advance_variable_temporal(const VariableAdvance<float>& a);
bool advance_variable_temporal(const VariableAdvance<double>& a);

namespace cuda {
template <class Real>
bool advance_variable_naive(const VariableAdvance<Real>& a);
template <class Real>
bool advance_variable_march(const VariableAdvance<Real>& a);
} // namespace cuda

} // namespace isotherm
