#pragma once

/// Small right cases that tests vary.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/case/load_case.hpp"

namespace isotherm::test {

/// 2-D, every required section and no other.
inline const std::string plain_case = "grid: {cells: [20, 10], size: [0.1, 0.1]}\n"
                                      "material: {conductivity: 40, density: 7000, specific_heat: 500}\n"
                                      "initial: 25\n"
                                      "boundary: {all: {type: dirichlet, value: 7}}\n"
                                      "time: {end: 50}\n";

inline CaseSpec load(const std::string& text, const std::vector<std::string>& sets = {}) {
    std::vector<Setting> settings;
    for (const std::string& set : sets) settings.push_back(Setting::from_text(set));
    return load_case_text(text, "/somewhere/plain.yaml", settings);
}

/// Everything that is said about a wrong case; empty when it is right.
inline std::string errors(const std::string& text, const std::vector<std::string>& sets = {}) {
    try {
        load(text, sets);
    } catch (const ConfigError& error) {
        return error.what();
    }
    return "";
}

} // namespace isotherm::test
