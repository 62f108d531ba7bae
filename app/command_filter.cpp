/// `isotherm filter`.

#include "app/command_filter.hpp"

#include <cmath>
#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/case/tables.hpp"
#include "app/commands.hpp"
#include "app/simulation.hpp"
#include "kernels/base/error.hpp"
#include "solver/core/log.hpp"
#include "solver/filter/planes.hpp"

namespace isotherm {
namespace {

namespace fs = std::filesystem;

/// "(i, j, k)" of a value.
std::string place(const Array& array, std::size_t at) {
    const auto n = static_cast<index_t>(at);
    std::string text = fmt::format("({}", n % array.n(0));
    if (array.shape.size() > 1) text += fmt::format(", {}", n / array.n(0) % array.n(1));
    if (array.shape.size() > 2) text += fmt::format(", {}", n / array.n(0) / array.n(1));
    return text + ")";
}

/// First value for which `bad` holds, and how many.
template <class Bad>
std::pair<std::size_t, std::size_t> find_bad(const Array& array, Bad bad) {
    std::size_t first = array.values.size(), count = 0;
    for (std::size_t n = 0; n < array.values.size(); ++n)
        if (bad(array.values[n])) {
            first = std::min(first, n);
            ++count;
        }
    return {first, count};
}

void require_data(const Array& array, const std::string& where, bool mask) {
    const auto [first, count] = find_bad(array, [mask](double v) { return mask ? std::isinf(v) : !std::isfinite(v); });
    if (count == 0) return;
    throw UsageError(fmt::format("{}: {} of {} values are not finite; the first is {} at {}{}", where, count,
                                 array.values.size(), array.values[first], place(array, first),
                                 mask ? "" : "; --mask leaves out pixels that are NaN"));
}

void require_result(const Array& array, const std::string& where, bool may_lack_data) {
    const auto [first, count] = find_bad(array, [](double v) { return std::isnan(v); });
    if (count == 0) return;
    const std::string what = fmt::format("{}: {} pixels have no data within reach of the filter; the first is {}",
                                         where, count, place(array, first));
    if (!may_lack_data) throw UsageError(what + "; use a wider kernel, or write a .npy or .csv, which can hold NaN");
    log::warning(what + "; they stay NaN");
}

/// A plain array from file to file.
void filter_array(const FilterOptions& options, FileFilter& filter) {
    if (!is_array_path(options.out))
        throw UsageError(fmt::format("{}: a result file needs the size of a cell, which {} does not tell; write .npy, "
                                     ".csv or .png",
                                     options.out, options.in));
    if (!options.snapshot.empty()) throw UsageError("--snapshot: " + options.in + " holds no snapshots");
    require_free(options.out, options);
    const Array in = read_array(options.in, options.range);
    const bool may_lack_data = fs::path(options.out).extension() != ".png";
    write_array(options.out, filter.run(in, {}, options.in, may_lack_data).array, options.range);
}

ValueRange range_of(const std::vector<double>& numbers) {
    if (numbers.size() != 2 || numbers[0] == numbers[1] || !std::isfinite(numbers[0]) || !std::isfinite(numbers[1]))
        throw UsageError("--range: two different numbers, what black and white stand for, as in --range 15,40");
    return {numbers[0], numbers[1]};
}

} // namespace

FileFilter::FileFilter(const FilterOptions& options) : options_(options) {
    spec_.kernel = kernel_from_text("--kernel", options.kernel);
    spec_.padding = padding_from_text("--padding", options.padding);
    spec_.flip = options.flip;
    spec_.method = options.method;
    device_ = choose_device(options.compute);
}

FileFilter::Result FileFilter::run(const Array& in, const std::optional<std::array<double, 3>>& spacing,
                                   const std::string& where, bool may_lack_data) {
    require_data(in, where, options_.mask);
    const int axis = options_.axis == "x" ? 0 : options_.axis == "y" ? 1 : 2;
    FilteredPlanes done = filter_planes(in, {spec_, axis, options_.mask, spacing}, device_);
    require_result(done.array, where, may_lack_data);
    if (!told_)
        log::info(fmt::format("{} x {} weights with sum {:.9g}, {} on {}", done.taps.rows, done.taps.columns,
                              done.taps.total(), done.method, name_of(device_.backend)));
    told_ = true;
    return {std::move(done.array), done.shift};
}

void require_free(const std::string& path, const FilterOptions& options) {
    std::error_code none;
    if (fs::exists(options.in, none) && fs::equivalent(path, options.in, none))
        throw UsageError(path + " is the input, which is never overwritten; choose another name");
    if (fs::exists(path, none) && !options.overwrite)
        throw UsageError(path + " exists; choose another name, or --overwrite it");
}

int command_filter(const FilterOptions& options) {
    FileFilter filter(options);
    if (!fs::exists(options.in)) throw UsageError(options.in + " does not exist");
    if (is_array_path(options.in)) filter_array(options, filter);
    else filter_results(options, filter);
    return 0;
}

std::function<int()> add_filter(CLI::App& app) {
    const auto o = std::make_shared<FilterOptions>();
    const auto range = std::make_shared<std::vector<double>>();
    app.add_option("IN", o->in, "A snapshot, a result (folder or index), or a field as .npy, .csv or .png")->required();
    app.add_option("OUT", o->out, "The filtered one: .vtkhdf, .npy, .csv, .png, or a folder for several snapshots")
        ->required();
    app.add_option("--kernel", o->kernel,
                   "gaussian:sigma=2 (or sigma_m=0.01, truncate=4), box:size=3, file:path=weights.csv, or "
                   "custom:weights=[[1,2,1]] (with normalise=true); one number for both axes or [x, y]")
        ->required()
        ->type_name("KERNEL");
    app.add_option("--padding", o->padding,
                   "reflect, mirror, replicate, periodic, zero or valid; two with a comma: along x, y")
        ->type_name("PADDING");
    app.add_flag("--flip", o->flip, "True convolution: weights turned by 180 degrees");
    app.add_flag("--mask", o->mask, "NaN is a pixel without data: leave it out, and divide by the weights of the rest");
    app.add_option("--field", o->field, "Dataset of a snapshot; default temperature")->type_name("NAME");
    app.add_option("--snapshot", o->snapshot, "Number of a result's snapshot, or all; default all")->type_name("N|all");
    app.add_option("--axis", o->axis, "A 3-D field is filtered plane by plane across this axis; default z")
        ->check(CLI::IsMember({"x", "y", "z"}));
    app.add_option("--range", *range, "What black and white of a .png stand for")->delimiter(',')->type_name("LO,HI");
    app.add_option("--method", o->method, "auto, or one kernel: `isotherm explain filter.method` lists them")
        ->type_name("NAME");
    app.add_option("--backend", o->compute.backend, "auto, cpu or cuda")->check(CLI::IsMember({"auto", "cpu", "cuda"}));
    app.add_option("--threads", o->compute.threads, "CPU threads; default all cores")->check(CLI::PositiveNumber);
    app.add_flag("--overwrite", o->overwrite, "Replace what OUT holds");
    return [o, range] {
        if (!range->empty()) o->range = range_of(*range);
        return command_filter(*o);
    };
}

} // namespace isotherm
