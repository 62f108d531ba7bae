#pragma once

#include <string>

#include "app/case/form.hpp"

namespace isotherm {

/// The JSON Schema (draft 2020-12) of a section and everything below it.
std::string json_schema(const Section& root);

} // namespace isotherm
