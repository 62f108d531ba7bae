#include "app/case/tables.hpp"

namespace isotherm {
namespace {

/// The grid as it is written: of size and spacing one is given.
struct GridText {
    std::vector<index_t> cells;
    std::optional<std::array<double, 3>> size, spacing;
    std::array<double, 3> origin{};
};

/// The number of axes is known from here on, also when a number of cells is wrong.
Codec<std::vector<index_t>> cells() {
    Codec<std::vector<index_t>> plain = list(integer(at_least(1)), 1, 3);
    return {plain.form, [plain](Reader& reader, const Node& node, const Form&) {
                const std::size_t n = node.items.size();
                if (n >= 1 && n <= 3) reader.dim = static_cast<int>(n);
                return plain.read(reader, node);
            }};
}

Table<GridText> grid_table() {
    return Table<GridText>("A uniform grid of one to three axes; the temperature lives at cell centres.",
                           {key("cells", &GridText::cells, cells())
                                .required()
                                .doc("Number of cells per axis; as many entries as the case has axes.")
                                .example("[64, 32]"),
                            key("size", &GridText::size, per_axis(number("m", above(0)), 1.0))
                                .doc("Size of the domain per axis. Give either size or spacing.")
                                .example("[0.1, 0.05]"),
                            key("spacing", &GridText::spacing, per_axis(number("m", above(0)), 1.0))
                                .doc("Size of a cell per axis. Give either size or spacing.")
                                .example("[0.001, 0.002]"),
                            key("origin", &GridText::origin, per_axis(number("m"), 0.0))
                                .doc("Lower corner of the domain; without it 0 on every axis.")
                                .example("[0.5, 0.5]")})
        .exclusive({{"size"}, {"spacing"}}, true);
}

GridSpec to_grid(const GridText& text) {
    GridSpec grid;
    grid.dim = std::max<int>(1, static_cast<int>(text.cells.size()));
    grid.origin = text.origin;
    if (text.spacing) grid.spacing = *text.spacing;
    for (std::size_t d = 0; d < text.cells.size(); ++d) {
        grid.cells[d] = text.cells[d];
        if (text.size) grid.spacing[d] = (*text.size)[d] / static_cast<double>(text.cells[d]);
    }
    return grid;
}

/// A material as it is written: one of the two kinds.
struct MaterialText {
    std::optional<double> diffusivity, conductivity, density, specific_heat;
};

Table<MaterialText> material_table() {
    return Table<MaterialText>(
               "Either conductivity, density and specific_heat, or only the diffusivity; then heat has no joule, and "
               "walls that need "
               "one (convection, flux, power) are errors.",
               {key("conductivity", &MaterialText::conductivity, number("W/(m K)", above(0)).later({"[]", "{}"}))
                    .doc("Thermal conductivity kappa.")
                    .example("398"),
                key("density", &MaterialText::density, number("kg/m^3", above(0))).doc("Density rho.").example("8960"),
                key("specific_heat", &MaterialText::specific_heat, number("J/(kg K)", above(0)))
                    .doc("Specific heat c_p.")
                    .example("385"),
                key("diffusivity", &MaterialText::diffusivity, number("m^2/s", above(0)).later({"[]", "{}"}))
                    .doc("Thermal diffusivity alpha = kappa / (rho c_p).")
                    .example("1.11e-4")})
        .exclusive({{"conductivity", "density", "specific_heat"}, {"diffusivity"}}, true);
}

MaterialSpec to_material(const MaterialText& text) {
    if (text.diffusivity) return {*text.diffusivity, false, *text.diffusivity, 1.0};
    if (!text.conductivity || !text.density || !text.specific_heat) return {};
    const double volumetric_heat = *text.density * *text.specific_heat;
    return {*text.conductivity / volumetric_heat, true, *text.conductivity, volumetric_heat};
}

} // namespace

Codec<GridSpec> grid_section() { return converted<GridSpec>(section(grid_table()), to_grid); }
Codec<MaterialSpec> material_section() { return converted<MaterialSpec>(section(material_table()), to_material); }

} // namespace isotherm
