/// Kernels of the smoothing filter.
///
///   gaussian   w(i) = exp(-i^2 / (2 sigma^2)), |i| <= floor(truncate sigma + 1/2), divided by the sum
///   box        w = 1 / n
///   source     the sampled Gaussian as in scipy.ndimage.gaussian_filter1d

#include "solver/filter/kernel.hpp"

#include <cmath>

#include <fmt/format.h>

#include "kernels/base/error.hpp"
#include "solver/io/array_file.hpp"

namespace isotherm {
namespace {

constexpr index_t largest_half_width = 1 << 20; // pixels

constexpr double most_weights = 1 << 25;

void require_few(double rows, double columns) {
    if (rows * columns > most_weights)
        throw UsageError(fmt::format("filter.kernel: {:.0f} x {:.0f} weights are too many; use a narrower kernel, or "
                                     "filter several times",
                                     rows, columns));
}

std::vector<double> divided_by_sum(std::vector<double> w) {
    double sum = 0;
    for (const double v : w) sum += v;
    for (double& v : w) v /= sum;
    return w;
}

/// `sigma` in pixels.
std::vector<double> gaussian(double sigma, double truncate) {
    const double reach = std::floor(truncate * sigma + 0.5);
    if (reach > static_cast<double>(largest_half_width))
        throw UsageError(fmt::format("filter.kernel.sigma: a Gaussian of {:.6g} pixels is too wide; use a smaller "
                                     "sigma or truncate",
                                     sigma));
    const auto half = static_cast<int>(reach);
    std::vector<double> w;
    for (int i = -half; i <= half; ++i) w.push_back(std::exp(-0.5 * (i / sigma) * (i / sigma)));
    return divided_by_sum(std::move(w));
}

struct Maker {
    const PlaneShape& plane;

    Taps operator()(const GaussianKernel& kernel) const {
        if (kernel.metres && !plane.spacing)
            throw UsageError("filter.kernel.sigma_m: the size of a pixel in metres is not known here; give sigma in "
                             "pixels");
        std::vector<double> along[2];
        for (std::size_t d = 0; d < 2; ++d)
            along[d] = plane.n[d] == 1
                           ? std::vector<double>{1.0}
                           : gaussian(kernel.sigma[d] / (kernel.metres ? (*plane.spacing)[d] : 1.0), kernel.truncate);
        require_few(static_cast<double>(along[1].size()), static_cast<double>(along[0].size()));
        return outer_product(along[1], along[0]);
    }
    Taps operator()(const BoxKernel& kernel) const {
        require_few(static_cast<double>(kernel.size[1]), static_cast<double>(kernel.size[0]));
        std::vector<double> along[2];
        for (std::size_t d = 0; d < 2; ++d)
            along[d] = divided_by_sum(
                std::vector<double>(static_cast<std::size_t>(plane.n[d] == 1 ? 1 : kernel.size[d]), 1.0));
        return outer_product(along[1], along[0]);
    }
    Taps operator()(const CustomKernel& kernel) const {
        std::vector<double> weights;
        for (std::size_t row = 0; row < kernel.weights.size(); ++row) {
            if (kernel.weights[row].size() != kernel.weights[0].size())
                throw UsageError(fmt::format("filter.kernel.weights: row {} has {} weights and row 0 has {}; give "
                                             "every row as many",
                                             row, kernel.weights[row].size(), kernel.weights[0].size()));
            weights.insert(weights.end(), kernel.weights[row].begin(), kernel.weights[row].end());
        }
        const auto rows = static_cast<int>(kernel.weights.size()), columns = static_cast<int>(kernel.weights[0].size());
        return scaled(make_taps(rows, columns, std::move(weights)), kernel.normalise);
    }
    Taps operator()(const FileKernel& kernel) const {
        Array array = read_array(kernel.path);
        if (array.shape.size() > 2)
            throw UsageError(
                fmt::format("filter.kernel.path: {} has {} axes; weights have two", kernel.path, array.shape.size()));
        for (const double w : array.values)
            if (!std::isfinite(w))
                throw UsageError(fmt::format("filter.kernel.path: a weight of {} is not a number; give numbers "
                                             "everywhere",
                                             kernel.path));
        if (array.n(0) > largest_half_width || array.n(1) > largest_half_width)
            throw UsageError(fmt::format("filter.kernel.path: {} holds too many weights", kernel.path));
        return scaled(make_taps(static_cast<int>(array.n(1)), static_cast<int>(array.n(0)), std::move(array.values)),
                      kernel.normalise);
    }
    static Taps scaled(Taps taps, bool normalise) { return normalise ? normalised(taps) : taps; }
};

} // namespace

Taps make_kernel(const KernelSpec& kernel, const PlaneShape& plane) { return std::visit(Maker{plane}, kernel); }

FilterTask make_filter_task(const FilterSpec& spec, const PlaneShape& plane, double zero) {
    FilterTask task;
    task.taps = make_kernel(spec.kernel, plane);
    if (spec.flip) task.taps = flipped(task.taps);
    task.padding = {spec.padding[0], spec.padding[1]};
    task.outside = zero;
    task.method = spec.method;
    return task;
}

} // namespace isotherm
