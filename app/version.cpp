#include "app/version.hpp"

namespace isotherm {

std::string version_text() { return "isotherm 0.1.0"; }

} // namespace isotherm
