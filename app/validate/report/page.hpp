#pragma once

#include <string>

#include "app/validate/registry.hpp"

namespace isotherm::validate {

/// The report as one HTML page that needs nothing else: statement, formula, table and charts of every case.
std::string page(const std::vector<Outcome>& outcomes, const Setting& setting);

/// A formula of a case for HTML: Greek letters, sums, exponents and indices instead of their words.
std::string typeset(const std::string& text);

} // namespace isotherm::validate
