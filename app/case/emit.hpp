#pragma once

#include <string>

#include "app/case/document.hpp"

namespace isotherm {

/// The tree as YAML that reads back as the same tree.
std::string emit_yaml(const Node& root);

} // namespace isotherm
