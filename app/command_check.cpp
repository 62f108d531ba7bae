#include <cstdio>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/case/load_case.hpp"
#include "app/commands.hpp"
#include "app/console.hpp"
#include "app/describe.hpp"
#include "app/plan.hpp"

namespace isotherm {
namespace {

struct Arguments {
    std::vector<std::string> paths, sets;
    bool no_time = false;
};

void check_one(const std::string& path, const std::vector<Setting>& settings, bool timed) {
    const CaseSpec spec = load_case(path, settings);
    try {
        const std::string run = describe_run(spec, timed);
        fmt::print("{}: correct\n{}{}", path, describe_case(spec), run);
        std::fflush(stdout);
    } catch (const UsageError& error) {
        throw_located(error, path, settings);
    }
}

/// Every file is looked at although one before it is wrong; the exit code is that of the first that is.
int check(const Arguments& arguments) {
    std::vector<Setting> settings;
    for (const std::string& text : arguments.sets) settings.push_back(Setting::from_text(text));
    int code = 0;
    for (const std::string& path : arguments.paths) {
        try {
            check_one(path, settings, !arguments.no_time);
        } catch (const Error& error) {
            print_error(error.what());
            if (code == 0) code = static_cast<int>(error.exit_code());
        }
    }
    return code;
}

} // namespace

std::function<int()> add_check(CLI::App& app) {
    const auto a = std::make_shared<Arguments>();
    app.add_option("CASE.yaml", a->paths, "Case files")->required();
    app.add_option("--set", a->sets, "KEY=VALUE, sets a key of the case; may be repeated")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    app.add_flag("--no-time", a->no_time, "Do not estimate how long a run takes");
    return [a] { return check(*a); };
}

} // namespace isotherm
