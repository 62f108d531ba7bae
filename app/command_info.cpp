#include "app/command_info.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/commands.hpp"
#include "solver/io/csv.hpp"
#include "solver/io/result.hpp"

namespace isotherm {

namespace {

struct FieldFacts {
    double min = std::numeric_limits<double>::infinity(), max = -min, sum = 0;
    index_t not_finite = 0;
};

FieldFacts facts_of(const SnapshotFile& file, const std::string& field) {
    constexpr index_t most = index_t{4} << 20;
    GridSpec spec;
    spec.dim = file.head().dim, spec.cells = file.head().cells;
    const Grid grid(spec);
    std::vector<double> values(static_cast<std::size_t>(std::min(most, grid.cells())));
    FieldFacts facts;
    for (const CellBox& box : slabs(grid, most)) {
        file.read(field, box, values.data());
        for (index_t n = 0; n < box.cells(); ++n) {
            if (!std::isfinite(values[n])) {
                ++facts.not_finite;
                continue;
            }
            facts.min = std::min(facts.min, values[n]);
            facts.max = std::max(facts.max, values[n]);
            facts.sum += values[n];
        }
    }
    return facts;
}

/// "128 x 64 x 32"
template <class T>
std::string by_axis(const std::array<T, 3>& values, int dim, const char* between) {
    std::string text;
    for (int axis = 0; axis < dim; ++axis)
        text += fmt::format("{}{:.9g}", axis ? between : "", static_cast<double>(values[axis]));
    return text;
}

void print_grid(const SnapshotHead& head) {
    fmt::print("grid         {} cells, spacing {} m\n", by_axis(head.cells, head.dim, " x "),
               by_axis(head.spacing, head.dim, " x "));
    fmt::print("domain       ({}) to ({}) m\n", by_axis(head.lower, head.dim, ", "),
               by_axis(head.upper, head.dim, ", "));
}

void print_fields(const SnapshotFile& file) {
    const SnapshotHead& head = file.head();
    for (const std::string& field : head.fields) {
        const FieldFacts facts = facts_of(file, field);
        const auto finite = static_cast<double>(head.count() - facts.not_finite);
        fmt::print("{:<12} min {:.9g}, max {:.9g}, mean {:.9g}{}{}\n", field, facts.min, facts.max, facts.sum / finite,
                   file.unit(field).empty() ? "" : " " + file.unit(field),
                   facts.not_finite > 0 ? fmt::format(", {} values not finite", facts.not_finite) : "");
    }
}

void print_snapshot(const std::string& path, bool config) {
    const SnapshotFile file(path);
    const SnapshotHead& head = file.head();
    fmt::print("snapshot     {} of {}, number {}\n", path, head.program, head.snapshot);
    fmt::print("time         {:.9g} s, step {}, dt {:.9g} s\n", head.time, head.step, head.dt);
    print_grid(head);
    fmt::print("stored       {}, {}\n", name_of(head.precision),
               head.deflate > 0 ? fmt::format("deflate level {}", head.deflate) : "not compressed");
    fmt::print("reference    {:.9g} (subtracted inside the solver)\n", head.reference);
    print_fields(file);
    if (config) fmt::print("\n{}", file.config());
}

void print_result(const std::string& path, bool config) {
    const Result result = open_result(path);
    fmt::print("result       {} in {}{}\n", result.name, result.folder.string(),
               result.summary.empty() ? " (not finished: no summary.json)" : "");
    if (result.snapshots.empty()) return;
    const SnapshotFile first(result.snapshots.front()), last(result.snapshots.back());
    print_grid(first.head());
    fmt::print("program      {}\n", first.head().program);
    fmt::print("snapshots    {}, t = {:.9g} .. {:.9g} s, steps {} .. {}\n", result.snapshots.size(), first.head().time,
               last.head().time, first.head().step, last.head().step);
    for (const auto& table : result.tables) {
        const CsvTable csv = read_csv(table);
        fmt::print("{:<16} {} rows, {} columns\n", table.filename().string(), csv.rows.size(), csv.columns.size());
    }
    fmt::print("last snapshot:\n");
    print_fields(last);
    if (config) fmt::print("\n{}", first.config());
}

} // namespace

int info_command(const InfoOptions& options) {
    if (is_snapshot_path(options.path)) print_snapshot(options.path, options.config);
    else print_result(options.path, options.config);
    return 0;
}

std::function<int()> add_info(CLI::App& app) {
    const auto options = std::make_shared<InfoOptions>();
    app.add_option("FILE", options->path, "A snapshot, an index (.xdmf, .vtkhdf.series) or a result folder")
        ->required();
    app.add_flag("--config", options->config, "Also print the effective case");
    return [options] { return info_command(*options); };
}

} // namespace isotherm
