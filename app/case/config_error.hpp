#pragma once

#include <string>
#include <vector>

#include "app/case/document.hpp"
#include "kernels/base/error.hpp"

namespace isotherm {

/// Everything that is wrong with a case (warnings are left out), in the order of the file; what() is all of it as a
/// person reads it.
class ConfigError : public Error {
public:
    ConfigError(const std::vector<Source>& sources, std::vector<Finding> findings);
    [[nodiscard]] const std::vector<Finding>& findings() const noexcept { return findings_; }

private:
    std::vector<Finding> findings_;
};

/// One finding with its line and a caret:
///
///     case.yaml:3:3: error: grid.cels: unknown key
///         3 |   cels: [10, 10]
///           |   ^
///           did you mean 'cells'? Keys here: cells, size, spacing, origin
std::string render(const std::vector<Source>& sources, const Finding& finding);

/// By source, line and column; equal ones once.
void sort_findings(std::vector<Finding>& findings);

} // namespace isotherm
