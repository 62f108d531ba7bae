#include <filesystem>

#include <CLI/CLI.hpp>

#include "app/case/load_case.hpp"
#include "app/commands.hpp"
#include "app/simulation.hpp"
#include "solver/core/log.hpp"

namespace isotherm {
namespace {

struct Arguments {
    std::string path, output, backend, precision, threads, resume;
    std::vector<std::string> sets;
    RunOptions options;
    bool verbose = false, quiet = false;
    CLI::Option* resume_option = nullptr;
};

/// Options that stand for a key of the case become settings, so that the effective case says what was run.
std::vector<Setting> settings_of(const Arguments& arguments) {
    std::vector<Setting> settings;
    for (const std::string& text : arguments.sets) settings.push_back(Setting::from_text(text));
    const auto add = [&](const std::string& key, const std::string& option, const std::string& value) {
        if (!value.empty()) settings.push_back({key, value, option + " " + value, false});
    };
    add("compute.backend", "--backend", arguments.backend);
    add("compute.precision", "--precision", arguments.precision);
    add("compute.threads", "--threads", arguments.threads);
    if (!arguments.output.empty()) // relative to the current folder, unlike the key in the file
        settings.push_back({"output.directory", std::filesystem::absolute(arguments.output).lexically_normal().string(),
                            "--output " + arguments.output, true});
    return settings;
}

int run(const Arguments& arguments) {
    if (arguments.resume_option->count() > 0) throw UsageError("--resume is not available in this version yet");
    if (arguments.verbose) log::set_console_level(log::Level::detail);
    if (arguments.quiet) log::set_console_level(log::Level::error);
    RunOptions options = arguments.options;
    if (arguments.quiet && options.progress == "auto") options.progress = "none";
    const std::vector<Setting> settings = settings_of(arguments);
    const CaseSpec spec = load_case(arguments.path, settings);
    try {
        return run_case(spec, options);
    } catch (const UsageError& error) {
        throw_located(error, arguments.path, settings);
    }
}

} // namespace

std::function<int()> add_run(CLI::App& app) {
    const auto a = std::make_shared<Arguments>();
    app.add_option("CASE.yaml", a->path, "The case file")->required();
    app.add_option(
           "--set", a->sets,
           "KEY=VALUE, sets a key of the case: --set time.end=10, --set \"probes[0].at=[0, 0]\"; may be repeated")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    app.add_option("--output", a->output, "Folder of the result, instead of output.directory")->type_name("DIR");
    app.add_flag("--overwrite", a->options.overwrite, "Remove an earlier result in that folder");
    app.add_option("--backend", a->backend, "auto, cpu or cuda, instead of compute.backend")->type_name("NAME");
    app.add_option("--precision", a->precision, "fp32 or fp64, instead of compute.precision")->type_name("NAME");
    app.add_option("--threads", a->threads, "Threads of the CPU backend, instead of compute.threads")->type_name("N");
    app.add_option("--progress", a->options.progress, "auto, bar, plain or none")
        ->check(CLI::IsMember({"auto", "bar", "plain", "none"}))
        ->type_name("HOW");
    a->resume_option =
        app.add_option("--resume", a->resume, "")->expected(0, 1)->group(""); // planned: says so when asked for
    CLI::Option* verbose = app.add_flag("-v", a->verbose, "Say more");
    app.add_flag("-q", a->quiet, "Say errors only")->excludes(verbose);
    return [a] { return run(*a); };
}

} // namespace isotherm
