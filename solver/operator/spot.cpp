#include "solver/operator/spot.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/base/error.hpp"
#include "kernels/reduce/fixed_sum.hpp"

namespace isotherm {
namespace {

/// A Gaussian beyond this many sigma is below 1e-19 of the whole.
constexpr double reach = 9.0;

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

/// Parts of the step within the windows, as intervals; of a moment without length the moment itself.
std::vector<std::array<double, 2>> times_on(const Windows& windows, const SourceMoment& m) {
    if (windows.empty()) return {{m.begin, m.end}};
    std::vector<std::array<double, 2>> on;
    for (const auto& w : windows) {
        const double from = std::max(w[0], m.begin), to = std::min(w[1], m.end);
        if (m.end > m.begin ? from < to : m.t >= w[0] && m.t < w[1]) on.push_back({from, to});
    }
    return on;
}

/// Gauss-Legendre rules on [-1, 1] (Abramowitz, Stegun: Handbook of Mathematical Functions, table 25.4), and up to how
/// many sigma of the way each integrates a Gaussian to 1e-13.
struct Rule {
    double longest;
    std::vector<std::array<double, 2>> points; ///< x, weight
};
const Rule& rule_for(double way) {
    static const std::vector<Rule> rules = [] {
        const double two = 1 / std::sqrt(3.0), three = std::sqrt(0.6), r = std::sqrt(4.8) / 7, s = std::sqrt(30.0) / 36,
                     near4 = std::sqrt(3.0 / 7 - r), far4 = std::sqrt(3.0 / 7 + r), q = 2 * std::sqrt(10.0 / 7),
                     near5 = std::sqrt(5 - q) / 3, far5 = std::sqrt(5 + q) / 3, u = 13 * std::sqrt(70.0);
        return std::vector<Rule>{{1e-7, {{0, 2}}},
                                 {3e-3, {{-two, 1}, {two, 1}}},
                                 {4e-2, {{-three, 5.0 / 9}, {0, 8.0 / 9}, {three, 5.0 / 9}}},
                                 {0.15, {{-far4, 0.5 - s}, {-near4, 0.5 + s}, {near4, 0.5 + s}, {far4, 0.5 - s}}},
                                 {0.4,
                                  {{-far5, (322 - u) / 900},
                                   {-near5, (322 + u) / 900},
                                   {0, 128.0 / 225},
                                   {near5, (322 + u) / 900},
                                   {far5, (322 - u) / 900}}}};
    }();
    return *std::find_if(rules.begin(), rules.end() - 1, [&](const Rule& rule) { return way <= rule.longest; });
}

constexpr double longest_piece = 0.4; ///< sigma of the way that one rule is good for
constexpr double longest_box = 2.0;   ///< sigma of the way that are deposited together

} // namespace

std::vector<double> parts_in_cells(double lower, double h, index_t n, double centre, double sigma) {
    std::vector<double> parts(static_cast<std::size_t>(n));
    const double scale = 1 / (std::sqrt(2.0) * sigma);
    double a = (lower - centre) * scale, beyond_a = std::erfc(std::abs(a));
    for (index_t i = 0; i < n; ++i) {
        const double b = (lower + static_cast<double>(i + 1) * h - centre) * scale, beyond_b = std::erfc(std::abs(b));
        // (erf(b) - erf(a)) / 2 without cancellation in the tails
        const double part = a > 0 ? beyond_a - beyond_b : b < 0 ? beyond_b - beyond_a : std::erf(b) - std::erf(a);
        parts[static_cast<std::size_t>(i)] = 0.5 * part;
        a = b, beyond_a = beyond_b;
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
    for (std::size_t d = 0; d < 3; ++d)
        if (cell[d] < box.lo[d] || cell[d] >= box.hi[d]) return 0;
    double sum = 0;
    for (index_t place = 0; place < n_places; ++place) {
        double part = power;
        for (std::size_t d = 0; d < 3; ++d)
            part *= parts[d][static_cast<std::size_t>(place * box.n(static_cast<int>(d)) + cell[d] - box.lo[d])];
        sum += part;
    }
    return sum;
}

double Spot::way(const std::array<double, 3>& from, const std::array<double, 3>& to) const {
    double longest = 0;
    for (int axis = 0; axis < grid_.dim; ++axis) {
        const auto d = static_cast<std::size_t>(axis);
        if (side_ < 0 || axis != side_ / 2) longest = std::max(longest, std::abs(to[d] - from[d]) / sigma_[d]);
    }
    return longest;
}

std::vector<Spot::Place> Spot::places(const SourceMoment& m) const {
    std::vector<Place> all;
    if (m.end <= m.begin || path_.size() == 1) {
        double share = 0;
        for (const auto& [from, to] : times_on(windows_, m))
            share += m.end > m.begin ? (to - from) / (m.end - m.begin) : 1;
        return {{position(path_, m.t), share}};
    }
    for (const auto& [from, to] : times_on(windows_, m)) {
        std::vector<double> times{from};
        for (const auto& row : path_)
            if (row[0] > from && row[0] < to) times.push_back(row[0]);
        times.push_back(to);
        for (std::size_t i = 1; i < times.size(); ++i) {
            const double begin = times[i - 1], length = times[i] - begin;
            const double sigmas = way(position(path_, begin), position(path_, times[i]));
            const auto pieces = static_cast<index_t>(std::max(1.0, std::ceil(sigmas / longest_piece)));
            const double piece = length / static_cast<double>(pieces);
            for (index_t n = 0; n < pieces; ++n)
                for (const auto& [x, weight] : rule_for(sigmas / static_cast<double>(pieces)).points)
                    all.push_back({position(path_, begin + piece * (static_cast<double>(n) + 0.5 * (1 + x))),
                                   0.5 * weight * piece / (m.end - m.begin)});
        }
    }
    return all;
}

Spot::Now Spot::deposit(std::span<const Place> places, double power) const {
    Now now;
    double share = 0;
    for (const Place& place : places) share += place.weight;
    now.power = factor_ * power * share;
    now.n_places = static_cast<index_t>(places.size());
    now.box = all_cells(grid_);
    const auto weight = [&](const Place& place) { return share > 0 ? place.weight / share : 1.0; };
    std::vector<double> inside(places.size(), 1.0);
    for (int axis = 0; axis < 3; ++axis) {
        const auto d = static_cast<std::size_t>(axis);
        const bool in_depth = side_ >= 0 && axis == side_ / 2, spread = !in_depth && axis < grid_.dim;
        if (in_depth) {
            now.box.lo[d] = side_ % 2 != 0 ? grid_.n[d] - 1 : 0;
            now.box.hi[d] = now.box.lo[d] + 1;
        } else if (spread) {
            const auto [least, most] =
                std::minmax_element(places.begin(), places.end(),
                                    [&](const Place& a, const Place& b) { return a.centre[d] < b.centre[d]; });
            const double n = static_cast<double>(grid_.n[d]), r = reach * sigma_[d] / grid_.h[d],
                         low = (least->centre[d] - grid_.lower[d]) / grid_.h[d] - r,
                         high = (most->centre[d] - grid_.lower[d]) / grid_.h[d] + r;
            now.box.lo[d] = static_cast<index_t>(std::clamp(std::floor(low), 0.0, n));
            now.box.hi[d] = std::max(now.box.lo[d], static_cast<index_t>(std::clamp(std::ceil(high), 0.0, n)));
        }
        for (std::size_t i = 0; i < places.size(); ++i) {
            std::vector<double> parts{1.0};
            if (spread)
                parts = parts_in_cells(grid_.lower[d] + static_cast<double>(now.box.lo[d]) * grid_.h[d], grid_.h[d],
                                       now.box.n(axis), places[i].centre[d], sigma_[d]);
            inside[i] *= fixed_sum(parts.data(), static_cast<index_t>(parts.size()));
            if (axis == 2)
                for (double& part : parts) part *= weight(places[i]);
            now.parts[d].insert(now.parts[d].end(), parts.begin(), parts.end());
        }
    }
    for (std::size_t i = 0; i < places.size(); ++i) now.inside += weight(places[i]) * inside[i];
    return now;
}

std::vector<Spot::Now> Spot::over(const SourceMoment& m) const {
    const std::vector<Place> way_points = places(m);
    const double power = power_({0, 0, 0}, m.t);
    std::vector<Now> pieces;
    for (std::size_t first = 0, last; first < way_points.size(); first = last) {
        for (last = first + 1; last < way_points.size(); ++last)
            if (way(way_points[first].centre, way_points[last].centre) > longest_box) break;
        pieces.push_back(deposit(std::span(way_points).subspan(first, last - first), power));
    }
    return pieces;
}

Spot::Now Spot::at(double t) const { return over({t, t, t}).front(); }

bool Spot::varies_in_time() const { return power_.varies_in_time() || path_.size() > 1 || !windows_.empty(); }

std::vector<double> Spot::kinks() const {
    std::vector<double> times = power_.kinks();
    if (path_.size() > 1)
        for (const auto& row : path_) times.push_back(row[0]);
    for (const auto& w : windows_) times.insert(times.end(), w.begin(), w.end());
    return times;
}

} // namespace isotherm
