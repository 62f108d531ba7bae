#pragma once

#include <string>

#include "app/case/form.hpp"

namespace isotherm {

/// The reference of a key: "time.step", "probes.at" (or "probes[0].at"), "safety" where only one section has it, or a
/// type such as "convection". Empty key: an overview. Throws UsageError that suggests the nearest.
std::string explain(const Section& root, const std::string& key);

/// Every key with its meaning, legal values, default and example, as Markdown: docs/reference.md.
std::string reference(const Section& root);

} // namespace isotherm
