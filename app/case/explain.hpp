#pragma once

#include <string>

#include "app/case/form.hpp"

namespace isotherm {

/// The reference of a key: "time.step", "probes.at" (or "probes[0].at"), "safety" where only one section has it, or a
/// type such as "convection". Empty key: an overview. Throws UsageError that suggests the nearest.
std::string explain(const Section& root, const std::string& key);

} // namespace isotherm
