#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/base/error.hpp"
#include "kernels/boundary/wall_row.hpp"
#include "solver/boundary/face.hpp"
#include "solver/core/material_laws.hpp"
#include "solver/core/shape.hpp"
#include "solver/io/field_file.hpp"
#include "solver/spec/rules.hpp"

namespace isotherm {
namespace {

constexpr const char* all_three = "give material.conductivity, material.density and material.specific_heat";

std::vector<std::string> region_names(const CaseSpec& spec) {
    std::vector<std::string> names{"default"};
    for (const RegionSpec& region : spec.regions) names.push_back(region.name);
    return names;
}

using Corner = std::array<double, 2>;

/// Which side of the line a b the point p lies on: the sign of twice the triangle's area.
double side_of_line(const Corner& a, const Corner& b, const Corner& p) {
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

/// Whether two edges of a polygon cross; edges that only touch do not.
bool crosses_itself(const std::vector<Corner>& points) {
    const std::size_t n = points.size();
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j) {
            const Corner &a = points[i], &b = points[(i + 1) % n], &c = points[j], &d = points[(j + 1) % n];
            if (side_of_line(a, b, c) * side_of_line(a, b, d) < 0 && side_of_line(c, d, a) * side_of_line(c, d, b) < 0)
                return true;
        }
    return false;
}

} // namespace

bool covers_a_cell_or_says_why(const Shape& shape, const Grid& grid, const std::string& key, Findings& found) {
    const auto* polygon = std::get_if<PolygonShape>(&shape);
    if (polygon != nullptr && crosses_itself(polygon->points)) {
        found.push_back(
            {key + ".points", "edges of this polygon cross", "list the corners in the order of the outline"});
        return true;
    }
    try {
        return covers_a_cell(shape, grid);
    } catch (const Error& error) { // of a label map's file
        found.push_back(finding_of(key + ".file", error.what()));
        return true;
    }
}

SpecFinding finding_of(const std::string& key, const std::string& text) {
    const std::size_t way_out = std::min(text.find("; "), text.size());
    return {key, text.substr(0, way_out), way_out < text.size() ? text.substr(way_out + 2) : ""};
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
    bool varies = spec.material.per_axis.has_value() || spec.material.graded();
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
            found.push_back(finding_of(key, error.what()));
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

namespace {

/// [m^2/s] of a material, or what an expression makes of it in the middle of the domain; none where it has no value
/// there.
std::optional<double> diffusivity_of(const CaseSpec& spec, int owner, const MaterialSpec& material) {
    if (!material.graded()) return material.diffusivity;
    const Grid grid(spec.grid);
    const MaterialLaws laws(spec);
    const auto x = grid.centre(grid.n[0] / 2, grid.n[1] / 2, grid.n[2] / 2);
    try {
        return laws.kappa(owner, 0, x) / laws.heat(owner, x);
    } catch (const Error&) { // other regions may lie there
        return std::nullopt;
    }
}

} // namespace

void check_plausibility(const CaseSpec& spec, Findings& found) {
    const auto look_at = [&](int owner, const MaterialSpec& material, const std::string& key) {
        const double alpha = diffusivity_of(spec, owner, material).value_or(1e-5);
        if (material.thermal && (alpha < 1e-9 || alpha > 1e-2))
            found.push_back({key, fmt::format("a diffusivity of {:.3g} m^2/s is far from that of any material", alpha),
                             "conductivity [W/(m K)], density [kg/m^3] and specific_heat [J/(kg K)] are in SI units; "
                             "solids lie between 1e-8 and 2e-3",
                             true});
    };
    look_at(-1, spec.material, "material");
    for (std::size_t i = 0; i < spec.regions.size(); ++i)
        if (spec.regions[i].material)
            look_at(static_cast<int>(i), *spec.regions[i].material, fmt::format("regions[{}].material", i));
    const Grid grid(spec.grid);
    double smallest = grid.h[0];
    for (int d = 1; d < grid.dim; ++d) smallest = std::min(smallest, grid.h[static_cast<std::size_t>(d)]);
    const double reached = std::sqrt(diffusivity_of(spec, -1, spec.material).value_or(1.0) * spec.time.end);
    if (spec.material.thermal && reached < 1e-3 * smallest)
        found.push_back({"time.end",
                         fmt::format("in {:.3g} s heat travels about {:.3g} m, and a cell has {:.3g} m", spec.time.end,
                                     reached, smallest),
                         "lengths are in m and times in s", true});
}

} // namespace isotherm
