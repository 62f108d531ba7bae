#pragma once

#include <string>

namespace isotherm {

/// "isotherm 0.1.0 (commit)"; the commit only where the build knew it.
std::string version_text();

} // namespace isotherm
