#pragma once

#include <string>

#include "solver/spec/case_spec.hpp"

namespace isotherm {

/// What a case says, in a few lines for people.
std::string describe_case(const CaseSpec& spec);

/// What a run of the case would do: step limits, steps, memory, disk, files, kernel, and with `timed` how long it
/// takes. Allocates no field of the case's size.
std::string describe_run(const CaseSpec& spec, bool timed);

} // namespace isotherm
