#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace isotherm {

/// The name that a typing mistake most likely meant: least edit distance (Damerau-Levenshtein, no case), at most a
/// third of the word's length, or 1 for a short one. Empty: none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& names);

/// "a, b, c".
std::string listed(const std::vector<std::string>& names);

} // namespace isotherm
