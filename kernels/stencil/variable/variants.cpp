#include "kernels/stencil/variable/variants.hpp"

#include <string>

#include "kernels/base/error.hpp"
#include "kernels/stencil/cpu/temporal_plan.hpp"

namespace isotherm {
namespace {

const VariableVariant table[] = {
    {"reference", Backend::cpu, "every cell through the definition; slow, what all others are compared with",
     advance_variable_reference, advance_variable_reference},
    {"rows", Backend::cpu,
     "four rows together, one sweep per pass; where all cells see the same media, coefficients are constants of the "
     "loop",
     advance_variable_rows, advance_variable_rows},
    {"temporal", Backend::cpu, "the same with several steps per pass over memory, in tiles that fit into the caches",
     advance_variable_temporal, advance_variable_temporal, temporal_cuts},
#ifdef ISOTHERM_CUDA
    {"naive", Backend::cuda, "one thread per cell, everything from global memory through the caches",
     cuda::advance_variable_naive<float>, cuda::advance_variable_naive<double>},
    {"march", Backend::cuda,
     "16 bytes of cells per thread march along z; no media where a warp sees one, graded faces on the way",
     cuda::advance_variable_march<float>, cuda::advance_variable_march<double>},
#endif
};

} // namespace

std::span<const VariableVariant> variable_variants() { return table; }

const VariableVariant& find_variable_variant(Backend backend, std::string_view name) {
    const VariableVariant* found = nullptr;
    std::string names = "auto";
    for (const VariableVariant& v : table) {
        if (v.backend != backend) continue;
        names += ", " + std::string(v.name);
        if (name == "auto" || v.name == name) found = &v;
    }
    if (found == nullptr)
        throw UsageError("compute.kernel: '" + std::string(name) + "' cannot compute materials or sources on backend " +
                         name_of(backend) + "; use one of " + names);
    return *found;
}

} // namespace isotherm
