#pragma once

/// What physics costs: whole runs with a beam, patches, tables, radiation or an expression of place and time beside the
/// same run without, in turns.

#include <string>
#include <vector>

#include "app/bench/sampling.hpp"
#include "solver/spec/case_spec.hpp"

namespace isotherm::bench {

struct Cost {
    std::string what;
    Precision precision = Precision::fp64;
    std::string kernel; ///< that the run took
    Samples rate;       ///< [cells/s]
    double plain = 0;   ///< [cells/s] of the run without
    /// Part of the time of the run without that it takes more.
    [[nodiscard]] double cost() const { return plain / rate.median() - 1; }
};

/// Measures on one device and in one precision; `plain` is the case without. The first one is the run without itself.
std::vector<Cost> measure_costs(const CaseSpec& plain, const Device& device);

std::string cost_lines(const std::vector<Cost>& costs);

} // namespace isotherm::bench
