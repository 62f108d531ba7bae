/// `isotherm validate`.

#include <cstdio>
#include <filesystem>
#include <fstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "app/case/nearest.hpp"
#include "app/commands.hpp"
#include "app/console.hpp"
#include "app/plot_tool.hpp"
#include "app/simulation.hpp"
#include "app/validate/report/page.hpp"
#include "app/validate/table.hpp"
#include "kernels/base/error.hpp"

namespace isotherm {
namespace {

using validate::Outcome;
using validate::VerificationCase;

struct Arguments {
    std::vector<std::string> names;
    bool list = false, thorough = false;
    std::string backend = "auto", precision = "fp64", json, report;
    int threads = 0;
};

/// The cases of these names, all without any. Throws UsageError that names the nearest.
std::vector<const VerificationCase*> chosen(const std::vector<std::string>& names) {
    std::vector<const VerificationCase*> cases;
    std::vector<std::string> known;
    for (const VerificationCase& c : validate::registry()) known.push_back(c.name);
    for (const std::string& name : names)
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            const std::string near = nearest(name, known);
            throw UsageError(fmt::format("validate: there is no case '{}'{}; `isotherm validate --list` names all",
                                         name, near.empty() ? "" : ", did you mean '" + near + "'?"));
        }
    for (const VerificationCase& c : validate::registry())
        if (names.empty() || std::find(names.begin(), names.end(), c.name) != names.end()) cases.push_back(&c);
    return cases;
}

void list_cases() {
    for (const VerificationCase& c : validate::registry()) fmt::print("{:<22}{}\n", c.name, c.shows);
}

/// Found before minutes of work, not behind them.
void make_folder(const std::string& path) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) throw IoError("validate: cannot make the folder " + path + ": " + error.message());
}

void write(const std::string& path, const std::string& text) {
    std::ofstream out(path);
    out << text;
    if (!out.flush()) throw IoError("validate: cannot write " + path);
}

void write_report(const std::filesystem::path& folder, const std::vector<Outcome>& outcomes,
                  const validate::Setting& setting) {
    write(folder / "report.json", validate::json(outcomes, setting, true));
    write(folder / "report.html", validate::page(outcomes, setting));
    fmt::print(stderr, "the report is {}\n", (folder / "report.html").string());
    try {
        const nlohmann::json task{
            {"task", "report"}, {"report", folder / "report.json"}, {"output", folder / "figures"}};
        if (PlotTool().run(task.dump(), true) == 0)
            fmt::print(stderr, "its figures as PNG are in {}\n", (folder / "figures").string());
    } catch (const UsageError& error) {
        fmt::print(stderr, "no PNG figures: {}\n", error.what()); // the page has its own
    }
}

int validate_command(const Arguments& a) {
    if (a.list) return list_cases(), 0;
    const auto cases = chosen(a.names);
    if (!a.report.empty()) make_folder(a.report);
    ComputeSpec compute;
    compute.backend = a.backend, compute.threads = a.threads;
    const validate::Setting setting{choose_device(compute), a.precision == "fp32" ? Precision::fp32 : Precision::fp64,
                                    a.thorough};
    std::vector<Outcome> outcomes;
    double seconds = 0;
    int misses = 0;
    for (const VerificationCase* c : cases) {
        fmt::print(stderr, "[{:>2}/{}] {:<22}", outcomes.size() + 1, cases.size(), c->name);
        std::fflush(stderr);
        outcomes.push_back(validate::run_case(*c, setting));
        const bool holds = outcomes.back().holds(setting.precision);
        misses += holds ? 0 : 1;
        seconds += outcomes.back().seconds;
        fmt::print(stderr, "{:<7} {:>6.1f} s\n", holds ? "holds" : "MISSES", outcomes.back().seconds);
    }
    fmt::print("{}", validate::table(outcomes, setting, colour_wanted(STDOUT_FILENO), columns_of(STDOUT_FILENO, 1000)));
    fmt::print("{} of {} cases hold: {} on {}, {:.1f} s\n", cases.size() - misses, cases.size(), a.precision,
               setting.device.name, seconds);
    if (!a.json.empty()) write(a.json, validate::json(outcomes, setting, false));
    if (!a.report.empty()) write_report(a.report, outcomes, setting);
    return static_cast<int>(misses == 0 ? ExitCode::done : ExitCode::check_failed);
}

} // namespace

std::function<int()> add_validate(CLI::App& app) {
    const auto a = std::make_shared<Arguments>();
    app.add_option("NAME", a->names, "Cases; all without a name");
    app.add_flag("--list", a->list, "Name the cases and what they show");
    app.add_option("--backend", a->backend, "auto, cpu or cuda")->check(CLI::IsMember({"auto", "cpu", "cuda"}));
    app.add_option("--precision", a->precision, "fp64, or fp32: then every run is compared with the same one in fp64")
        ->check(CLI::IsMember({"fp32", "fp64"}));
    app.add_option("--threads", a->threads, "CPU threads; default all cores")->check(CLI::PositiveNumber);
    app.add_flag("--thorough", a->thorough, "One refinement more, and every variant");
    app.add_option("--report", a->report, "Also write a page with charts, report.html, and its figures to this folder")
        ->type_name("DIR");
    app.add_option("--json", a->json, "Also write the figures to this file")->type_name("FILE");
    return [a] { return validate_command(*a); };
}

} // namespace isotherm
