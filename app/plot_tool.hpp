#pragma once

#include <string>

namespace isotherm {

/// Pictures are drawn by tools/plot, a Python program that uses matplotlib, in a process of its own.
class PlotTool {
public:
    /// Finds the program (beside the installed isotherm, or in the sources) and a Python that can run it:
    /// ISOTHERM_PYTHON, python3 of the PATH, the system's. Throws UsageError that says what to install.
    PlotTool();

    /// Runs it with settings as JSON; it prints the pictures' paths unless `silent`. Returns its exit code.
    [[nodiscard]] int run(const std::string& settings, bool silent = false) const;

private:
    std::string program_, python_;
};

} // namespace isotherm
