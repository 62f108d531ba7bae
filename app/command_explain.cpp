#include <cstdio>

#include <CLI/CLI.hpp>

#include "app/case/explain.hpp"
#include "app/case/tables.hpp"
#include "app/commands.hpp"

namespace isotherm {

std::function<int()> add_explain(CLI::App& app) {
    const auto key = std::make_shared<std::string>();
    app.add_option("KEY", *key, "A key of the case file, as in boundary.x_lo; without it an overview");
    const auto markdown = std::make_shared<bool>(false);
    app.add_flag("--markdown", *markdown, "The whole reference as Markdown: docs/reference.md");
    return [key, markdown] {
        if (*markdown) return std::fputs(reference(*case_table().section()).c_str(), stdout), 0;
        std::fputs(explain(*case_table().section(), *key).c_str(), stdout);
        return 0;
    };
}

} // namespace isotherm
