#pragma once

#include <string>

namespace isotherm {

/// "isotherm 0.1.0 (commit)"; the commit only where the build knew it.
std::string version_text();

/// The same, and what the program was built with, one thing per line.
std::string long_version_text();

} // namespace isotherm
