#include "solver/spec/solids.hpp"

namespace isotherm {
namespace {

constexpr std::string_view metals =
    "Incropera, DeWitt, Bergman, Lavine, Fundamentals of Heat and Mass Transfer, 6th ed., "
    "table A.1, 300 K";
constexpr std::string_view ceramics = "Incropera et al., table A.2, 300 K";
constexpr std::string_view common = "Incropera et al., table A.3, 300 K";
constexpr std::string_view laminate =
    "kappa through the plane: Azar and Graebner, 12th SEMI-THERM (1996) 169; density, c_p: typical data sheets";

// One solid per line reads as the table that it is.
// clang-format off
constexpr Solid table[] = {
    {"alumina", 36, 3970, 765, "aluminium oxide, polycrystalline", ceramics},
    {"aluminium", 237, 2702, 903, "pure", metals},
    {"aluminium_2024", 177, 2770, 875, "alloy 2024-T6, 4.5 % Cu", metals},
    {"brass", 110, 8530, 380, "cartridge brass, 70 % Cu, 30 % Zn", metals},
    {"brick", 0.72, 1920, 835, "common brick", common},
    {"bronze", 52, 8800, 420, "commercial bronze, 90 % Cu, 10 % Al", metals},
    {"carbon_steel", 60.5, 7854, 434, "plain carbon steel", metals},
    {"chromium", 93.7, 7160, 449, "pure", metals},
    {"concrete", 1.4, 2300, 880, "stone mix", common},
    {"copper", 401, 8933, 385, "pure", metals},
    {"diamond", 2300, 3500, 509, "type IIa", ceramics},
    {"fr4", 0.29, 1850, 1100, "printed circuit board, through the plane", laminate},
    {"germanium", 59.9, 5360, 322, "pure", metals},
    {"glass", 1.4, 2500, 750, "plate, soda lime", common},
    {"glass_wool", 0.038, 32, 835, "glass fibre, duct liner", common},
    {"gold", 317, 19300, 129, "pure", metals},
    {"granite", 2.79, 2630, 775, "Barre", common},
    {"iron", 80.2, 7870, 447, "pure", metals},
    {"lead", 35.3, 11340, 129, "pure", metals},
    {"limestone", 2.15, 2320, 810, "Salem", common},
    {"magnesium", 156, 1740, 1024, "pure", metals},
    {"marble", 2.8, 2680, 830, "Halston", common},
    {"molybdenum", 138, 10240, 251, "pure", metals},
    {"nickel", 90.7, 8900, 444, "pure", metals},
    {"plaster", 0.22, 1680, 1085, "gypsum plaster, sand aggregate", common},
    {"platinum", 71.6, 21450, 133, "pure", metals},
    {"polystyrene", 0.027, 55, 1210, "extruded foam", common},
    {"quartz_glass", 1.38, 2220, 745, "silicon dioxide, fused", ceramics},
    {"sand", 0.27, 1515, 800, "dry", common},
    {"silicon", 148, 2330, 712, "pure", metals},
    {"silicon_carbide", 490, 3160, 675, "", ceramics},
    {"silver", 429, 10500, 235, "pure", metals},
    {"soil", 0.52, 2050, 1840, "", common},
    {"steel_304", 14.9, 7900, 477, "stainless, AISI 304", metals},
    {"steel_316", 13.4, 8238, 468, "stainless, AISI 316", metals},
    {"tin", 66.6, 7310, 227, "pure", metals},
    {"titanium", 21.9, 4500, 522, "pure", metals},
    {"tungsten", 174, 19300, 132, "pure", metals},
    {"wood", 0.16, 720, 1255, "oak, maple, across the grain", common},
    {"zinc", 116, 7140, 389, "pure", metals},
};
// clang-format on

} // namespace

std::span<const Solid> solids() { return table; }

} // namespace isotherm
