/// Picks, once, the build of the CPU kernels for this processor's instruction set.

#include <cstdlib>
#include <string>
#include <string_view>

#include "kernels/base/error.hpp"
#include "kernels/stencil/cpu/instruction_sets.hpp"

namespace isotherm {

ISOTHERM_IN_EVERY_SET(bool advance_rows(const Advance<float>& a); bool advance_rows(const Advance<double>& a);
                      bool advance_temporal(const Advance<float>& a); bool advance_temporal(const Advance<double>& a);)

namespace {

template <class Real>
using Kernel = bool (*)(const Advance<Real>&);

/// The kernels as built for one instruction set.
struct Build {
    const char* name;
    bool (*runs_here)();
    Kernel<float> rows_fp32, temporal_fp32;
    Kernel<double> rows_fp64, temporal_fp64;
};

bool has_fma() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("fma");
#else
    return true;
#endif
}
bool everywhere() { return true; }
#if defined(__x86_64__)
bool has_v3() { return __builtin_cpu_supports("avx2") && has_fma(); }
bool has_v4() {
    return has_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
}
#endif

#define ISOTHERM_BUILD(isa, name, runs_here)                                                                           \
    { name, runs_here, isa::advance_rows, isa::advance_temporal, isa::advance_rows, isa::advance_temporal }
/// The best first.
constexpr Build builds[] = {
#if defined(__x86_64__)
    ISOTHERM_BUILD(x86_64_v4, "x86-64-v4", has_v4),
    ISOTHERM_BUILD(x86_64_v3, "x86-64-v3", has_v3),
#endif
    ISOTHERM_BUILD(baseline, "baseline", everywhere),
};
#undef ISOTHERM_BUILD

/// The best build that the processor runs, or the one that ISOTHERM_INSTRUCTION_SET names.
const Build& choose_build() {
    const char* const wanted = std::getenv("ISOTHERM_INSTRUCTION_SET");
    const bool any = wanted == nullptr || *wanted == 0;
    for (const Build& b : builds)
        if (b.runs_here() && (any || b.name == std::string_view(wanted))) return b;
    std::string names;
    for (const std::string& name : cpu_instruction_sets()) names += (names.empty() ? "" : ", ") + name;
    throw UsageError("ISOTHERM_INSTRUCTION_SET: no '" + std::string(wanted) + "' on this processor; there are " +
                     names + "; unset it to take the best");
}

const Build& build() {
    static const Build& chosen = choose_build();
    return chosen;
}

} // namespace

bool advance_rows(const Advance<float>& a) { return build().rows_fp32(a); }
bool advance_rows(const Advance<double>& a) { return build().rows_fp64(a); }
bool advance_temporal(const Advance<float>& a) { return build().temporal_fp32(a); }
bool advance_temporal(const Advance<double>& a) { return build().temporal_fp64(a); }
const char* cpu_instruction_set() { return build().name; }

std::vector<std::string> cpu_instruction_sets() {
    std::vector<std::string> names;
    for (const Build& b : builds)
        if (b.runs_here()) names.emplace_back(b.name);
    return names;
}

bool cpu_has_fma() { return has_fma(); }

} // namespace isotherm
