#pragma once

#include <span>
#include <string_view>

namespace isotherm {

/// A solid near room temperature, as handbooks have it.
struct Solid {
    std::string_view name;
    double conductivity;  ///< [W/(m K)]
    double density;       ///< [kg/m^3]
    double specific_heat; ///< [J/(kg K)]
    std::string_view what, source;
};

/// The library of materials, by name.
std::span<const Solid> solids();

} // namespace isotherm
