#pragma once

#include <string>
#include <vector>

#include "app/case/config_error.hpp"
#include "app/case/settings.hpp"
#include "solver/spec/case_spec.hpp"

namespace isotherm {

/// Reads, completes and checks a case file with the settings of the command line applied. Warnings go to the log.
/// Throws ConfigError that holds everything that is wrong.
CaseSpec load_case(const std::string& path, const std::vector<Setting>& settings = {});

/// The same for text that stands in no file (starters, examples); `path` names it.
CaseSpec load_case_text(const std::string& text, const std::string& path, const std::vector<Setting>& settings = {});

} // namespace isotherm
