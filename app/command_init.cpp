#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/case/nearest.hpp"
#include "app/commands.hpp"
#include "app/starters.hpp"
#include "kernels/base/error.hpp"

namespace isotherm {
namespace {

struct Arguments {
    std::string name;
    bool list = false, overwrite = false;
};

const Starter& find_starter(const std::string& name) {
    std::vector<std::string> names;
    for (const Starter& starter : starters()) {
        if (name.empty() || starter.name == name) return starter;
        names.emplace_back(starter.name);
    }
    const std::string near = nearest(name, names);
    throw UsageError(fmt::format("there is no starter '{}'{}; there are {}", name,
                                 near.empty() ? "" : ", did you mean '" + near + "'?", listed(names)));
}

int init(const Arguments& arguments) {
    if (arguments.list) {
        for (const Starter& starter : starters()) fmt::print("{:<8} {}\n", starter.name, starter.what);
        return 0;
    }
    const Starter& starter = find_starter(arguments.name);
    const std::string path = std::string(starter.name) + ".yaml";
    if (std::filesystem::exists(path) && !arguments.overwrite)
        throw UsageError(path + " exists; --overwrite replaces it");
    std::ofstream file(path);
    file << starter.text;
    file.close();
    if (!file) throw IoError(fmt::format("writing {}: {}", path, std::strerror(errno)));
    fmt::print("{}: {}\nisotherm run {}\n", path, starter.what, path);
    return 0;
}

} // namespace

std::function<int()> add_init(CLI::App& app) {
    const auto a = std::make_shared<Arguments>();
    app.add_option("NAME", a->name, "Which starter; written to NAME.yaml in the current folder");
    app.add_flag("--list", a->list, "Say which starters there are");
    app.add_flag("--overwrite", a->overwrite, "Replace a file of that name");
    return [a] { return init(*a); };
}

} // namespace isotherm
