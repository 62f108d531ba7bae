#include <cstdio>

#include <CLI/CLI.hpp>

#include "app/case/schema.hpp"
#include "app/case/tables.hpp"
#include "app/commands.hpp"

namespace isotherm {

std::function<int()> add_schema(CLI::App&) {
    return [] {
        std::fputs(json_schema(*case_table().section()).c_str(), stdout);
        return 0;
    };
}

} // namespace isotherm
