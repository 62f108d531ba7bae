#include "app/cli.hpp"

#include <cstdio>
#include <filesystem>
#include <new>
#include <string>
#include <vector>

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/case/nearest.hpp"
#include "app/commands.hpp"
#include "app/console.hpp"
#include "app/version.hpp"
#include "kernels/base/error.hpp"

namespace isotherm {
namespace {

constexpr int usage = static_cast<int>(ExitCode::user_must_change);

/// An unknown command, before CLI11 takes it for a stray argument. 0: it is known, or an option.
int refuse_unknown_command(const std::string& name) {
    if (name.empty() || name[0] == '-') return 0;
    std::vector<std::string> names;
    for (const Command& command : commands()) names.emplace_back(command.name);
    if (std::find(names.begin(), names.end(), name) != names.end()) return 0;
    for (const std::string_view later : later_commands())
        if (later == name) {
            print_error(fmt::format("`{}` is not available in this version yet", name));
            return usage;
        }
    const std::string near = nearest(name, names);
    print_error(fmt::format("there is no command '{}'{}; commands: {}", name,
                            near.empty() ? "" : ", did you mean '" + near + "'?", listed(names)));
    return usage;
}

/// Help whose lines end where the terminal does.
class Help : public CLI::Formatter {
public:
    std::string make_option_desc(const CLI::Option* option) const override {
        const std::size_t margin = get_column_width(), width = columns_of(STDOUT_FILENO, 100);
        const std::size_t room = width > margin + 20 ? width - margin : 20;
        std::string text = CLI::Formatter::make_option_desc(option);
        for (std::size_t begin = 0; begin + room < text.size();) {
            const std::size_t blank = text.rfind(' ', begin + room);
            if (blank == std::string::npos || blank <= begin) break;
            text[blank] = '\n';
            begin = blank + 1;
        }
        return text;
    }
};

int parse_and_run(int argc, char** argv) {
    CLI::App app("Heat diffusion on CPUs and GPUs", "isotherm");
    app.set_version_flag("--version", long_version_text());
    app.formatter(std::make_shared<Help>());
    app.footer(
        "Exit codes: 0 done, 1 a check did not hold, 2 change the case or the command line, 3 numerical failure,\n"
        "4 the operating system refused, 5 no usable device, 75 interrupted after a checkpoint");
    app.require_subcommand(0, 1);
    std::vector<std::pair<CLI::App*, std::function<int()>>> actions;
    for (const Command& command : commands()) {
        CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.what));
        if (!command.example.empty()) sub->footer(fmt::format("Example\n  {}", command.example));
        actions.emplace_back(sub, command.add(*sub));
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error); // --help, --version
        const CLI::App* failed = app.get_subcommands().empty() ? &app : app.get_subcommands().front();
        if (argc == 2) // `isotherm run` alone: how it is used
            std::fputs(failed->help(failed == &app ? "" : "isotherm").c_str(), stderr);
        print_error(
            fmt::format("{}: error: {}", failed == &app ? "isotherm" : "isotherm " + failed->get_name(), error.what()));
        return usage;
    }
    for (const auto& [sub, action] : actions)
        if (sub->parsed()) return action();
    std::fputs(app.help().c_str(), stdout);
    return 0;
}

} // namespace

int run_cli(int argc, char** argv) {
    try {
        if (const int code = argc > 1 ? refuse_unknown_command(argv[1]) : 0) return code;
        return parse_and_run(argc, argv);
    } catch (const Error& error) {
        print_error(error.what());
        return static_cast<int>(error.exit_code());
    } catch (const std::filesystem::filesystem_error& error) {
        print_error(error.what());
        return static_cast<int>(ExitCode::io);
    } catch (const std::bad_alloc&) {
        print_error("out of memory: use fewer cells, or compute.precision: fp32");
        return usage;
    }
}

} // namespace isotherm
