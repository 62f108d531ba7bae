#include "app/validate/table.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace isotherm::validate {
namespace {

constexpr const char *green = "\033[32m", *red = "\033[1;31m", *plain = "\033[0m";

std::string verdict(bool holds, bool colour) {
    const char* text = holds ? "holds" : "MISSES";
    return colour ? fmt::format("{}{}{}", holds ? green : red, text, plain) : text;
}

} // namespace

std::string refinement_text(const Study& study) {
    const Row& finest = study.finest();
    std::string text = finest.grid;
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    if (study.kind == Study::Kind::time) text = fmt::format("{} steps", finest.steps);
    return study.rows.size() > 1 ? fmt::format("{} ({})", text, study.rows.size()) : text;
}

std::string expected_text(const Study& study, Precision precision) {
    if (precision == Precision::fp32) return fmt::format("< {:.1e}", study.fp32_bound);
    if (study.kind == Study::Kind::bound) return fmt::format("< {:.1e}", *study.bound);
    if (study.order_tolerance >= 1) return "shown";
    return fmt::format("{:g} +- {:g}", study.expected_order, study.order_tolerance);
}

std::string measured_text(const Study& study, Precision precision) {
    const Row& finest = study.finest();
    if (precision == Precision::fp32)
        return fmt::format("{:.1e}", finest.from_fp64 ? *finest.from_fp64 : finest.error.Linf / finest.scale);
    if (study.kind == Study::Kind::bound) return fmt::format("{:.1e}", finest.error.Linf / finest.scale);
    const auto off = [&](double order) { return std::abs(order - study.expected_order); };
    const auto& orders = *finest.order;
    return fmt::format(
        "{:.3f}", *std::max_element(orders.begin(), orders.end(), [&](double a, double b) { return off(a) < off(b); }));
}

std::string table(const std::vector<Outcome>& outcomes, const Setting& setting, bool colour, std::size_t columns) {
    std::size_t name = 4, study = 5, grid = 11;
    for (const Outcome& o : outcomes) {
        name = std::max(name, o.of->name.size());
        for (const Study& s : o.studies)
            study = std::max(study, s.name.size()), grid = std::max(grid, refinement_text(s).size());
    }
    const bool wide = name + study + grid + 65 <= columns;
    const auto line = [&](const std::string& c, const std::string& s, const std::string& g,
                          const std::array<std::string, 3>& e, const std::string& measured, const std::string& expected,
                          const std::string& verdict) {
        const std::string means = wide ? fmt::format("{:>9} {:>9} ", e[0], e[1]) : "";
        return fmt::format("{:<{}}  {:<{}}  {:<{}} {}{:>9}  {:>8}  {:<9} {}\n", c, name, s, study, g, grid, means, e[2],
                           measured, expected, verdict);
    };
    const bool fp32 = setting.precision == Precision::fp32;
    std::string text =
        line("case", "study", "finest (of)", {"L1", "L2", "Linf"}, fp32 ? "-fp64" : "measured", "expected", "verdict");
    for (const Outcome& o : outcomes) {
        std::string shown = o.of->name;
        for (const Study& s : o.studies) {
            const ErrorNorms& e = s.finest().error;
            text += line(shown, s.name, refinement_text(s),
                         {fmt::format("{:.2e}", e.L1), fmt::format("{:.2e}", e.L2), fmt::format("{:.2e}", e.Linf)},
                         measured_text(s, setting.precision), expected_text(s, setting.precision),
                         verdict(s.holds(setting.precision), colour));
            shown.clear();
        }
    }
    return text;
}

} // namespace isotherm::validate
