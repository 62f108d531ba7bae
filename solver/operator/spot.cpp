#include "solver/operator/spot.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/base/error.hpp"
#include "kernels/reduce/fixed_sum.hpp"

namespace isotherm {
namespace {

/// A Gaussian beyond this many sigma is below 1e-19 of the whole.
constexpr double reach = 9.0;

/// (erf(b) - erf(a)) / 2 without cancellation in the tails.
double between(double a, double b) {
    if (a > 0) return 0.5 * (std::erfc(a) - std::erfc(b));
    if (b < 0) return 0.5 * (std::erfc(-b) - std::erfc(-a));
    return 0.5 * (std::erf(b) - std::erf(a));
}

/// Position at t: linear between the rows, standing still outside.
std::array<double, 3> position(const std::vector<std::array<double, 4>>& path, double t) {
    const auto above =
        std::upper_bound(path.begin(), path.end(), t, [](double v, const auto& row) { return v < row[0]; });
    if (above == path.begin()) return {path.front()[1], path.front()[2], path.front()[3]};
    const auto& a = *(above - 1);
    if (above == path.end()) return {a[1], a[2], a[3]};
    const auto& b = *above;
    const double u = (t - a[0]) / (b[0] - a[0]);
    return {a[1] + u * (b[1] - a[1]), a[2] + u * (b[2] - a[2]), a[3] + u * (b[3] - a[3])};
}

/// Part of the step within the windows.
double share(const Windows& windows, const SourceMoment& m) {
    if (windows.empty()) return 1;
    double inside = 0;
    for (const auto& w : windows)
        if (m.end <= m.begin) inside += m.t >= w[0] && m.t < w[1] ? 1 : 0;
        else inside += std::max(0.0, std::min(w[1], m.end) - std::max(w[0], m.begin)) / (m.end - m.begin);
    return inside;
}

} // namespace

std::vector<double> parts_in_cells(double lower, double h, index_t n, double centre, double sigma) {
    std::vector<double> parts(static_cast<std::size_t>(n));
    const double scale = 1 / (std::sqrt(2.0) * sigma);
    for (index_t i = 0; i < n; ++i) {
        const double a = lower + static_cast<double>(i) * h - centre,
                     b = lower + static_cast<double>(i + 1) * h - centre;
        parts[static_cast<std::size_t>(i)] = between(a * scale, b * scale);
    }
    return parts;
}

Spot::Spot(const GaussianSource& source, const Grid& grid)
    : grid_(grid), power_(source.power, "t"), sigma_(source.sigma), path_(source.path), windows_(source.windows) {}

Spot::Spot(const BeamSource& source, const Grid& grid)
    : grid_(grid), power_(source.power, "t"), factor_(source.absorptivity), path_(source.path),
      windows_(source.windows) {
    sigma_.fill(source.radius / 2); // 2/(pi w^2) exp(-2 r^2/w^2) is a Gaussian of sigma = w/2
    side_ = source.side;
}

double Spot::Now::in_cell(const std::array<index_t, 3>& cell) const {
    double part = power;
    for (std::size_t d = 0; d < 3; ++d) {
        if (cell[d] < box.lo[d] || cell[d] >= box.hi[d]) return 0;
        part *= parts[d][static_cast<std::size_t>(cell[d] - box.lo[d])];
    }
    return part;
}

Spot::Now Spot::at(const SourceMoment& m) const {
    Now now;
    const double asked = power_({0, 0, 0}, m.t);
    now.power = factor_ * asked * share(windows_, m);
    now.inside = 1;
    const auto centre = position(path_, m.t);
    now.box = all_cells(grid_);
    for (int axis = 0; axis < 3; ++axis) {
        const auto d = static_cast<std::size_t>(axis);
        if (side_ >= 0 && axis == side_ / 2) {
            now.box.lo[d] = side_ % 2 != 0 ? grid_.n[d] - 1 : 0;
            now.box.hi[d] = now.box.lo[d] + 1;
            now.parts[d] = {1.0};
        } else if (axis >= grid_.dim) {
            now.parts[d] = {1.0};
        } else {
            const double n = static_cast<double>(grid_.n[d]), u = (centre[d] - grid_.lower[d]) / grid_.h[d],
                         r = reach * sigma_[d] / grid_.h[d];
            now.box.lo[d] = static_cast<index_t>(std::clamp(std::floor(u - r), 0.0, n));
            now.box.hi[d] = static_cast<index_t>(std::clamp(std::ceil(u + r), 0.0, n));
            const index_t cells = std::max<index_t>(0, now.box.n(axis));
            now.box.hi[d] = now.box.lo[d] + cells;
            now.parts[d] = parts_in_cells(grid_.lower[d] + static_cast<double>(now.box.lo[d]) * grid_.h[d], grid_.h[d],
                                          cells, centre[d], sigma_[d]);
        }
        now.inside *= fixed_sum(now.parts[d].data(), static_cast<index_t>(now.parts[d].size()));
    }
    return now;
}

bool Spot::varies_in_time() const { return power_.varies_in_time() || path_.size() > 1 || !windows_.empty(); }

std::vector<double> Spot::kinks() const {
    std::vector<double> times = power_.kinks();
    if (path_.size() > 1)
        for (const auto& row : path_) times.push_back(row[0]);
    for (const auto& w : windows_) times.insert(times.end(), w.begin(), w.end());
    return times;
}

} // namespace isotherm
