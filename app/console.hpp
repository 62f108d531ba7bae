#pragma once

#include <string>

namespace isotherm {

/// Whether a stream (STDOUT_FILENO, STDERR_FILENO) is a terminal that may be coloured: never with NO_COLOR set.
bool colour_wanted(int stream);

/// Width of the terminal behind a stream, or `otherwise`. Asked anew every time: windows change their size.
std::size_t columns_of(int stream, std::size_t otherwise);

/// An error on standard error; "isotherm: error: " goes before a text that does not say "error:" itself. In colour on a
/// terminal, never with NO_COLOR set.
void print_error(const std::string& text);

} // namespace isotherm
