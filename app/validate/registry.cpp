#include "app/validate/registry.hpp"

#include <chrono>

#include "app/validate/cases/cases.hpp"

namespace isotherm::validate {

const std::vector<VerificationCase>& registry() {
    static const std::vector<VerificationCase> all = [] {
        std::vector<VerificationCase> cases;
        for (const auto file : files_of_cases)
            for (VerificationCase& c : file()) cases.push_back(std::move(c));
        return cases;
    }();
    return all;
}

bool Outcome::holds(Precision precision) const {
    for (const Study& study : studies)
        if (!study.holds(precision)) return false;
    return true;
}

Outcome run_case(const VerificationCase& c, const Setting& setting) {
    const auto began = std::chrono::steady_clock::now();
    Outcome outcome{&c, c.run(setting), 0};
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return outcome;
}

} // namespace isotherm::validate
