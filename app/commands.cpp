#include "app/commands.hpp"

namespace isotherm {
namespace {

const Command table[] = {
    {"run", "Run a case", add_run, "isotherm run plate.yaml --set time.end=10 --output results/short"},
    {"check", "Check cases and say what a run would do", add_check, "isotherm check plate.yaml"},
    {"diff", "Compare two results: times, fields, tables", add_diff, "isotherm diff results/a results/b --rtol 1e-6"},
    {"info", "Say what is in a result or a snapshot", add_info, "isotherm info results/plate"},
    {"plot", "Make pictures of a result", add_plot, "isotherm plot results/plate --slice z=0.01"},
    {"validate", "Show that the equation is solved: errors and measured orders", add_validate,
     "isotherm validate x11 nafems_t3 --report report"},
    {"filter", "Smooth a field: snapshots, results, .npy, .csv, .png", add_filter,
     "isotherm filter photo.png smooth.png --kernel gaussian:sigma=2"},
    {"bench", "Measure every kernel against the copy bandwidth", add_bench,
     "isotherm bench --cells 256,256,256 --precision fp32"},
    {"explain", "Reference of the case file's keys", add_explain, "isotherm explain boundary.x_lo"},
    {"schema", "JSON Schema of the case file, for editors", add_schema, "isotherm schema > isotherm.schema.json"},
    {"init", "Write a commented case to start from", add_init, "isotherm init --list"},
    {"completion", "Print what a shell needs to complete isotherm's commands", add_completion,
     "source <(isotherm completion bash)"},
};

} // namespace

std::span<const Command> commands() { return table; }
std::span<const std::string_view> later_commands() { return {}; }

} // namespace isotherm
