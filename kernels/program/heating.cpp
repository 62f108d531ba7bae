/// Picks, once, the build of the CPU's loop for the instruction set that the other CPU kernels use.

#include "kernels/program/heating.hpp"

#include <string_view>

#include "kernels/stencil/cpu/variants.hpp"

namespace isotherm {

#define ISOTHERM_DECLARE(isa)                                                                                          \
    namespace isa {                                                                                                    \
    void heat_rows(const ProgramHeating<float>& p, int threads);                                                       \
    void heat_rows(const ProgramHeating<double>& p, int threads);                                                      \
    }
ISOTHERM_DECLARE(baseline)
#if defined(__x86_64__)
ISOTHERM_DECLARE(x86_64_v3)
ISOTHERM_DECLARE(x86_64_v4)
#endif
#undef ISOTHERM_DECLARE

namespace {

template <class Real>
void heat(const ProgramHeating<Real>& p, const Device& device) {
#ifdef ISOTHERM_CUDA
    if (device.backend == Backend::cuda) return cuda::heat_by_programs(p, device);
#endif
#if defined(__x86_64__)
    const std::string_view isa = cpu_instruction_set();
    if (isa == "x86-64-v4") return x86_64_v4::heat_rows(p, device.threads);
    if (isa == "x86-64-v3") return x86_64_v3::heat_rows(p, device.threads);
#endif
    baseline::heat_rows(p, device.threads);
}

} // namespace

void heat_by_programs(const ProgramHeating<float>& p, const Device& device) { heat(p, device); }
void heat_by_programs(const ProgramHeating<double>& p, const Device& device) { heat(p, device); }

} // namespace isotherm
