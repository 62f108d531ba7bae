/// Picks, once, the build of the rows kernel for this processor's instruction set.

#include "kernels/stencil/cpu/variants.hpp"

namespace isotherm {

#define ISOTHERM_DECLARE(isa)                                                                                          \
    namespace isa {                                                                                                    \
    bool advance_rows(const Advance<float>& a);                                                                        \
    bool advance_rows(const Advance<double>& a);                                                                       \
    }
ISOTHERM_DECLARE(baseline)
#if defined(__x86_64__)
ISOTHERM_DECLARE(x86_64_v3)
ISOTHERM_DECLARE(x86_64_v4)
#endif
#undef ISOTHERM_DECLARE

namespace {

struct Build {
    const char* name;
    bool (*fp32)(const Advance<float>&);
    bool (*fp64)(const Advance<double>&);
};

Build best_build() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw"))
        return {"x86-64-v4", x86_64_v4::advance_rows, x86_64_v4::advance_rows};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return {"x86-64-v3", x86_64_v3::advance_rows, x86_64_v3::advance_rows};
#endif
    return {"baseline", baseline::advance_rows, baseline::advance_rows};
}

const Build& build() {
    static const Build chosen = best_build();
    return chosen;
}

} // namespace

bool advance_rows(const Advance<float>& a) { return build().fp32(a); }
bool advance_rows(const Advance<double>& a) { return build().fp64(a); }
const char* cpu_instruction_set() { return build().name; }

} // namespace isotherm
