#pragma once

/// The registry of verification cases. A new case is one file in app/validate/cases and one line in registry.cpp.

#include <span>

#include "app/validate/study.hpp"

namespace isotherm::validate {

/// A problem whose solution is known, and what the program must make of it.
struct VerificationCase {
    std::string name;      ///< as on the command line
    std::string shows;     ///< one line
    std::string problem;   ///< equation, walls, start
    std::string formula;   ///< the reference, as text
    std::string source;    ///< where the formula is from
    std::string tolerance; ///< what is asked of the error, and why that
    std::function<std::vector<Study>(const Setting&)> run;
};

/// All of them, in the order in which they run.
const std::vector<VerificationCase>& registry();

/// What became of a case.
struct Outcome {
    const VerificationCase* of = nullptr;
    std::vector<Study> studies;
    double seconds = 0;
    [[nodiscard]] bool holds(Precision precision) const;
};

Outcome run_case(const VerificationCase& c, const Setting& setting);

} // namespace isotherm::validate
