#include "app/describe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/boundary/wall_row.hpp"
#include "solver/core/grid.hpp"

namespace isotherm {
namespace {

/// The first `dim` entries as "a x b x c".
template <class T>
std::string by_axis(const std::array<T, 3>& v, int dim, const char* between = " x ") {
    return fmt::format("{}", fmt::join(v.begin(), v.begin() + dim, between));
}

std::string describe(const Value& value) {
    if (const auto* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
    if (const auto* text = std::get_if<ExpressionText>(&value)) return text->text;
    const auto& rows = std::get<TimeTable>(value).rows;
    return fmt::format("a table of {} rows, {} to {} s", rows.size(), rows.front()[0], rows.back()[0]);
}

std::string describe(const WallSpec& wall) {
    struct Visitor {
        std::string operator()(const PeriodicWall&) const { return "periodic"; }
        std::string operator()(const InsulatedWall&) const { return "insulated"; }
        std::string operator()(const DirichletWall& w) const { return "temperature " + describe(w.value); }
        std::string operator()(const NeumannWall& w) const {
            constexpr const char* names[] = {"flux", "power", "gradient"};
            constexpr const char* units[] = {"W/m^2 into the domain", "W into the domain", "K/m out of the domain"};
            const auto i = static_cast<std::size_t>(w.given);
            return fmt::format("{} {} {}", names[i], describe(w.value), units[i]);
        }
        std::string operator()(const ConvectionWall& w) const {
            return fmt::format("convection, h = {} W/(m^2 K), ambient {}", describe(w.h), describe(w.ambient));
        }
        std::string operator()(const RadiationWall& w) const {
            return fmt::format("radiation, emissivity {}, ambient {}", describe(w.emissivity), describe(w.ambient));
        }
    };
    return std::visit(Visitor{}, wall);
}

std::string describe(const FieldSpec& field) {
    if (const auto* number = std::get_if<double>(&field)) return fmt::format("{}", *number);
    if (const auto* text = std::get_if<ExpressionText>(&field)) return text->text;
    if (const auto* file = std::get_if<FileField>(&field)) return file->path;
    constexpr const char* names[] = {"sine_mode", "gaussian", "linear"};
    return names[std::get<Profile>(field).index()];
}

std::string describe(const Cadence& cadence) {
    if (cadence.every) return fmt::format("every {} s", *cadence.every);
    if (cadence.steps) return fmt::format("every {} steps", *cadence.steps);
    if (!cadence.times.empty()) return fmt::format("at {} listed times", cadence.times.size());
    return "";
}

std::string describe(const MaterialSpec& material) {
    if (!material.thermal) return "given by its diffusivity alone: rho c = 1 in every balance";
    const std::string kappa = material.kappa_of_place ? material.kappa_of_place->text
                              : material.per_axis     ? fmt::format("({})", fmt::join(*material.per_axis, ", "))
                                                      : fmt::format("{}", material.conductivity);
    const std::string heat =
        material.heat_of_place ? material.heat_of_place->text : fmt::format("{:.6g}", material.volumetric_heat);
    return fmt::format("conductivity {} W/(m K), rho c {} J/(m^3 K)", kappa, heat);
}

std::string describe(const ProbeSpec& probe) {
    constexpr const char* kinds[] = {"a point",     "a line",       "a plane",  "the mean", "the maximum",
                                     "the minimum", "the integral", "the heat", "heat flow"};
    const std::string of = probe.region.empty() ? "" : " of " + probe.region;
    return kinds[static_cast<std::size_t>(probe.kind)] + of;
}

struct SourceText {
    static std::string windows(const Windows& windows) {
        return windows.empty() ? "" : fmt::format(", on {} to {} s", windows.front()[0], windows.back()[1]);
    }
    std::string operator()(const UniformSource& s) const {
        return fmt::format("{} {}{}", describe(s.value),
                           s.given == UniformSource::Given::power ? "W, spread evenly" : "per volume",
                           s.region.empty() ? "" : " in " + s.region);
    }
    std::string operator()(const GaussianSource& s) const {
        return fmt::format("gaussian, {} W, {}{}", describe(s.power), s.path.size() > 1 ? "moving" : "standing",
                           windows(s.windows));
    }
    std::string operator()(const BeamSource& s) const {
        return fmt::format("beam on {}, {} W times {}, {}{}", side_names[s.side], describe(s.power), s.absorptivity,
                           s.path.size() > 1 ? "moving" : "standing", windows(s.windows));
    }
};

std::string describe(const FilterSpec& filter) {
    struct Visitor {
        std::string operator()(const GaussianKernel& k) const {
            return fmt::format("gaussian, sigma {} x {} {}", k.sigma[0], k.sigma[1], k.metres ? "m" : "cells");
        }
        std::string operator()(const BoxKernel& k) const { return fmt::format("box of {} x {}", k.size[0], k.size[1]); }
        std::string operator()(const CustomKernel& k) const {
            return fmt::format("{} x {} weights", k.weights.size(), k.weights.front().size());
        }
        std::string operator()(const FileKernel& k) const { return "weights from " + k.path; }
    };
    std::string when = filter.snapshots ? "what snapshots show" : "the initial field";
    if (filter.every_steps > 0) when = fmt::format("the field every {} steps", filter.every_steps);
    std::string padding = name_of(filter.padding[0]);
    if (filter.padding[1] != filter.padding[0]) padding += fmt::format(" in x, {} in y", name_of(filter.padding[1]));
    return fmt::format("{}, on {}, padding {}{}", std::visit(Visitor{}, filter.kernel), when, padding,
                       filter.flip ? ", flipped" : "");
}

} // namespace

std::string describe_case(const CaseSpec& spec) {
    std::string text;
    const auto line = [&](const std::string& name, const std::string& what) {
        text += fmt::format("  {:<11} {}\n", name, what);
    };
    const Grid grid(spec.grid);
    const std::array<double, 3> size{grid.size(0), grid.size(1), grid.size(2)};
    if (!spec.title.empty()) line("title", spec.title);
    line("domain",
         fmt::format("{} m, lower corner at ({})", by_axis(size, grid.dim), by_axis(grid.lower, grid.dim, ", ")));
    line("material", describe(spec.material));
    line("initial", describe(spec.initial));
    for (const RegionSpec& region : spec.regions)
        line("region", region.name + (region.material ? ": " + describe(*region.material) : "") +
                           (region.source ? ": source " + describe(*region.source) : "") +
                           (region.initial ? ": initial " + describe(*region.initial) : ""));
    for (const InterfaceSpec& face : spec.interfaces)
        line("interface", fmt::format("{} and {}: {} m^2 K/W", face.between[0], face.between[1], face.resistance));
    for (const SourceSpec& source : spec.sources) line("source", std::visit(SourceText{}, source));
    for (int s = 0; s < 2 * grid.dim; ++s) {
        const auto at = static_cast<std::size_t>(s);
        for (const WallPatch& patch : spec.patches[at]) line(side_names[s], "patch: " + describe(patch.wall));
        line(side_names[s], (spec.patches[at].empty() ? "" : "rest: ") + describe(spec.walls[at]));
    }
    line("time", fmt::format("to {} s, integrator {}, step {}, order {}", spec.time.end, spec.time.integrator,
                             spec.time.step ? fmt::format("{} s", *spec.time.step)
                                            : fmt::format("auto ({} of the limit)", spec.time.safety),
                             spec.order));
    const std::string cadence = describe(spec.output.cadence);
    line("output", fmt::format("{}: {}first and last", spec.output.directory, cadence.empty() ? "" : cadence + ", "));
    for (const ProbeSpec& probe : spec.probes)
        line("probe",
             probe.name + (probe.kind == ProbeSpec::Kind::point ? " at (" + by_axis(probe.at, grid.dim, ", ") + ")"
                                                                : " of " + describe(probe)));
    for (const OutputSpec& output : spec.more_outputs)
        line("output", output.name + ": " + (describe(output.cadence).empty() ? "" : describe(output.cadence) + ", ") +
                           "first and last");
    if (spec.filter) line("filter", describe(*spec.filter));
    if (spec.exact) line("exact", describe(*spec.exact));
    return text;
}

} // namespace isotherm
