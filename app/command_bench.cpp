/// `isotherm bench`.

#include "app/command_bench.hpp"

#include <fstream>

#include <fmt/format.h>
#include <omp.h>

#include "app/bench/filter_bench.hpp"
#include "kernels/base/device_cuda.hpp"
#include "kernels/base/error.hpp"

namespace isotherm {
namespace {

/// Every device that the options ask for, the CPU first. Throws DeviceError when a GPU is asked for that is not there.
std::vector<Device> devices_for(const bench::Options& options) {
    std::vector<Device> devices;
    const int threads = options.threads > 0 ? options.threads : omp_get_num_procs();
    if (options.backend != "cuda") devices.push_back(cpu_device(threads));
    if (options.backend == "cpu") return devices;
    std::string why_none;
    if (!cuda::devices(&why_none).empty()) {
        devices.push_back(cuda::open(0));
        devices.back().threads = threads; // of what the host does: preparing media, the filters' parity check
    } else if (options.backend == "cuda") throw DeviceError("bench: no GPU: " + why_none + "; use --backend cpu");
    return devices;
}

/// Throws UsageError that lists the kernels that there are.
void require_kernel(const std::string& name) {
    std::string names;
    for (const StencilVariant& v : stencil_variants()) {
        if (v.name == name) return;
        names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", v.name, name_of(v.backend));
    }
    throw UsageError(fmt::format("--kernel: no kernel '{}'; there are {}", name, names));
}

void require_filter_kernel(const std::string& name) {
    std::string names;
    for (const FilterVariant& v : filter_variants()) {
        if (v.name == name || name.empty()) return;
        names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", v.name, name_of(v.backend));
    }
    throw UsageError(fmt::format("--kernel: no filter kernel '{}'; there are {}", name, names));
}

void write_json(const std::string& file, const std::string& text) {
    if (file.empty()) return;
    std::ofstream out(file);
    out << text;
    if (!out.flush()) throw IoError("bench: cannot write " + file);
}

int bench_filters(const bench::Options& options) {
    std::vector<bench::FilterReport> reports;
    bool all_agree = true;
    for (const Device& device : devices_for(options)) {
        reports.push_back(bench::measure_filters(options, device));
        fmt::print("{}\n", bench::filter_table(reports.back()));
        for (const bench::FilterRow& row : reports.back().rows) all_agree = all_agree && row.parity != "differs";
    }
    write_json(options.json, bench::filter_json(reports));
    return static_cast<int>(all_agree ? ExitCode::done : ExitCode::check_failed);
}

void check(const bench::Options& options) {
    if (options.filter) return require_filter_kernel(options.kernel);
    if (options.cells.size() > 3) throw UsageError("--cells: one to three numbers, as in --cells 256,256,256");
    for (const index_t n : options.cells)
        if (n < options.order / 2)
            throw UsageError(fmt::format("--cells: at least {} cells per axis", options.order / 2));
    if (options.order != 2 && options.order != 4 && options.order != 6) throw UsageError("--order: 2, 4 or 6");
    if (!options.kernel.empty()) require_kernel(options.kernel);
}

} // namespace

int command_bench(const bench::Options& options) {
    check(options);
    if (options.filter) return bench_filters(options);
    std::vector<bench::Report> reports;
    bool all_equal = true;
    for (const Device& device : devices_for(options)) {
        reports.push_back(bench::measure(options, device));
        fmt::print("{}{}{}\n", bench::table(reports.back()), bench::naive_lines(reports.back()),
                   bench::cost_lines(reports.back().costs));
        for (const bench::Row& row : reports.back().rows) all_equal = all_equal && row.parity != "differs";
    }
    write_json(options.json, bench::json(reports));
    return static_cast<int>(all_equal ? ExitCode::done : ExitCode::check_failed);
}

} // namespace isotherm
