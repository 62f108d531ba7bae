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

/// What is found wrong after reading (a step above the stability limit, a grid too large for the memory) begins with
/// the key that is at fault, as in "time.step: ...; use ...": thrown again as a ConfigError with the key's place. Any
/// other text is thrown as it is.
[[noreturn]] void throw_located(const UsageError& error, const std::string& path, const std::vector<Setting>& settings);

} // namespace isotherm
