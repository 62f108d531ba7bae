#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/base/error.hpp"
#include "kernels/boundary/wall_row.hpp"
#include "solver/boundary/face.hpp"
#include "solver/core/shape.hpp"
#include "solver/io/field_file.hpp"
#include "solver/spec/rules.hpp"

namespace isotherm {
namespace {

constexpr const char* all_three = "give material.conductivity, material.density and material.specific_heat";

/// Kelvin below which a temperature is more likely meant in degrees Celsius; exactly 0 K may be what a body radiates
/// to.
constexpr double coldest_likely = 100;

std::vector<std::string> region_names(const CaseSpec& spec) {
    std::vector<std::string> names{"default"};
    for (const RegionSpec& region : spec.regions) names.push_back(region.name);
    return names;
}

/// The numbers that stand for temperatures in a value: constants and tables.
std::vector<double> numbers_of(const Value& value) {
    if (const auto* number = std::get_if<double>(&value)) return {*number};
    std::vector<double> numbers;
    if (const auto* table = std::get_if<TimeTable>(&value))
        for (const auto& row : table->rows) numbers.push_back(row[1]);
    return numbers;
}

struct NamedTemperature {
    std::string key;
    double value;
    bool ambient;
};

/// Every temperature that the case gives as a number.
std::vector<NamedTemperature> temperatures_of(const CaseSpec& spec) {
    std::vector<NamedTemperature> all;
    const auto add_field = [&](const std::string& key, const FieldSpec& field) {
        if (const auto* number = std::get_if<double>(&field)) all.push_back({key, *number, false});
    };
    add_field("initial", spec.initial);
    for (std::size_t i = 0; i < spec.regions.size(); ++i)
        if (spec.regions[i].initial) add_field(fmt::format("regions[{}].initial", i), *spec.regions[i].initial);
    for (const auto& [key, law] : laws_of(spec)) {
        const auto add = [&, place = key](const char* name, const Value& value, bool ambient) {
            for (const double v : numbers_of(value)) all.push_back({place + "." + name, v, ambient});
        };
        if (const auto* d = std::get_if<DirichletWall>(law)) add("value", d->value, false);
        if (const auto* c = std::get_if<ConvectionWall>(law)) add("ambient", c->ambient, false);
        if (const auto* r = std::get_if<RadiationWall>(law)) add("ambient", r->ambient, true);
    }
    return all;
}

} // namespace

bool covers_a_cell_or_says_why(const Shape& shape, const Grid& grid, const std::string& key, Findings& found) {
    try {
        return covers_a_cell(shape, grid);
    } catch (const Error& error) { // of a label map's file
        found.push_back({key + ".file", error.what(), "a label map has the grid's shape, the slowest axis first"});
        return true;
    }
}

std::vector<std::pair<std::string, const WallSpec*>> laws_of(const CaseSpec& spec) {
    std::vector<std::pair<std::string, const WallSpec*>> laws;
    for (std::size_t s = 0; s < 2 * static_cast<std::size_t>(spec.grid.dim); ++s) {
        const std::string key = std::string("boundary.") + side_names[s];
        const auto& patches = spec.patches[s];
        laws.emplace_back(patches.empty() ? key : key + ".rest", &spec.walls[s]);
        for (std::size_t p = 0; p < patches.size(); ++p)
            laws.emplace_back(fmt::format("{}.patches[{}]", key, p), &patches[p].wall);
    }
    return laws;
}

void check_region_materials(const CaseSpec& spec, Findings& found) {
    bool varies = spec.material.per_axis.has_value();
    for (std::size_t i = 0; i < spec.regions.size(); ++i) {
        const auto& material = spec.regions[i].material;
        if (!material) continue;
        varies = true;
        if (material->thermal != spec.material.thermal)
            found.push_back({fmt::format("regions[{}].material", i), "given in another way than the case's material",
                             spec.material.thermal ? "give conductivity, density and specific_heat"
                                                   : "give only diffusivity, as the case's material does"});
    }
    if (varies && spec.order != 2)
        found.push_back(
            {"order", fmt::format("order {} is for one material with one conductivity", spec.order), "use order: 2"});
}

void check_interfaces(const CaseSpec& spec, Findings& found) {
    std::vector<std::string> names{"default"};
    for (const RegionSpec& region : spec.regions) names.push_back(region.name);
    std::set<std::set<std::string>> pairs;
    for (std::size_t i = 0; i < spec.interfaces.size(); ++i) {
        const auto& between = spec.interfaces[i].between;
        const std::string key = fmt::format("interfaces[{}]", i);
        for (std::size_t n = 0; n < 2; ++n)
            if (std::find(names.begin(), names.end(), between[n]) == names.end())
                found.push_back({fmt::format("{}.between[{}]", key, n), "there is no region '" + between[n] + "'",
                                 fmt::format("regions: {}", fmt::join(names, ", "))});
        if (between[0] == between[1])
            found.push_back({key + ".between", "both sides are the same region", "name two different ones"});
        if (!pairs.insert({between[0], between[1]}).second)
            found.push_back({key + ".between", "this pair has a resistance already", "remove one of them"});
        if (!spec.material.thermal)
            found.push_back({key + ".resistance", "a resistance needs a conductivity",
                             "give material.conductivity, material.density and material.specific_heat"});
    }
    if (!spec.interfaces.empty() && spec.order != 2)
        found.push_back({"order", "contact resistances are for order 2", "use order: 2"});
}

void check_sources(const CaseSpec& spec, Findings& found) {
    const std::vector<std::string> names = region_names(spec);
    bool any = false;
    for (std::size_t i = 0; i < spec.sources.size(); ++i) {
        any = true;
        const std::string key = fmt::format("source[{}]", i);
        const auto* uniform = std::get_if<UniformSource>(&spec.sources[i]);
        if (uniform == nullptr || uniform->given == UniformSource::Given::power) {
            if (!spec.material.thermal)
                found.push_back({key + ".power", "a power in W needs a heat capacity", all_three});
        }
        if (uniform != nullptr && !uniform->region.empty() &&
            std::find(names.begin(), names.end(), uniform->region) == names.end())
            found.push_back({key + ".region", "there is no region '" + uniform->region + "'",
                             fmt::format("regions: {}", fmt::join(names, ", "))});
    }
    for (const RegionSpec& region : spec.regions) any = any || region.source;
    if (any && spec.order != 2)
        found.push_back({"order", fmt::format("order {} falls to 2 beside walls where there is a source", spec.order),
                         "use order: 2"});
}

void check_radiation(const CaseSpec& spec, Findings& found) {
    const auto laws = laws_of(spec);
    const bool radiates = std::any_of(
        laws.begin(), laws.end(), [](const auto& law) { return std::holds_alternative<RadiationWall>(*law.second); });
    if (!radiates) return;
    const bool celsius = spec.temperature_unit == "C";
    for (const NamedTemperature& T : temperatures_of(spec)) {
        if (T.value < (celsius ? -273.15 : 0.0))
            found.push_back(
                {T.key,
                 fmt::format("{} {} is below absolute zero, and a wall radiates", T.value, celsius ? "degC" : "K"),
                 celsius ? "nothing is colder than -273.15 degC"
                         : "write units: {temperature: C} where temperatures are degrees Celsius"});
        else if (!celsius && !spec.unit_given && T.value < coldest_likely && !(T.ambient && T.value == 0))
            found.push_back({T.key, fmt::format("{} looks like degrees Celsius, and radiation needs kelvin", T.value),
                             "write units: {temperature: C} for degrees Celsius, or {temperature: K} if it is kelvin"});
    }
}

void check_patches(const CaseSpec& spec, Findings& found) {
    const Grid grid(spec.grid);
    for (std::size_t s = 0; s < 2 * static_cast<std::size_t>(grid.dim); ++s)
        for (std::size_t p = 0; p < spec.patches[s].size(); ++p) {
            if (!covers_a_cell_or_says_why(spec.patches[s][p].shape, face_grid(grid, static_cast<int>(s) / 2),
                                           fmt::format("boundary.{}.patches[{}].shape", side_names[s], p), found))
                found.push_back({fmt::format("boundary.{}.patches[{}].shape", side_names[s], p),
                                 "no cell of the wall has its centre in this shape",
                                 "it lies beside the wall, between cell centres, or its corners are swapped"});
        }
}

void check_files(const CaseSpec& spec, Findings& found) {
    const Grid grid(spec.grid);
    const auto attempt = [&](const std::string& key, auto&& read) {
        try {
            read();
        } catch (const Error& error) {
            found.push_back({key, error.what(), "a file has the grid's shape, the slowest axis first"});
        }
    };
    const auto look_at = [&](const std::string& key, const FieldSpec& field) {
        if (const auto* file = std::get_if<FileField>(&field))
            attempt(key + ".path", [&] { (void)read_field_file(*file, grid, spec.temperature_unit); });
    };
    look_at("initial", spec.initial);
    for (std::size_t i = 0; i < spec.regions.size(); ++i)
        if (spec.regions[i].initial) look_at(fmt::format("regions[{}].initial", i), *spec.regions[i].initial);
}

void check_plausibility(const CaseSpec& spec, Findings& found) {
    const auto look_at = [&](const MaterialSpec& material, const std::string& key) {
        const double alpha = material.diffusivity;
        if (material.thermal && (alpha < 1e-9 || alpha > 1e-2))
            found.push_back({key, fmt::format("a diffusivity of {:.3g} m^2/s is far from that of any material", alpha),
                             "conductivity [W/(m K)], density [kg/m^3] and specific_heat [J/(kg K)] are in SI units; "
                             "solids lie between 1e-8 and 2e-3",
                             true});
    };
    look_at(spec.material, "material");
    for (std::size_t i = 0; i < spec.regions.size(); ++i)
        if (spec.regions[i].material) look_at(*spec.regions[i].material, fmt::format("regions[{}].material", i));
    const Grid grid(spec.grid);
    double smallest = grid.h[0];
    for (int d = 1; d < grid.dim; ++d) smallest = std::min(smallest, grid.h[static_cast<std::size_t>(d)]);
    const double reached = std::sqrt(spec.material.diffusivity * spec.time.end);
    if (spec.material.thermal && reached < 1e-3 * smallest)
        found.push_back({"time.end",
                         fmt::format("in {:.3g} s heat travels about {:.3g} m, and a cell has {:.3g} m", spec.time.end,
                                     reached, smallest),
                         "lengths are in m and times in s", true});
}

} // namespace isotherm
