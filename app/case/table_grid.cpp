#include <algorithm>

#include <fmt/format.h>

#include "app/case/number.hpp"
#include "app/case/tables.hpp"
#include "solver/spec/solids.hpp"

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

/// One number for all axes, one per axis, or an expression of place.
struct PerAxis {
    std::array<double, 3> value{};
    bool listed = false;
    std::optional<ExpressionText> of_place{};
};
using NumberOrPlace = std::variant<double, ExpressionText>;

/// A material as it is written: one of the two kinds.
struct MaterialText {
    std::optional<PerAxis> diffusivity, conductivity;
    std::optional<NumberOrPlace> density, specific_heat;
    std::optional<std::size_t> library; ///< number in solids()
};

Codec<NumberOrPlace> number_or_place(const std::string& unit) {
    const Codec<double> one = number(unit, above(0));
    const Codec<ExpressionText> law = expression("xyz");
    return {Form{.kind = Form::Kind::any, .parts = {one.form, law.form}},
            [one, law](Reader& reader, const Node& node, const Form& whole) -> std::optional<NumberOrPlace> {
                if (node.kind != Node::Kind::scalar) return reader.fail_kind(node, whole), std::nullopt;
                if (decimal(node.text) && !node.quoted) return one.read(reader, node);
                return law.read(reader, node);
            }};
}

/// A number, a list with one per axis, or an expression of place.
Codec<PerAxis> per_direction(const std::string& unit) {
    const Codec<NumberOrPlace> one = number_or_place(unit);
    const Codec<std::array<double, 3>> several = per_axis(number(unit, above(0)), 0.0);
    Form form{.kind = Form::Kind::any, .parts = {one.form.parts[0], several.form, one.form.parts[1]}};
    form.later = {"{}"};
    return {form, [one, several](Reader& reader, const Node& node, const Form& whole) -> std::optional<PerAxis> {
                if (node.kind == Node::Kind::list) {
                    const auto v = several.read(reader, node);
                    return v ? std::optional(PerAxis{*v, true}) : std::nullopt;
                }
                if (node.kind == Node::Kind::map) return reader.fail_kind(node, whole), std::nullopt;
                const auto v = one.read(reader, node);
                if (!v) return std::nullopt;
                if (const auto* law = std::get_if<ExpressionText>(&*v)) return PerAxis{{1, 1, 1}, false, *law};
                const double all = std::get<double>(*v);
                return PerAxis{{all, all, all}, false, {}};
            }};
}

std::vector<Word> solid_words() {
    std::vector<Word> words;
    for (const Solid& s : solids())
        words.push_back(
            {std::string(s.name), fmt::format("{} W/(m K), {} kg/m^3, {} J/(kg K){}{}", s.conductivity, s.density,
                                              s.specific_heat, s.what.empty() ? "" : "; ", s.what)});
    return words;
}

Table<MaterialText> material_table() {
    return Table<MaterialText>(
               "Conductivity, density and specific_heat, or a solid of the library, or only the diffusivity; then heat "
               "has "
               "no joule, and walls that need one (convection, flux, power, radiation) are errors.",
               {key("conductivity", &MaterialText::conductivity, per_direction("W/(m K)"))
                    .doc("Thermal conductivity kappa: one number, one per axis, or an expression in x, y, z.")
                    .example("398"),
                key("density", &MaterialText::density, number_or_place("kg/m^3"))
                    .doc("Density rho, a number or an expression in x, y, z.")
                    .example("8960"),
                key("specific_heat", &MaterialText::specific_heat, number_or_place("J/(kg K)"))
                    .doc("Specific heat c_p, a number or an expression in x, y, z.")
                    .example("385"),
                key("diffusivity", &MaterialText::diffusivity, per_direction("m^2/s"))
                    .doc("Thermal diffusivity alpha = kappa / (rho c_p): one number, one per axis, or an expression in "
                         "x, y, z.")
                    .example("1.11e-4"),
                key("library", &MaterialText::library, word(solid_words()))
                    .doc("A solid of the library, near room temperature; `isotherm explain materials` lists them with "
                         "their sources.")
                    .example("copper")})
        .exclusive({{"conductivity", "density", "specific_heat"}, {"diffusivity"}, {"library"}}, true);
}

/// rho c of two numbers, or as an expression where one of them is.
void set_heat(MaterialSpec& material, const NumberOrPlace& density, const NumberOrPlace& specific_heat) {
    const auto *rho = std::get_if<double>(&density), *c = std::get_if<double>(&specific_heat);
    if (rho != nullptr && c != nullptr) {
        material.volumetric_heat = *rho * *c;
        return;
    }
    const auto text = [](const NumberOrPlace& v) {
        const auto* number = std::get_if<double>(&v);
        return number != nullptr ? fmt::format("{}", *number) : std::get<ExpressionText>(v).text;
    };
    material.heat_of_place = {fmt::format("({}) * ({})", text(density), text(specific_heat))};
}

MaterialSpec to_material(const MaterialText& text) {
    if (text.library) {
        const Solid& solid = solids()[*text.library];
        const double heat = solid.density * solid.specific_heat;
        return {solid.conductivity / heat, true, solid.conductivity, heat};
    }
    if (!text.diffusivity && (!text.conductivity || !text.density || !text.specific_heat)) return {};
    const PerAxis& kappa = text.diffusivity ? *text.diffusivity : *text.conductivity;
    MaterialSpec material;
    material.thermal = !text.diffusivity;
    if (material.thermal) set_heat(material, *text.density, *text.specific_heat);
    material.conductivity = *std::max_element(kappa.value.begin(), kappa.value.end());
    material.diffusivity = material.conductivity / material.volumetric_heat;
    if (kappa.listed) material.per_axis = kappa.value;
    material.kappa_of_place = kappa.of_place;
    return material;
}

} // namespace

Codec<GridSpec> grid_section() { return converted<GridSpec>(section(grid_table()), to_grid); }
Codec<MaterialSpec> material_section() { return converted<MaterialSpec>(section(material_table()), to_material); }

} // namespace isotherm
