#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace isotherm {

/// A decimal number of YAML 1.2 (core schema int or float, without octal, hexadecimal, .inf and .nan) that is finite
/// and has no leading zeros. None: it is something else.
std::optional<double> decimal(std::string_view text);

/// Why a text that looks like a number is none, and what to write; empty when it does not look like one.
std::string number_trap(std::string_view text);

/// The shortest text that reads back as this number.
std::string number_text(double value);

} // namespace isotherm
