#pragma once

#include <string>

namespace isotherm {

/// Whether a stream (STDOUT_FILENO, STDERR_FILENO) is a terminal that may be coloured: never with NO_COLOR set.
bool colour_wanted(int stream);

/// An error on standard error; "isotherm: error: " goes before a text that does not say "error:" itself. In colour on a
/// terminal, never with NO_COLOR set.
void print_error(const std::string& text);

} // namespace isotherm
