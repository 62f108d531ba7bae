/// The command lines of the commands that look at results.

#include <CLI/CLI.hpp>

#include "app/command_diff.hpp"
#include "app/command_info.hpp"
#include "app/commands.hpp"

namespace isotherm {

std::function<int()> add_info(CLI::App& app) {
    const auto options = std::make_shared<InfoOptions>();
    app.add_option("RESULT", options->path, "A snapshot, an index, or a result folder")->required();
    app.add_flag("--config", options->config, "Also print the case that made it");
    return [options] { return info_command(*options); };
}

std::function<int()> add_diff(CLI::App& app) {
    const auto options = std::make_shared<DiffOptions>();
    app.add_option("A", options->a, "A snapshot or a result folder")->required();
    app.add_option("B", options->b, "What it is compared with")->required();
    app.add_option("--rtol", options->rtol, "Relative difference that counts as equal")->check(CLI::NonNegativeNumber);
    app.add_option("--atol", options->atol, "Absolute difference that counts as equal")->check(CLI::NonNegativeNumber);
    return [options] { return diff_command(*options); };
}

} // namespace isotherm
