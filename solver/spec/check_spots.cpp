/// Gaussians and beams that heat nothing: beams on walls that are none, spots that pass the domain by, windows outside
/// of the run.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/boundary/wall_row.hpp"
#include "solver/spec/rules.hpp"

namespace isotherm {
namespace {

/// Beyond so many sigma lies less than 1e-4 of a spot.
constexpr double reach = 4;

using Point = std::array<double, 3>;

/// A spot's place at t; it stands still before and after its path.
Point place_at(const std::vector<std::array<double, 4>>& path, double t) {
    const auto after = std::find_if(path.begin(), path.end(), [t](const auto& row) { return row[0] >= t; });
    const auto &b = after == path.end() ? path.back() : *after, &a = after == path.begin() ? b : *(after - 1);
    const double u = b[0] > a[0] ? std::clamp((t - a[0]) / (b[0] - a[0]), 0.0, 1.0) : 1.0;
    return {std::lerp(a[1], b[1], u), std::lerp(a[2], b[2], u), std::lerp(a[3], b[3], u)};
}

/// A spot with what tells where it reaches; `across`: the axis that does not count, that of a beam's wall.
struct Track {
    const std::vector<std::array<double, 4>>& path;
    Point sigma;
    int across = -1;
};

/// Whether the straight way from a to b comes within reach of the grid.
bool comes_near(const Point& a, const Point& b, const Track& track, const Grid& grid) {
    double from = 0, to = 1; // the part of the way between the planes so far
    for (int axis = 0; axis < grid.dim; ++axis) {
        if (axis == track.across) continue;
        const auto d = static_cast<std::size_t>(axis);
        const double lo = grid.lower[d] - reach * track.sigma[d], hi = grid.upper(axis) + reach * track.sigma[d];
        const double way = b[d] - a[d];
        if (way == 0) {
            if (a[d] < lo || a[d] > hi) return false;
            continue;
        }
        const double u = (lo - a[d]) / way, v = (hi - a[d]) / way;
        from = std::max(from, std::min(u, v));
        to = std::min(to, std::max(u, v));
    }
    return from <= to;
}

bool ever_comes_near(const Track& track, double begin, double end, const Grid& grid) {
    std::vector<double> times{begin};
    for (const auto& row : track.path)
        if (row[0] > begin && row[0] < end) times.push_back(row[0]);
    times.push_back(end);
    for (std::size_t n = 1; n < times.size(); ++n)
        if (comes_near(place_at(track.path, times[n - 1]), place_at(track.path, times[n]), track, grid)) return true;
    return false;
}

void check_spot(const CaseSpec& spec, const Track& track, Windows windows, const std::string& key, Findings& found) {
    if (windows.empty()) windows = {{0, spec.time.end}};
    bool near = false, on = false;
    for (const auto& window : windows) {
        const double begin = std::max(window[0], 0.0), end = std::min(window[1], spec.time.end);
        if (end < begin || (end == begin && spec.time.end > 0))
            found.push_back({key + ".window",
                             fmt::format("from {:.6g} to {:.6g} s lies outside the run", window[0], window[1]),
                             fmt::format("the run goes from 0 to {:.6g} s", spec.time.end), true});
        else on = true, near = near || ever_comes_near(track, begin, end, Grid(spec.grid));
    }
    if (on && !near)
        found.push_back({key, "it misses the domain all the time that it is on, so it heats nothing",
                         "look at its place, and at origin and size of the grid", true});
}

} // namespace

void check_spots(const CaseSpec& spec, Findings& found) {
    for (std::size_t i = 0; i < spec.sources.size(); ++i) {
        const std::string key = fmt::format("source[{}]", i);
        if (const auto* gaussian = std::get_if<GaussianSource>(&spec.sources[i]))
            check_spot(spec, {gaussian->path, gaussian->sigma}, gaussian->windows, key, found);
        const auto* beam = std::get_if<BeamSource>(&spec.sources[i]);
        if (beam == nullptr) continue;
        if (std::holds_alternative<PeriodicWall>(spec.walls[static_cast<std::size_t>(beam->side)]))
            found.push_back({key + ".wall",
                             fmt::format("{} is periodic: there is no surface for a beam", side_names[beam->side]),
                             "name another wall, or use a source of type gaussian in the volume"});
        Point sigma{};
        sigma.fill(beam->radius / 2);
        check_spot(spec, {beam->path, sigma, beam->side / 2}, beam->windows, key, found);
    }
}

} // namespace isotherm
