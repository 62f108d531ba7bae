#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/bench/filter_bench.hpp"
#include "app/version.hpp"

namespace isotherm::bench {
namespace {

/// What bounds a row, and how much of that it reaches.
struct Bound {
    const char* what;
    double share;
};

Bound bound_of(const FilterReport& report, const FilterRow& row) {
    const double copy = report.copy_limit(row), arithmetic = report.arithmetic_limit(row);
    if (arithmetic > 0 && arithmetic < copy) return {"fma", row.rate.median() / arithmetic};
    return {"copy", row.rate.median() / copy};
}

double reuse_of(const FilterRow& row) {
    return row.facts.tile[0] > 0 ? row.facts.reuse(row.filter.taps.rows, row.filter.taps.columns) : 0;
}

double gain_of(const FilterRow& row) { return row.constant > 0 ? row.rate.median() / row.constant : 0; }

std::string or_dash(double value, const char* format) {
    return value > 0 ? fmt::format(fmt::runtime(format), value) : "-";
}

nlohmann::ordered_json or_null(double value) {
    return value > 0 ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

nlohmann::ordered_json row_json(const FilterReport& report, const FilterRow& row) {
    const Bound bound = bound_of(report, row);
    nlohmann::ordered_json j;
    j["kernel"] = row.variant->name;
    j["backend"] = name_of(row.variant->backend);
    j["precision"] = name_of(row.precision);
    j["filter"] = row.filter.name;
    j["cells"] = {report.n[0], report.n[1]};
    j["gpixels_per_s"] = row.rate.median() / 1e9;
    j["bound"] = bound.what;
    j["fraction_of_bound"] = bound.share;
    j["fraction_of_copy"] = row.rate.median() / report.copy_limit(row);
    j["tile_reuse"] = or_null(reuse_of(row));
    j["gain_over_constant"] = or_null(gain_of(row));
    j["registers"] = or_null(row.facts.registers);
    j["shared_bytes"] = row.facts.threads > 0 ? nlohmann::ordered_json(row.facts.shared_bytes) : nullptr;
    j["blocks_per_multiprocessor"] = or_null(row.facts.blocks_per_multiprocessor);
    j["spread"] = row.rate.spread();
    j["parity"] = row.parity;
    return j;
}

} // namespace

std::string filter_table(const FilterReport& report) {
    std::string text = fmt::format("{} ({} threads), {} x {} pixels, copy", report.device.name, report.device.threads,
                                   report.n[0], report.n[1]);
    for (const int p : {0, 1})
        if (report.copy[p] > 0) {
            text += fmt::format(" {:.1f} GB/s ({})", report.copy[p] / 1e9, p == 0 ? "fp32" : "fp64");
            if (report.arithmetic[p] > 0) text += fmt::format(", {:.1f} Tfma/s", report.arithmetic[p] / 1e12);
        }
    text += fmt::format("\n\n{:<6}{:<11}{:<6}{:<16}{:>10}{:>9}{:>7}{:>8}{:>8}{:>6}{:>8}{:>8}{:>8}  {}\n", "", "kernel",
                        "", "filter", "Gpixel/s", "bound by", "share", "reuse", "gain", "regs", "shared", "blocks",
                        "spread", "parity");
    for (const FilterRow& row : report.rows) {
        const Bound bound = bound_of(report, row);
        text +=
            fmt::format("{:<6}{:<11}{:<6}{:<16}{:>10.3f}{:>9}{:>6.1f}%{:>8}{:>8}{:>6}{:>8}{:>8}{:>7.1f}%  {}\n",
                        name_of(row.variant->backend), row.variant->name, name_of(row.precision), row.filter.name,
                        row.rate.median() / 1e9, bound.what, 100 * bound.share, or_dash(reuse_of(row), "{:.1f}"),
                        or_dash(gain_of(row), "{:.2f}"), or_dash(row.facts.registers, "{:.0f}"),
                        row.facts.threads > 0 ? fmt::format("{}", row.facts.shared_bytes) : "-",
                        or_dash(row.facts.blocks_per_multiprocessor, "{:.0f}"), 100 * row.rate.spread(), row.parity);
    }
    return text + "\nreuse: uses of a loaded pixel, B^2 R S / ((B + R - 1)(B + S - 1)); gain: over `constant`\n";
}

std::string filter_json(const std::vector<FilterReport>& reports) {
    nlohmann::ordered_json j;
    j["version"] = version_text();
    j["device"] = nullptr;
    j["cpu"] = nullptr;
    j["threads"] = nullptr;
    j["copy_gb_per_s"] = {{"fp32", nullptr}, {"fp64", nullptr}};
    j["results"] = nlohmann::ordered_json::array();
    for (const FilterReport& report : reports) {
        j["device"] = report.device.name;
        if (report.device.backend == Backend::cpu) j["cpu"] = report.device.name, j["threads"] = report.device.threads;
        j["copy_gb_per_s"] = {{"fp32", or_null(report.copy[0] / 1e9)}, {"fp64", or_null(report.copy[1] / 1e9)}};
        for (const FilterRow& row : report.rows) j["results"].push_back(row_json(report, row));
    }
    return j.dump(2) + "\n";
}

} // namespace isotherm::bench
