/// Picks, once, the build of the CPU's loop for the instruction set that the other CPU kernels use.

#include "kernels/program/heating.hpp"

#include "kernels/stencil/cpu/instruction_sets.hpp"

namespace isotherm {

ISOTHERM_IN_EVERY_SET(void heat_rows(const ProgramHeating<float>& p, int threads);
                      void heat_rows(const ProgramHeating<double>& p, int threads);)

namespace {

template <class Real>
void heat(const ProgramHeating<Real>& p, const Device& device) {
#ifdef ISOTHERM_CUDA
    if (device.backend == Backend::cuda) return cuda::heat_by_programs(p, device);
#endif
    using Build = void (*)(const ProgramHeating<Real>&, int);
    static const Build heat_rows = ISOTHERM_BUILD_FOR_HERE(Build, heat_rows);
    heat_rows(p, device.threads);
}

} // namespace

void heat_by_programs(const ProgramHeating<float>& p, const Device& device) { heat(p, device); }
void heat_by_programs(const ProgramHeating<double>& p, const Device& device) { heat(p, device); }

} // namespace isotherm
