#include "kernels/stencil/variants.hpp"

#include <vector>

#include "kernels/base/error.hpp"
#include "kernels/stencil/cpu/variants.hpp"
#ifdef ISOTHERM_CUDA
#include "kernels/stencil/cuda/variants.hpp"
#endif

namespace isotherm {
namespace {

bool any(const StencilTraits&) { return true; }

/// The table: one line per kernel, each backend from plain to fast, so `auto` takes the last that supports the case.
const StencilVariant table[] = {
    {"reference", Backend::cpu, "every cell through the definition; slow, what all others are compared with", any,
     advance_reference, advance_reference},
    {"rows", Backend::cpu, "vectorised rows along x, ghost rows at the walls, one sweep per pass over memory", any,
     advance_rows, advance_rows},
#ifdef ISOTHERM_CUDA
    ISOTHERM_CUDA_STENCIL_VARIANTS
#endif
};

} // namespace

std::span<const StencilVariant> stencil_variants() { return table; }

const StencilVariant& find_stencil_variant(Backend backend, std::string_view name, const StencilTraits& traits) {
    const StencilVariant* found = nullptr;
    std::string names = "auto";
    for (const StencilVariant& v : table) {
        if (v.backend != backend) continue;
        names += std::string(", ") + std::string(v.name);
        if (!v.supports(traits)) {
            if (v.name == name)
                throw UsageError("compute.kernel: '" + std::string(name) + "' cannot compute this case (" +
                                 std::string(v.what) + "); use auto");
            continue;
        }
        if (name == "auto" || v.name == name) found = &v;
    }
    if (found == nullptr)
        throw UsageError("compute.kernel: no kernel '" + std::string(name) + "' for backend " + name_of(backend) +
                         "; there are " + names);
    return *found;
}

} // namespace isotherm
