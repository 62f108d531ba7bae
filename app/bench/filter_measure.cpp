#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "app/bench/filter_bench.hpp"
#include "kernels/base/device_cuda.hpp"
#include "kernels/base/error.hpp"
#include "kernels/measure/copy.hpp"
#include "solver/core/field.hpp"
#include "solver/filter/kernel.hpp"

namespace isotherm::bench {
namespace {

constexpr index_t default_side_cpu = 4096, default_side_gpu = 8192;

/// Bits that look random, of a counter (the finaliser of MurmurHash3).
double noise(index_t n) {
    auto z = static_cast<std::uint64_t>(n) + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 33)) * 0xff51afd7ed558ccdu;
    z = (z ^ (z >> 33)) * 0xc4ceb9fe1a85ec53u;
    return static_cast<double>((z ^ (z >> 33)) >> 11) * 0x1p-53;
}

/// Sizes of the general filters and of the Gaussians.
std::vector<FilterCase> filter_cases() {
    std::vector<FilterCase> cases;
    for (const int side : {3, 5, 7, 9, 15, 21, 31}) {
        std::vector<double> weights;
        for (int n = 0; n < side * side; ++n) weights.push_back(0.5 + noise(n));
        cases.push_back({fmt::format("{0}x{0}", side), normalised(make_taps(side, side, weights)), false});
    }
    for (const int side : {7, 17, 31}) {
        const double sigma = (side / 2) / 4.0; // cut at 4 sigma: so many weights a side
        const GaussianKernel kernel{{sigma, sigma, 1}, false, 4};
        cases.push_back({fmt::format("gaussian {0}x{0}", side), make_kernel(kernel, {{side, side}, {}}), true});
    }
    return cases;
}

Grid plane_grid(const index_t (&n)[2]) {
    GridSpec spec;
    spec.dim = 2;
    spec.cells = {n[0], n[1], 1};
    return Grid(spec);
}

template <class Real>
class FilterWork {
public:
    FilterWork(const index_t (&n)[2], const Device& device)
        : device_(device), grid_(plane_grid(n)), from_(grid_, precision, device, "a field of the bench"),
          to_(grid_, precision, device, "a field of the bench"), expected_(grid_, precision, host_, "a field"),
          host_from_(grid_, precision, host_, "a field") {
        std::vector<double> pixels(static_cast<std::size_t>(grid_.cells()));
        for (index_t i = 0; i < grid_.cells(); ++i) pixels[static_cast<std::size_t>(i)] = 300 + noise(i);
        for (Field* field : {&from_, &host_from_}) write_cells(*field, 0.0, whole(), pixels.data());
    }

    double copy() {
        const double bytes = 2.0 * static_cast<double>(from_.memory().bytes());
        return sample([&](index_t n) {
                   return copy_seconds(device_, to_.memory().data(), from_.memory().data(), from_.memory().bytes(), n);
               }).median() *
               bytes;
    }

    /// What the CPU's direct form gives, to compare with.
    void expect(const FilterCase& filter) {
        Convolution<Real> direct(task_of(filter, "direct"), grid_.n[0], grid_.n[1], host_);
        direct.run(host_from_.const_view<Real>(), expected_.view<Real>());
        expected_pixels_.resize(static_cast<std::size_t>(grid_.cells()));
        read_cells(expected_, 0.0, whole(), expected_pixels_.data(), precision);
    }

    FilterRow measure(const FilterVariant& variant, const FilterCase& filter) {
        Convolution<Real> work(task_of(filter, std::string(variant.name)), grid_.n[0], grid_.n[1], device_);
        FilterRow row{&variant, precision, filter, {}, {}, 0, ""};
        row.rate = sample([&](index_t n) {
                       const auto began = std::chrono::steady_clock::now();
                       for (index_t i = 0; i < n; ++i) work.run(from_.const_view<Real>(), to_.view<Real>());
                       device_.synchronise();
                       return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
                   }).scaled(static_cast<double>(grid_.cells()));
        const auto facts = precision == Precision::fp32 ? variant.facts_fp32 : variant.facts_fp64;
        if (facts != nullptr) row.facts = facts(work.traits());
        row.parity = compare();
        return row;
    }

    [[nodiscard]] FilterTraits traits(const FilterCase& filter) const {
        FilterTraits t{filter.taps.rows, filter.taps.columns, {grid_.n[0], grid_.n[1]}};
        t.precision = precision;
        t.separable = factors_for<Real>(filter.taps).has_value();
        return t;
    }

private:
    static constexpr Precision precision = sizeof(Real) == 4 ? Precision::fp32 : Precision::fp64;
    static FilterTask task_of(const FilterCase& filter, const std::string& method) {
        FilterTask task;
        task.taps = filter.taps;
        task.method = method;
        return task;
    }
    [[nodiscard]] CellBox whole() const { return {{0, 0, 0}, {grid_.n[0], grid_.n[1], 1}}; }
    /// Pixel by pixel; other orders of the sum may differ by some ulp of 300.
    std::string compare() {
        std::vector<Real> got(expected_pixels_.size());
        read_cells(to_, 0.0, whole(), got.data(), precision);
        if (got == expected_pixels_) return "equal";
        const bool close = std::ranges::equal(got, expected_pixels_, [](Real a, Real b) {
            return std::abs(a - b) <= 4 * 300 * std::numeric_limits<Real>::epsilon();
        });
        return close ? "close" : "differs";
    }

    Device device_, host_ = cpu_device(device_.threads);
    Grid grid_;
    Field from_, to_, expected_, host_from_;
    std::vector<Real> expected_pixels_;
};

template <class Real>
void measure_precision(const Options& options, FilterReport& report) {
    constexpr int at = sizeof(Real) == 4 ? 0 : 1;
    FilterWork<Real> work(report.n, report.device);
    report.copy[at] = work.copy();
    if (report.device.backend == Backend::cuda)
        report.arithmetic[at] = cuda::fma_per_second(report.device, at == 0 ? Precision::fp32 : Precision::fp64);
    for (const FilterCase& filter : filter_cases()) {
        work.expect(filter);
        double constant = 0;
        for (const FilterVariant& variant : filter_variants()) {
            const bool asked = options.kernel.empty() ? variant.name != "reference" : variant.name == options.kernel;
            if (variant.backend != report.device.backend || !asked || !variant.supports(work.traits(filter))) continue;
            // A separable filter is there to measure what knows that it is one.
            if (filter.separable && variant.same_bits && options.kernel.empty()) continue;
            fmt::print(stderr, "bench: {} {} {}: {}\n", name_of(variant.backend), at == 0 ? "fp32" : "fp64",
                       filter.name, variant.name);
            report.rows.push_back(work.measure(variant, filter));
            if (variant.name == "constant") constant = report.rows.back().rate.median();
            report.rows.back().constant = constant;
        }
    }
}

} // namespace

double FilterReport::copy_limit(const FilterRow& row) const {
    return copy[row.precision == Precision::fp64] / (2.0 * static_cast<double>(size_of(row.precision)));
}

double FilterReport::arithmetic_limit(const FilterRow& row) const {
    const Taps& taps = row.filter.taps;
    const double operations =
        row.variant->name == "separable" ? taps.rows + taps.columns : static_cast<double>(taps.count());
    return row.variant->name == "fft" ? 0 : arithmetic[row.precision == Precision::fp64] / operations;
}

FilterReport measure_filters(const Options& options, const Device& device) {
    FilterReport report;
    report.device = device;
    if (options.cells.size() != 2 && !options.cells.empty())
        throw UsageError("--cells: a filter is measured on two axes, as in --cells 4096,4096");
    for (std::size_t d = 0; d < 2; ++d)
        report.n[d] = !options.cells.empty()            ? options.cells[d]
                      : device.backend == Backend::cuda ? default_side_gpu
                                                        : default_side_cpu;
    if (options.precision != Precision::fp64) measure_precision<float>(options, report);
    if (options.precision != Precision::fp32) measure_precision<double>(options, report);
    return report;
}

} // namespace isotherm::bench
