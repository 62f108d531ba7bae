#include <cuda_runtime.h>

#include "kernels/program/heating.cuh"
#include "tests/emulation/programs.hpp"

namespace isotherm::emulation {

void heat(const ProgramHeating<float>& p) { cuda::launch_program_heating(p, 2, nullptr); }
void heat(const ProgramHeating<double>& p) { cuda::launch_program_heating(p, 2, nullptr); }

} // namespace isotherm::emulation
