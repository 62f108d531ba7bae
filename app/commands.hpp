#pragma once

/// The table of commands. A new command is one file app/command_x.cpp and one row in commands.cpp.

#include <functional>
#include <span>
#include <string_view>

namespace CLI {
class App;
}

namespace isotherm {

struct Command {
    std::string_view name;
    std::string_view what; ///< one line for --help
    /// Declares arguments and options; what it returns runs once they are parsed and gives the exit code.
    std::function<int()> (*add)(CLI::App& app);
    std::string_view example = {}; ///< a command line, for the end of its help
};

std::span<const Command> commands();
/// Commands that are planned but not in this version.
std::span<const std::string_view> later_commands();

std::function<int()> add_run(CLI::App& app);
std::function<int()> add_check(CLI::App& app);
std::function<int()> add_filter(CLI::App& app);
std::function<int()> add_bench(CLI::App& app);
std::function<int()> add_explain(CLI::App& app);
std::function<int()> add_schema(CLI::App& app);
std::function<int()> add_init(CLI::App& app);
std::function<int()> add_diff(CLI::App& app);
std::function<int()> add_info(CLI::App& app);
std::function<int()> add_plot(CLI::App& app);
std::function<int()> add_completion(CLI::App& app);
std::function<int()> add_validate(CLI::App& app);

} // namespace isotherm
