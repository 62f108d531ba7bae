#pragma once

#include <string>
#include <vector>

#include "kernels/stencil/sweep.hpp"

namespace isotherm {

bool advance_reference(const Advance<float>& a);
bool advance_reference(const Advance<double>& a);

/// Dispatches to the rows kernel that was built for the best instruction set of this processor.
bool advance_rows(const Advance<float>& a);
bool advance_rows(const Advance<double>& a);

/// The same of the temporally blocked kernel. One step, or a stage with terms, goes through the rows kernel.
bool advance_temporal(const Advance<float>& a);
bool advance_temporal(const Advance<double>& a);

/// "x86-64-v4", "x86-64-v3", "baseline": what the CPU kernels run with here. The environment variable
/// ISOTHERM_INSTRUCTION_SET asks for another one than the best; throws UsageError where the processor has it not.
const char* cpu_instruction_set();

/// All that this processor runs, the best first.
std::vector<std::string> cpu_instruction_sets();

/// Whether fused multiply-adds are instructions here; else each is a call of the library: the same bits, slowly.
bool cpu_has_fma();

} // namespace isotherm
