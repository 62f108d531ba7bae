#pragma once

#include <span>
#include <string_view>

namespace isotherm {

/// A commented case that runs as it stands.
struct Starter {
    std::string_view name;
    std::string_view what; ///< one line
    std::string_view text;
};

/// The first is what `isotherm init` writes when nothing is named.
std::span<const Starter> starters();

} // namespace isotherm
