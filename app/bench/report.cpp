#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/bench/bench.hpp"
#include "app/version.hpp"
#include "kernels/measure/flops.hpp"

namespace isotherm::bench {
namespace {

std::string cells_text(const CaseSpec& spec) {
    std::string text;
    for (int d = 0; d < spec.grid.dim; ++d)
        text += fmt::format("{}{}", d == 0 ? "" : "x", spec.grid.cells[static_cast<std::size_t>(d)]);
    return text;
}

int flops(const Row& row) {
    return flops_per_cell(row.spec.grid.dim, row.spec.order, Grid(row.spec.grid).equal_spacing());
}

nlohmann::ordered_json number_or_null(double value) {
    return value > 0 ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

nlohmann::ordered_json row_json(const Row& row) {
    nlohmann::ordered_json j;
    j["kernel"] = row.name;
    j["backend"] = name_of(row.backend);
    j["precision"] = name_of(row.precision);
    j["cells"] = std::vector<index_t>(row.spec.grid.cells.begin(), row.spec.grid.cells.begin() + row.spec.grid.dim);
    j["order"] = row.spec.order;
    j["walls"] = row.walls;
    j["steps"] = row.steps;
    j["gcells_per_s"] = row.rate.median() / 1e9;
    j["gb_per_s"] = row.bandwidth() / 1e9;
    j["fraction_of_copy"] = row.bandwidth() / row.copy;
    j["flop_per_cell"] = flops(row);
    j["bytes_per_cell_ideal"] = row.bytes_per_cell();
    j["bytes_per_cell_loaded"] = number_or_null(row.loaded);
    j["registers"] = row.registers > 0 ? nlohmann::ordered_json(row.registers) : nlohmann::ordered_json();
    j["shared_bytes"] = row.registers > 0 ? nlohmann::ordered_json(row.shared_bytes) : nlohmann::ordered_json();
    j["spread"] = row.rate.spread();
    j["parity"] = row.parity;
    return j;
}

nlohmann::ordered_json cost_json(const Cost& cost, Backend backend) {
    return {{"with", cost.what},
            {"backend", name_of(backend)},
            {"precision", name_of(cost.precision)},
            {"kernel", cost.kernel},
            {"gcells_per_s", cost.rate.median() / 1e9},
            {"plain_gcells_per_s", cost.plain / 1e9},
            {"cost", cost.cost()},
            {"spread", cost.rate.spread()}};
}

} // namespace

std::string table(const Report& report) {
    std::string text = fmt::format("{} ({} threads), copy", report.device.name, report.device.threads);
    if (report.device.backend == Backend::cuda) text = fmt::format("{}, copy", report.device.name);
    for (const int p : {0, 1})
        if (report.copy[p] > 0)
            text += fmt::format(" {:.1f} GB/s ({})", report.copy[p] / 1e9, p == 0 ? "fp32" : "fp64");
    text += fmt::format("\n\n{:<6}{:<23}{:<6}{:>14}{:>6}{:>10}{:>10}{:>8}{:>10}{:>10}{:>10}{:>6}{:>8}{:>8}  {}\n", "",
                        "kernel", "", "cells", "order", "Gcell/s", "GB/s", "% copy", "FLOP/cell", "FLOP/B", "as loaded",
                        "regs", "shared", "spread", "parity");
    for (const Row& r : report.rows) {
        const double ops = flops(r);
        text += fmt::format(
            "{:<6}{:<23}{:<6}{:>14}{:>6}{:>10.3f}{:>10.2f}{:>7.1f}%{:>10}{:>10.3f}{:>10}{:>6}{:>8}{:>7.1f}%  {}\n",
            name_of(r.backend), r.name, name_of(r.precision), cells_text(r.spec), r.spec.order, r.rate.median() / 1e9,
            r.bandwidth() / 1e9, 100 * r.bandwidth() / r.copy, ops, ops / r.bytes_per_cell(),
            r.loaded > 0 ? fmt::format("{:.3f}", ops / r.loaded) : "-",
            r.registers > 0 ? fmt::format("{}", r.registers) : "-",
            r.registers > 0 ? fmt::format("{}", r.shared_bytes) : "-", 100 * r.rate.spread(), r.parity);
    }
    return text;
}

std::string naive_lines(const Report& report) {
    std::string text;
    for (const Comparison& c : report.comparisons) {
        const NaiveComparison& n = c.result;
        const double ours = n.ours.median();
        text += fmt::format(
            "naive loop nest  {} {}x{}x{} order {} on {} threads, in turns: {} {:.3f} Gcell/s ({:.1f} % spread)\n",
            name_of(c.precision), c.cells[0], c.cells[1], c.cells[2], c.order, c.threads, n.kernel, ours / 1e9,
            100 * n.ours.spread());
        for (const auto& [pages, loop] :
             {std::pair{"huge pages, as ours", &n.naive_huge}, {"pages of 4 kB", &n.naive_plain}})
            text += fmt::format("    the loop on {:<20} {:.3f} Gcell/s ({:.1f} % spread): ours is {:.2f}x\n", pages,
                                loop->median() / 1e9, 100 * loop->spread(), ours / loop->median());
    }
    return text;
}

std::string json(const std::vector<Report>& reports) {
    nlohmann::ordered_json j;
    j["version"] = version_text();
    j["device"] = nullptr;
    j["cpu"] = nullptr;
    j["threads"] = nullptr;
    j["copy_gb_per_s"] = {{"fp32", nullptr}, {"fp64", nullptr}};
    j["results"] = nlohmann::ordered_json::array();
    for (const Report& report : reports) { // the GPU's copy bandwidth stands at the top where there is one
        j["device"] = report.device.name;
        if (report.device.backend == Backend::cpu) {
            j["cpu"] = report.device.name;
            j["threads"] = report.device.threads;
        }
        j["copy_gb_per_s"] = {{"fp32", number_or_null(report.copy[0] / 1e9)},
                              {"fp64", number_or_null(report.copy[1] / 1e9)}};
        for (const Row& row : report.rows) j["results"].push_back(row_json(row));
        for (const Cost& cost : report.costs) j["costs"].push_back(cost_json(cost, report.device.backend));
    }
    return j.dump(2) + "\n";
}

} // namespace isotherm::bench
