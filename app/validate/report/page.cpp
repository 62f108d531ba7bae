#include "app/validate/report/page.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "app/validate/report/chart.hpp"
#include "app/validate/report/style.hpp"
#include "app/validate/table.hpp"
#include "app/version.hpp"

namespace isotherm::validate {
namespace {

const char* verdict(bool holds) {
    return holds ? "<span class=\"holds\">holds</span>" : "<span class=\"misses\">misses</span>";
}

/// L2 over spacing or step of every study with rows to compare, and the slopes that were expected.
std::string convergence_chart(const Outcome& o) {
    constexpr std::size_t most_labels = 12;
    Chart chart{"error and expected slope", "", "L2", true, true, {}};
    std::set<double> slopes;
    std::size_t drawn = 0;
    for (const Study& s : o.studies) {
        if (s.kind == Study::Kind::bound) continue;
        const bool time = s.kind == Study::Kind::time;
        chart.x_label = time ? "time step [s]" : "spacing [m]";
        Curve curve{drawn < most_labels ? s.name : "", {}, {}, true, true, false, static_cast<int>(drawn)};
        for (const Row& row : s.rows) curve.x.push_back(time ? row.dt : row.h), curve.y.push_back(row.error.L2);
        if (s.order_tolerance < 1 &&
            slopes.insert(s.expected_order).second) { // through the finest point, just below it
            Curve slope{fmt::format("slope {:g}", s.expected_order), curve.x, {}, true, false, true, -1};
            for (const double x : curve.x)
                slope.y.push_back(0.6 * curve.y.back() * std::pow(x / curve.x.back(), s.expected_order));
            chart.curves.push_back(slope);
        }
        chart.curves.push_back(curve);
        ++drawn;
    }
    std::stable_partition(chart.curves.begin(), chart.curves.end(), [](const Curve& c) { return !c.dashed; });
    return drawn > 0 ? svg(chart) : "";
}

std::string bounds_chart(const Outcome& o, Precision precision) {
    std::vector<Bar> bars;
    for (const Study& s : o.studies) {
        const Row& row = s.finest();
        if (s.kind != Study::Kind::bound && precision == Precision::fp64) continue;
        const bool fp32 = precision == Precision::fp32;
        bars.push_back({s.name, fp32 && row.from_fp64 ? *row.from_fp64 : row.error.Linf / row.scale,
                        fp32 ? s.fp32_bound : *s.bound, s.holds(precision)});
    }
    return bars.empty() ? ""
                        : svg_of_bounds(precision == Precision::fp32 ? "difference from fp64 (dot) and allowance (bar)"
                                                                     : "relative error (dot) and bound (bar)",
                                        bars);
}

/// Every n-th point, so that dots stay apart.
Curve thinned(Curve curve, std::size_t most) {
    const std::size_t step = curve.x.size() / most + 1;
    Curve thin = curve;
    thin.x.clear(), thin.y.clear();
    for (std::size_t i = 0; i < curve.x.size(); i += step) thin.x.push_back(curve.x[i]), thin.y.push_back(curve.y[i]);
    return thin;
}

std::string profile_charts(const Study& s) {
    const Profile1D& p = *s.profile;
    const std::string x_label = std::string(1, p.axis) + " [m]", of = s.name + ", " + s.finest().grid;
    Chart profile{"profile: " + of, x_label, "T", false, false, {}};
    profile.curves.push_back({"exact", p.x, p.exact, true, false, false, -1});
    profile.curves.push_back(thinned({"computed", p.x, p.computed, false, true, false, 0}, 40));
    std::string charts = svg(profile);
    if (s.map) return charts;
    Chart error{"error: " + of, x_label, "computed - exact", false, false, {{"", p.x, {}, true, false, false, 0}}};
    for (std::size_t i = 0; i < p.x.size(); ++i) error.curves[0].y.push_back(p.computed[i] - p.exact[i]);
    return charts + svg(error);
}

std::string charts_of(const Outcome& o, Precision precision) {
    std::string charts = convergence_chart(o) + bounds_chart(o, precision);
    for (const Study& s : o.studies)
        if (s.profile) {
            charts += profile_charts(s);
            break;
        }
    for (const Study& s : o.studies)
        if (s.map && std::max(s.map->width, s.map->height) < 4 * std::min(s.map->width, s.map->height)) {
            const ErrorMap& m = *s.map;
            charts +=
                svg_of_map("error map: " + s.name + ", " + s.finest().grid, m.error, m.nx, m.ny, m.width, m.height);
            break;
        }
    return charts;
}

std::string rows_of(const Study& s, Precision precision) {
    std::string text;
    for (std::size_t i = 0; i < s.rows.size(); ++i) {
        const Row& r = s.rows[i];
        const bool last = i + 1 == s.rows.size();
        std::string orders =
            r.order ? fmt::format("{:.3f} {:.3f} {:.3f}", (*r.order)[0], (*r.order)[1], (*r.order)[2]) : "";
        if (r.from_fp64) orders = fmt::format("{:.1e}", *r.from_fp64);
        else if (s.kind == Study::Kind::bound) orders = fmt::format("{:.1e}", r.error.Linf / r.scale);
        text += fmt::format(
            "<tr><td>{}</td><td>{}</td><td class=\"n\">{:.3g}</td><td class=\"n\">{}</td><td class=\"n\">{:.2e}"
            "</td><td class=\"n\">{:.2e}</td><td class=\"n\">{:.2e}</td><td class=\"n\">{}</td><td>{}</td>"
            "<td>{}</td></tr>\n",
            i == 0 ? escaped(s.name) : "", r.grid, r.dt, r.steps, r.error.L1, r.error.L2, r.error.Linf, orders,
            last ? escaped(expected_text(s, precision)) : "", last ? verdict(s.holds(precision)) : "");
    }
    return text;
}

std::string section(const Outcome& o, Precision precision) {
    const VerificationCase& c = *o.of;
    std::string text = fmt::format("<section id=\"{0}\"><h2>{0} <small>{1}</small> {2}</h2>\n", c.name,
                                   escaped(c.shows), verdict(o.holds(precision)));
    text += fmt::format("<dl><dt>Problem</dt><dd>{}</dd><dt>Solution</dt><dd class=\"formula\">{}</dd><dt>Source</dt>"
                        "<dd>{}</dd><dt>Asked</dt><dd>{}</dd></dl>\n",
                        typeset(c.problem), typeset(c.formula), escaped(c.source), typeset(c.tolerance));
    text += "<div class=\"charts\">" + charts_of(o, precision) + "</div>\n";
    text += fmt::format("<div class=\"wide\"><table><thead><tr><th>study</th><th>cells</th><th class=\"n\">dt "
                        "[s]</th><th class=\"n\">steps</th><th class=\"n\">L1"
                        "</th><th class=\"n\">L2</th><th class=\"n\">L&#8734;</th><th "
                        "class=\"n\">{}</th><th>expected</th><th>verdict</th></tr></thead><tbody>\n",
                        precision == Precision::fp32 ? "relative difference from fp64"
                                                     : "orders of L1, L2, L&#8734;, or relative error");
    for (const Study& s : o.studies) text += rows_of(s, precision);
    return text + "</tbody></table></div>\n<p class=\"up\"><a href=\"#top\">all cases</a></p></section>\n";
}

std::string summary(const std::vector<Outcome>& outcomes, Precision precision) {
    std::string text =
        "<div class=\"wide\"><table class=\"summary\"><thead><tr><th>case</th><th>shows</th><th "
        "class=\"n\">studies</th>"
        "<th class=\"n\">measured</th><th>expected</th><th>verdict</th><th class=\"n\">time</th></tr></thead><tbody>\n";
    for (const Outcome& o : outcomes) {
        const auto first_miss =
            std::find_if(o.studies.begin(), o.studies.end(), [&](const Study& s) { return !s.holds(precision); });
        const Study& s = first_miss == o.studies.end() ? o.studies.front() : *first_miss;
        text += fmt::format(
            "<tr><td><a href=\"#{0}\">{0}</a></td><td>{1}</td><td class=\"n\">{2}</td><td class=\"n\">{3}</td>"
            "<td>{4}</td><td>{5}</td><td class=\"n\">{6:.1f} s</td></tr>\n",
            o.of->name, escaped(o.of->shows), o.studies.size(), measured_text(s, precision),
            escaped(expected_text(s, precision)), verdict(o.holds(precision)), o.seconds);
    }
    return text + "</tbody></table></div>\n";
}

} // namespace

std::string page(const std::vector<Outcome>& outcomes, const Setting& setting) {
    const auto held =
        std::count_if(outcomes.begin(), outcomes.end(), [&](const Outcome& o) { return o.holds(setting.precision); });
    std::string text = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                       "<title>isotherm: verification</title>\n<link rel=\"icon\" href=\"data:,\"><style>";
    text += page_style;
    text += fmt::format(
        "</style></head>\n<body id=\"top\"><h1>isotherm: verification</h1>\n<p class=\"facts\">{}, {} on {} ({}), "
        "{} thread{}{}. {} of {} cases hold.</p>\n",
        escaped(version_text()), name_of(setting.precision), name_of(setting.device.backend),
        escaped(setting.device.name), setting.device.threads, setting.device.threads == 1 ? "" : "s",
        setting.thorough ? ", thorough" : "", held, outcomes.size());
    text += "<p>Each case solves rho c &part;T/&part;t = &nabla;&middot;(&kappa; &nabla;T) where the solution is "
            "known, on grids "
            "or steps that are halved; the error is T minus the solution at the cell centres, in the mean (L1), the "
            "root mean "
            "square (L2) and at its largest (L&#8734;). An order is log(e1/e2) / log(refinement) of two successive "
            "rows. The "
            "figures of this page are in report.json.</p>\n";
    text += summary(outcomes, setting.precision);
    for (const Outcome& o : outcomes) text += section(o, setting.precision);
    return text + "</body></html>\n";
}

} // namespace isotherm::validate
