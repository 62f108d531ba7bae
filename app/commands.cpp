#include "app/commands.hpp"

namespace isotherm {
namespace {

const Command table[] = {
    {"run", "Run a case", add_run},
    {"check", "Check cases and say what a run would do", add_check},
    {"diff", "Compare two results: times, fields, tables", add_diff},
    {"info", "Say what is in a result or a snapshot", add_info},
    {"plot", "Make pictures of a result", add_plot},
    {"validate", "Show that the equation is solved: errors and measured orders", add_validate},
    {"filter", "Smooth a field: snapshots, results, .npy, .csv, .png", add_filter},
    {"bench", "Measure every kernel against the copy bandwidth", add_bench},
    {"explain", "Reference of the case file's keys", add_explain},
    {"schema", "JSON Schema of the case file, for editors", add_schema},
    {"init", "Write a commented case to start from", add_init},
};

} // namespace

std::span<const Command> commands() { return table; }
std::span<const std::string_view> later_commands() { return {}; }

} // namespace isotherm
