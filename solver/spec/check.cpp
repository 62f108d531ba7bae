/// The rules between keys of a case. A rule is a function and a row of the table at the end.

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "kernels/base/error.hpp"
#include "kernels/boundary/wall_row.hpp"
#include "solver/core/expression.hpp"
#include "solver/core/region_map.hpp"
#include "solver/core/shape.hpp"
#include "solver/filter/field_filter.hpp"
#include "solver/io/file_names.hpp"
#include "solver/io/snapshot.hpp"
#include "solver/spec/case_spec.hpp"
#include "solver/spec/rules.hpp"

namespace isotherm {
namespace {

constexpr double most_cells = 4503599627370496.0; // 2^52: byte counts stay below 2^63
constexpr double many_snapshots = 10'000;

void check_cells(const CaseSpec& spec, Findings& found) {
    double cells = 1;
    for (const index_t n : spec.grid.cells) cells *= static_cast<double>(n);
    if (cells > most_cells)
        found.push_back({"grid.cells", fmt::format("{:.3g} cells are more than can be counted", cells), "use fewer"});
}

/// Walls that need a joule, in a case whose material has none.
void check_material_of_walls(const CaseSpec& spec, Findings& found) {
    if (spec.material.thermal) return;
    const std::string help =
        "give material.conductivity, material.density and material.specific_heat instead of diffusivity";
    for (const auto& [key, law] : laws_of(spec)) {
        if (std::holds_alternative<ConvectionWall>(*law))
            found.push_back({key + ".h", "convection needs a conductivity", help});
        if (std::holds_alternative<RadiationWall>(*law))
            found.push_back({key + ".emissivity", "radiation needs a conductivity", help});
        const auto* neumann = std::get_if<NeumannWall>(law);
        if (neumann != nullptr && neumann->given == NeumannWall::Given::flux)
            found.push_back({key + ".flux", "a flux in W/m^2 needs a conductivity", help + "; or `gradient`"});
        if (neumann != nullptr && neumann->given == NeumannWall::Given::power)
            found.push_back({key + ".power", "a power in W needs a conductivity", help + "; or `gradient`"});
    }
}

bool is_constant(const Value& value) {
    if (const auto* table = std::get_if<TimeTable>(&value)) return table->rows.size() == 1;
    const auto* text = std::get_if<ExpressionText>(&value);
    if (text == nullptr) return true;
    try {
        const Expression expression(text->text, "xyzt");
        return !expression.uses('x') && !expression.uses('y') && !expression.uses('z') && !expression.uses('t');
    } catch (const ExpressionError&) {
        return true; // reported where it was read
    }
}

/// Mirroring keeps order 4 and 6 only where the odd derivatives vanish, or the even ones.
bool keeps_order(const WallSpec& wall) {
    if (const auto* dirichlet = std::get_if<DirichletWall>(&wall)) return is_constant(dirichlet->value);
    return std::holds_alternative<PeriodicWall>(wall) || std::holds_alternative<InsulatedWall>(wall);
}

void check_order_of_walls(const CaseSpec& spec, Findings& found) {
    if (spec.order == 2 || spec.compute.allow_reduced_order) return;
    for (std::size_t s = 0; s < 2 * static_cast<std::size_t>(spec.grid.dim); ++s)
        if (!keeps_order(spec.walls[s]) || !spec.patches[s].empty())
            found.push_back(
                {std::string("boundary.") + side_names[s],
                 fmt::format("beside this wall order {} falls to 2", spec.order),
                 "periodic, insulated and a temperature constant in space and time keep it; use order: 2, or "
                 "compute.allow_reduced_order: true"});
}

void check_cells_for_order(const CaseSpec& spec, Findings& found) {
    for (std::size_t d = 0; d < static_cast<std::size_t>(spec.grid.dim); ++d)
        if (!std::holds_alternative<PeriodicWall>(spec.walls[2 * d]) && spec.grid.cells[d] < spec.order / 2)
            found.push_back(
                {fmt::format("grid.cells[{}]", d),
                 fmt::format("order {} needs at least {} cells along this axis", spec.order, spec.order / 2),
                 "use more cells, or a lower order"});
}

void check_integrator(const CaseSpec& spec, Findings& found) {
    if (spec.order > 2 && spec.time.integrator == "euler")
        found.push_back({"time.integrator",
                         fmt::format("euler spoils order {}: its own error is of order 2 in the spacing", spec.order),
                         "use auto (rk2 with order 4, rk3 with order 6)", true});
}

void check_regions(const CaseSpec& spec, Findings& found) {
    const Grid grid(spec.grid);
    std::set<std::string> names{"default"};
    for (std::size_t i = 0; i < spec.regions.size(); ++i) {
        const RegionSpec& region = spec.regions[i];
        const std::string key = fmt::format("regions[{}]", i);
        if (!names.insert(region.name).second && !region.name.empty())
            found.push_back(
                {key + ".name",
                 "'" + region.name + "' " +
                     (region.name == "default" ? "means what no region covers" : "is the name of an earlier region"),
                 "choose another name"});
        const auto* cylinder = std::get_if<CylinderShape>(&region.shape);
        const auto* half_space = std::get_if<HalfSpaceShape>(&region.shape);
        const auto* polygon = std::get_if<PolygonShape>(&region.shape);
        if (polygon != nullptr && grid.dim == 1) {
            found.push_back({key + ".shape", "a polygon needs two axes", "use a box"});
            continue;
        }
        if (cylinder != nullptr && cylinder->from == cylinder->to)
            found.push_back({key + ".shape.to", "both ends of the cylinder are the same point",
                             "its length is the distance of the ends"});
        else if (half_space != nullptr && half_space->normal == std::array<double, 3>{})
            found.push_back({key + ".shape.normal", "the normal has no direction", "give one component that is not 0"});
        else if (!covers_a_cell_or_says_why(region.shape, grid, key + ".shape", found))
            found.push_back({key + ".shape", "no cell of the grid has its centre in this shape",
                             "it lies outside the domain, between cell centres, or its corners are swapped"});
    }
}

void check_probes(const CaseSpec& spec, Findings& found) {
    const Grid grid(spec.grid);
    std::set<std::string> names;
    for (std::size_t i = 0; i < spec.probes.size(); ++i) {
        const ProbeSpec& probe = spec.probes[i];
        const std::string key = fmt::format("probes[{}]", i);
        if (probe.name == "step" || probe.name == "time")
            found.push_back(
                {key + ".name", "probes.csv has a column '" + probe.name + "' already", "choose another name"});
        else if (!probe.name.empty() && !names.insert(probe.name).second)
            found.push_back(
                {key + ".name", "'" + probe.name + "' is the name of an earlier probe", "choose another name"});
        const auto require_inside = [&](double x, int d, const std::string& place) {
            const double lower = grid.lower[d], upper = grid.upper(d), slack = 1e-12 * grid.size(d);
            if (x < lower - slack || x > upper + slack)
                found.push_back({place, fmt::format("{} lies outside the domain", x),
                                 fmt::format("the {} axis goes from {} to {} m", "xyz"[d], lower, upper)});
        };
        using Kind = ProbeSpec::Kind;
        for (int d = 0; d < grid.dim; ++d) {
            if (probe.kind == Kind::point) require_inside(probe.at[d], d, fmt::format("{}.at[{}]", key, d));
            if (probe.kind == Kind::line) require_inside(probe.at[d], d, fmt::format("{}.line.from[{}]", key, d));
            if (probe.kind == Kind::line) require_inside(probe.to[d], d, fmt::format("{}.line.to[{}]", key, d));
        }
        if (probe.axis >= 0)
            require_inside(probe.position, probe.axis, key + (probe.kind == Kind::flux ? ".flux" : ".plane"));
        if (!probe.region.empty() && find_region(spec, probe.region) < 0)
            found.push_back({key, "there is no region '" + probe.region + "'", "name one of `regions`, or all"});
    }
}

void check_cadence(const Cadence& cadence, const std::string& key, const CaseSpec& spec, Findings& found) {
    for (std::size_t i = 0; i < cadence.times.size(); ++i) {
        if (i > 0 && cadence.times[i] <= cadence.times[i - 1])
            found.push_back({fmt::format("{}.times[{}]", key, i), "the times must increase",
                             fmt::format("the one before is {} s", cadence.times[i - 1])});
        else if (cadence.times[i] > spec.time.end)
            found.push_back({fmt::format("{}.times[{}]", key, i),
                             fmt::format("{} s is never reached", cadence.times[i]),
                             fmt::format("time.end is {} s", spec.time.end), true});
    }
    if (cadence.every && *cadence.every > spec.time.end)
        found.push_back({key + ".every", fmt::format("{} s is longer than the run", *cadence.every),
                         fmt::format("time.end is {} s", spec.time.end), true});
}

void check_outputs(const CaseSpec& spec, Findings& found) {
    const bool several = !spec.more_outputs.empty();
    std::set<std::string> names;
    for (std::size_t i = 0; i <= spec.more_outputs.size(); ++i) {
        const OutputSpec& output = i == 0 ? spec.output : spec.more_outputs[i - 1];
        const std::string key = several ? fmt::format("output[{}]", i) : "output";
        const OutputCells cells = output_cells(output.region, Grid(spec.grid));
        if (cells.n[0] * cells.n[1] * cells.n[2] == 0)
            found.push_back({key + ".region", "no cell of the grid has its centre in this region",
                             "it lies outside the domain, between cell centres, or its corners are swapped"});
        if (std::set<std::string>(output.fields.begin(), output.fields.end()).size() < output.fields.size())
            found.push_back({key + ".fields", "a field is named twice", "name each once"});
        if (i == 0) continue;
        check_cadence(output.cadence, key, spec, found);
        if (output.name.empty())
            found.push_back(
                {key, "an output after the first needs a name", "add `name: slice`; its folder is called so"});
        else if (!names.insert(output.name).second)
            found.push_back(
                {key + ".name", "'" + output.name + "' is the name of an earlier output", "choose another"});
        if (!output.directory.empty())
            found.push_back({key + ".directory", "only the first output has a directory", "the others lie below it"});
        if (output.diagnostics)
            found.push_back({key + ".diagnostics", "only the first output has diagnostics", "move it there"});
    }
}

/// Files and folders of a result may not share a name, not even but for capitals: some file systems see no difference.
void check_file_names(const CaseSpec& spec, Findings& found) {
    const auto plain = [](std::string name) {
        std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return std::string(without_tmp(name));
    };
    const FileNames of_every_run{plain(file_stem(spec.name)), fixed_names()};
    std::map<std::string, std::string> taken; ///< by the name without capitals: whose it is
    const auto take = [&](const std::string& name, const std::string& key, const std::string& owner) {
        const auto [first, fresh] = taken.emplace(plain(name), owner);
        if (of_every_run.hold(plain(name)))
            found.push_back({key + ".name", "'" + name + "' is the name of a file that the run writes by itself",
                             "choose another name"});
        else if (!fresh && first->second != owner)
            found.push_back({key + ".name",
                             "'" + name + "' would be in one place with what " + first->second + " writes",
                             "choose another name; capitals make no difference on some file systems"});
    };
    for (std::size_t i = 0; i < spec.probes.size(); ++i)
        if (const std::string file = own_file(spec.probes[i]); !file.empty())
            take(file, fmt::format("probes[{}]", i), "probe '" + spec.probes[i].name + "'");
    for (std::size_t i = 0; i < spec.more_outputs.size(); ++i)
        if (const std::string& name = spec.more_outputs[i].name; !name.empty())
            take(name, fmt::format("output[{}]", i + 1), "output '" + name + "'");
}

void check_output(const CaseSpec& spec, Findings& found) {
    check_cadence(spec.output.cadence, "output", spec, found);
    if (spec.output.diagnostics) check_cadence(*spec.output.diagnostics, "output.diagnostics", spec, found);
    const double snapshots = spec.output.cadence.every ? spec.time.end / *spec.output.cadence.every : 0;
    if (snapshots > many_snapshots)
        found.push_back({"output.every", fmt::format("{:.0f} snapshots will be written", snapshots),
                         "a longer period gives fewer files", true});
}

void check_probe_cadences(const CaseSpec& spec, Findings& found) {
    for (std::size_t i = 0; i < spec.probes.size(); ++i)
        check_cadence(spec.probes[i].cadence, fmt::format("probes[{}]", i), spec, found);
}

void check_profile(const std::optional<FieldSpec>& field, const std::string& key, int dim, Findings& found) {
    const auto* profile = field ? std::get_if<Profile>(&*field) : nullptr;
    const auto* wave = profile != nullptr ? std::get_if<SineMode>(profile) : nullptr;
    if (wave == nullptr) return;
    for (std::size_t d = 0; d < static_cast<std::size_t>(dim); ++d)
        if (wave->mode[d] < 1 && wave->wave[d] != SineMode::Wave::cosine && wave->wave[d] != SineMode::Wave::uniform)
            found.push_back({key + ".mode", fmt::format("mode 0 along {} is zero everywhere", "xyz"[d]),
                             "count modes from 1, or use wave: uniform"});
}

void check_profiles(const CaseSpec& spec, Findings& found) {
    check_profile(spec.initial, "initial", spec.grid.dim, found);
    check_profile(spec.exact, "exact", spec.grid.dim, found);
    for (std::size_t i = 0; i < spec.regions.size(); ++i)
        check_profile(spec.regions[i].initial, fmt::format("regions[{}].initial", i), spec.grid.dim, found);
}

/// A filter that a run would refuse: "key: what is wrong; the way out".
void check_filter(const CaseSpec& spec, Findings& found) {
    if (!spec.filter) return;
    if (spec.grid.dim != 2) {
        found.push_back({"filter", fmt::format("a filter is for 2-D cases, and this grid has {} axes", spec.grid.dim),
                         "`isotherm filter --axis z` filters a result plane by plane"});
        return;
    }
    try {
        make_filter_task(*spec.filter, plane_of(Grid(spec.grid)), 0.0);
    } catch (const UsageError& error) {
        const std::string text = error.what();
        const bool has_key = text.starts_with("filter.");
        const std::size_t colon = has_key ? text.find(": ") : 0;
        found.push_back(
            finding_of(has_key ? text.substr(0, colon) : "filter.kernel", has_key ? text.substr(colon + 2) : text));
    } catch (const IoError& error) {
        found.push_back(finding_of("filter.kernel.path", error.what()));
    }
}

struct Rule {
    std::vector<std::string> needs; ///< sections that must have been read well, other than where the rule finds fault
    void (*check)(const CaseSpec&, Findings&);
};

const Rule rules[] = {
    {{"grid"}, check_cells},
    {{"grid", "material"}, check_material_of_walls},
    {{"grid", "order", "compute"}, check_order_of_walls},
    {{"grid", "order", "boundary"}, check_cells_for_order},
    {{"order"}, check_integrator},
    {{"grid"}, check_regions},
    {{"grid", "material", "regions"}, check_region_materials},
    {{"regions", "material"}, check_interfaces},
    {{"grid", "regions", "material", "order"}, check_sources},
    {{"grid", "boundary", "time"}, check_spots},
    {{"grid", "initial"}, check_radiation},
    {{"grid", "boundary"}, check_patches},
    {{"grid", "initial", "regions"}, check_files},
    {{"grid", "material", "time"}, check_plausibility},
    {{"grid"}, check_probes},
    {{"time"}, check_output},
    {{"time", "grid"}, check_outputs},
    {{"output", "probes"}, check_file_names},
    {{"time"}, check_probe_cadences},
    {{"grid"}, check_profiles},
    {{"grid", "filter"}, check_filter},
    {{"grid", "initial", "regions", "boundary", "source", "exact"}, check_values},
    {{"grid", "boundary", "material", "regions", "interfaces", "source", "time", "order", "stop"}, check_kernel},
};

} // namespace

std::vector<SpecFinding> check_spec(const CaseSpec& spec, const std::vector<std::string>& unread) {
    Findings found;
    const auto read = [&](const std::string& section) {
        return std::find(unread.begin(), unread.end(), section) == unread.end();
    };
    for (const Rule& rule : rules)
        if (std::all_of(rule.needs.begin(), rule.needs.end(), read)) rule.check(spec, found);
    std::stable_partition(found.begin(), found.end(), [](const SpecFinding& f) { return !f.warning; });
    return found;
}

} // namespace isotherm
