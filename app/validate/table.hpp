#pragma once

#include <string>

#include "app/validate/registry.hpp"

namespace isotherm::validate {

/// "n = 20, 40, 80" as people read it: the finest grid (space), its steps (time), or the grid.
std::string refinement_text(const Study& study);
/// What was expected: "2 +- 0.1", "< 1e-12".
std::string expected_text(const Study& study, Precision precision);
/// What was measured of it: of the orders of L1, L2 and Linf the one farthest from the expected; Linf over the scale;
/// in fp32 the largest difference from fp64 over the scale.
std::string measured_text(const Study& study, Precision precision);

/// The table for people, a line per study, without L1 and L2 where it would be wider than `columns`. `colour`: verdicts
/// in green and red.
std::string table(const std::vector<Outcome>& outcomes, const Setting& setting, bool colour = false,
                  std::size_t columns = 1000);
/// The document of --json and report.json; `with_fields` adds profiles and error maps.
std::string json(const std::vector<Outcome>& outcomes, const Setting& setting, bool with_fields);

} // namespace isotherm::validate
