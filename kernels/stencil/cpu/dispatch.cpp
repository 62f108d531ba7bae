/// Picks, once, the build of the CPU kernels for this processor's instruction set.

#include "kernels/stencil/cpu/variants.hpp"

namespace isotherm {

#define ISOTHERM_DECLARE(isa)                                                                                          \
    namespace isa {                                                                                                    \
    bool advance_rows(const Advance<float>& a);                                                                        \
    bool advance_rows(const Advance<double>& a);                                                                       \
    bool advance_temporal(const Advance<float>& a);                                                                    \
    bool advance_temporal(const Advance<double>& a);                                                                   \
    }
ISOTHERM_DECLARE(baseline)
#if defined(__x86_64__)
ISOTHERM_DECLARE(x86_64_v3)
ISOTHERM_DECLARE(x86_64_v4)
#endif
#undef ISOTHERM_DECLARE

namespace {

template <class Real>
using Kernel = bool (*)(const Advance<Real>&);

struct Build {
    const char* name;
    Kernel<float> rows_fp32, temporal_fp32;
    Kernel<double> rows_fp64, temporal_fp64;
};

Build best_build() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw"))
        return {"x86-64-v4", x86_64_v4::advance_rows, x86_64_v4::advance_temporal, x86_64_v4::advance_rows,
                x86_64_v4::advance_temporal};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return {"x86-64-v3", x86_64_v3::advance_rows, x86_64_v3::advance_temporal, x86_64_v3::advance_rows,
                x86_64_v3::advance_temporal};
#endif
    return {"baseline", baseline::advance_rows, baseline::advance_temporal, baseline::advance_rows,
            baseline::advance_temporal};
}

const Build& build() {
    static const Build chosen = best_build();
    return chosen;
}

} // namespace

bool advance_rows(const Advance<float>& a) { return build().rows_fp32(a); }
bool advance_rows(const Advance<double>& a) { return build().rows_fp64(a); }
bool advance_temporal(const Advance<float>& a) { return build().temporal_fp32(a); }
bool advance_temporal(const Advance<double>& a) { return build().temporal_fp64(a); }
const char* cpu_instruction_set() { return build().name; }

bool cpu_has_fma() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("fma");
#else
    return true;
#endif
}

} // namespace isotherm
