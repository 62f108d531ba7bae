/// Radiation needs kelvin: whether the temperatures of a case can be that.

#include <algorithm>

#include <fmt/format.h>

#include "kernels/base/error.hpp"
#include "kernels/boundary/wall_row.hpp"
#include "solver/core/field_function.hpp"
#include "solver/spec/rules.hpp"

namespace isotherm {
namespace {

/// Kelvin below which a temperature is more likely meant in degrees Celsius; exactly 0 K may be what a body radiates
/// to.
constexpr double coldest_likely = 100;

/// What `f` gives at x and each of the times; nothing where an expression has no value.
template <class F>
std::vector<double> values_at(const F& f, const std::array<double, 3>& x, const std::vector<double>& times) {
    std::vector<double> values;
    try {
        for (const double t : times) values.push_back(f(x, t));
    } catch (const Error&) { // said where it is used
        values.clear();
    }
    return values;
}

/// The numbers that stand for temperatures in a value: a constant, those of a table, and the lower of what an
/// expression gives at x in the beginning and in the end.
std::vector<double> numbers_of(const Value& value, const std::array<double, 3>& x, double end) {
    if (const auto* table = std::get_if<TimeTable>(&value)) {
        std::vector<double> numbers;
        for (const auto& row : table->rows) numbers.push_back(row[1]);
        return numbers;
    }
    const std::vector<double> values = values_at(ValueFunction(value, "xyzt"), x, {0, end});
    return values.empty() ? values : std::vector<double>{*std::min_element(values.begin(), values.end())};
}

/// The middle of the wall that a key speaks of, "boundary.x_lo".
std::array<double, 3> middle_of_wall(const Grid& grid, const std::string& key) {
    std::array<double, 3> x{};
    for (std::size_t d = 0; d < 3; ++d) x[d] = grid.lower[d] + 0.5 * grid.size(static_cast<int>(d));
    for (std::size_t s = 0; s < 6; ++s)
        if (key.ends_with(side_names[s])) x[s / 2] += (s % 2 != 0 ? 0.5 : -0.5) * grid.size(static_cast<int>(s / 2));
    return x;
}

struct NamedTemperature {
    std::string key;
    double value;
    bool ambient;
};

/// Every temperature that the case gives as a number, and samples of expressions that hold for a whole wall or for the
/// whole domain at the start.
std::vector<NamedTemperature> temperatures_of(const CaseSpec& spec) {
    std::vector<NamedTemperature> all;
    const Grid grid(spec.grid);
    const auto add_field = [&](const std::string& key, const FieldSpec& field) {
        if (const auto* number = std::get_if<double>(&field)) all.push_back({key, *number, false});
    };
    add_field("initial", spec.initial);
    if (!std::holds_alternative<double>(spec.initial) && !std::holds_alternative<FileField>(spec.initial))
        for (const double T : values_at(FieldFunction(spec.initial, domain_of(grid, spec.material.diffusivity), "xyz"),
                                        middle_of_wall(grid, ""), {0}))
            all.push_back({"initial", T, false});
    for (std::size_t i = 0; i < spec.regions.size(); ++i)
        if (spec.regions[i].initial) add_field(fmt::format("regions[{}].initial", i), *spec.regions[i].initial);
    for (const auto& [key, law] : laws_of(spec)) {
        const auto add = [&, place = key](const char* name, const Value& value, bool ambient) {
            const bool in_parts = place.find(".patches") != std::string::npos || place.ends_with(".rest");
            if (in_parts && std::holds_alternative<ExpressionText>(value)) return; // it may lie anywhere
            for (const double v : numbers_of(value, middle_of_wall(grid, place), spec.time.end))
                all.push_back({place + "." + name, v, ambient});
        };
        if (const auto* d = std::get_if<DirichletWall>(law)) add("value", d->value, false);
        if (const auto* c = std::get_if<ConvectionWall>(law)) add("ambient", c->ambient, false);
        if (const auto* r = std::get_if<RadiationWall>(law)) add("ambient", r->ambient, true);
    }
    return all;
}

} // namespace

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

} // namespace isotherm
