#include "app/command_diff.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/commands.hpp"
#include "kernels/base/error.hpp"
#include "solver/io/compare.hpp"
#include "solver/io/result.hpp"

namespace isotherm {

namespace {

namespace fs = std::filesystem;

/// Prints differences and remembers that there were some.
class Report {
public:
    void differ(const std::string& sentence) {
        fmt::print("{}\n", sentence);
        differs_ = true;
    }
    [[nodiscard]] bool differs() const { return differs_; }

private:
    bool differs_ = false;
};

std::string shape(const SnapshotHead& head) {
    std::string text = std::to_string(head.cells[0]);
    for (int axis = 1; axis < head.dim; ++axis) text += fmt::format(" x {}", head.cells[axis]);
    return text;
}

/// Whether the grids allow the fields to be compared.
bool compare_heads(const SnapshotHead& a, const SnapshotHead& b, const std::string& where, const Tolerance& tolerance,
                   Report& report) {
    if (a.dim != b.dim || a.cells != b.cells) {
        report.differ(fmt::format("{}: the grids differ: {} and {} cells", where, shape(a), shape(b)));
        return false;
    }
    for (int axis = 0; axis < a.dim; ++axis) {
        const auto place = [&](const char* what, double u, double v) {
            if (!tolerance.agree(u, v))
                report.differ(fmt::format("{}: {} {}: {:.17g} and {:.17g} m", where, "xyz"[axis], what, u, v));
        };
        place("spacing", a.spacing[axis], b.spacing[axis]);
        place("origin", a.origin[axis], b.origin[axis]);
    }
    if (!tolerance.agree(a.time, b.time))
        report.differ(fmt::format("{}: time: {:.17g} and {:.17g} s", where, a.time, b.time));
    return true;
}

void report_field(const SnapshotHead& head, const std::string& field, const std::string& where, const Difference& d,
                  Report& report) {
    if (d.count == 0) return;
    const index_t nx = head.cells[0], ny = head.cells[1];
    std::string text =
        fmt::format("{}: {}: {} of {} values differ, most in cell ({}, {}, {}): {:.17g} and {:.17g}", where, field,
                    d.count, head.count(), d.at % nx, d.at / nx % ny, d.at / nx / ny, d.a, d.b);
    if (d.largest > 0) text += fmt::format(", by {:.3e}", d.largest);
    if (d.not_numbers > 0) text += fmt::format("; {} are not finite in only one of them", d.not_numbers);
    report.differ(text);
}

/// False when the grids do not allow it.
bool compare_snapshots(const fs::path& path_a, const fs::path& path_b, const std::string& where,
                       const Tolerance& tolerance, Report& report) {
    const SnapshotFile a(path_a), b(path_b);
    if (!compare_heads(a.head(), b.head(), where, tolerance, report)) return false;
    for (const std::string& field : a.head().fields)
        if (std::ranges::find(b.head().fields, field) == b.head().fields.end())
            report.differ(fmt::format("{}: only the first has {}", where, field));
        else report_field(a.head(), field, where, compare_fields(a, b, field, tolerance), report);
    for (const std::string& field : b.head().fields)
        if (std::ranges::find(a.head().fields, field) == a.head().fields.end())
            report.differ(fmt::format("{}: only the second has {}", where, field));
    return true;
}

void compare_csv(const Result& a, const Result& b, const Tolerance& tolerance, Report& report) {
    const auto named = [](const Result& result, const fs::path& table) {
        const auto it = std::ranges::find(result.tables, table.filename(), &fs::path::filename);
        return it == result.tables.end() ? fs::path() : *it;
    };
    for (const fs::path& table : a.tables) {
        const std::string name = table.filename().string();
        const fs::path other = named(b, table);
        if (other.empty()) report.differ(name + ": only the first result has it");
        else
            for (const std::string& sentence : compare_tables(read_csv(table), read_csv(other), tolerance))
                report.differ(name + ": " + sentence);
    }
    for (const fs::path& table : b.tables)
        if (named(a, table).empty()) report.differ(table.filename().string() + ": only the second result has it");
}

void compare_results(const Result& a, const Result& b, const Tolerance& tolerance, Report& report) {
    if (a.snapshots.size() != b.snapshots.size())
        report.differ(fmt::format("{} and {} snapshots", a.snapshots.size(), b.snapshots.size()));
    for (std::size_t n = 0; n < std::min(a.snapshots.size(), b.snapshots.size()); ++n)
        if (!compare_snapshots(a.snapshots[n], b.snapshots[n], fmt::format("snapshot {}", n), tolerance, report))
            break; // all snapshots of a result have the same grid
    compare_csv(a, b, tolerance, report);
}

} // namespace

int diff_command(const DiffOptions& options) {
    const Tolerance tolerance{options.rtol, options.atol};
    const bool file_a = is_snapshot_path(options.a), file_b = is_snapshot_path(options.b);
    if (file_a != file_b && fs::exists(options.a) && fs::exists(options.b))
        throw UsageError("diff compares two snapshots or two results, not one of each");
    Report report;
    if (file_a && file_b) compare_snapshots(options.a, options.b, "snapshot", tolerance, report);
    else compare_results(open_result(options.a), open_result(options.b), tolerance, report);
    if (!report.differs())
        fmt::print("no difference{}\n", options.rtol > 0 || options.atol > 0
                                            ? fmt::format(" beyond rtol {:g}, atol {:g}", options.rtol, options.atol)
                                            : "");
    return report.differs() ? static_cast<int>(ExitCode::check_failed) : static_cast<int>(ExitCode::done);
}

std::function<int()> add_diff(CLI::App& app) {
    const auto options = std::make_shared<DiffOptions>();
    const CLI::Validator not_negative(
        [](const std::string& text) { return text.starts_with('-') ? "a tolerance is not negative" : std::string(); },
        "");
    app.add_option("A", options->a, "A result or a snapshot")->required();
    app.add_option("B", options->b, "What it is compared with")->required();
    app.add_option("--rtol", options->rtol, "Differences up to R |b| do not count")
        ->check(not_negative)
        ->type_name("R");
    app.add_option("--atol", options->atol, "Differences up to A do not count")->check(not_negative)->type_name("A");
    return [options] { return diff_command(*options); };
}

} // namespace isotherm
