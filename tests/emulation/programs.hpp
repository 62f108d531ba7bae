#pragma once

#include "kernels/program/heating.hpp"

namespace isotherm::emulation {

/// The CUDA kernel that heats by programs, emulated: it works in host memory.
void heat(const ProgramHeating<float>& p);
void heat(const ProgramHeating<double>& p);

} // namespace isotherm::emulation
