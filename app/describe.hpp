#pragma once

#include <string>

#include "solver/spec/case_spec.hpp"

namespace isotherm {

/// What a case says, in a few lines for people.
std::string describe_case(const CaseSpec& spec);

} // namespace isotherm
