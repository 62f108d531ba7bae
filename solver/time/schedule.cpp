#include "solver/time/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace isotherm {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
/// Events merge when they are closer than this fraction of the shorter neighbouring interval.
constexpr double merge_fraction = 1e-9;

} // namespace

int Schedule::add(const Cadence& cadence) {
    cadences_.push_back(cadence);
    std::sort(cadences_.back().times.begin(), cadences_.back().times.end());
    return static_cast<int>(cadences_.size()) - 1;
}

void Schedule::add_kinks(const std::vector<double>& times) {
    kinks_.insert(kinks_.end(), times.begin(), times.end());
    std::sort(kinks_.begin(), kinks_.end());
}

double Schedule::next_time(const Cadence& c, double t) const {
    if (c.every) {
        // The k-th event counts as passed when t is within the merge distance of it.
        const double k = std::floor((t - start_) / *c.every * (1 + 1e-15) + merge_fraction) + 1;
        return start_ + k * *c.every;
    }
    for (const double at : c.times)
        if (at > t) return at;
    return never;
}

double Schedule::next_event(double t) const {
    double first = end_;
    for (const Cadence& c : cadences_) first = std::min(first, next_time(c, t));
    for (const double at : kinks_)
        if (at > t) {
            first = std::min(first, at);
            break;
        }
    // The end is exact: an event a rounding error before it is the end.
    return end_ - first <= merge_fraction * (first - t) ? end_ : first;
}

Segment Schedule::next(const Clock& clock, index_t longest) const {
    Segment s;
    if (clock.n > 0 && clock.j < clock.n) {
        s = {clock.t_a, clock.t_b, clock.n, clock.j, clock.n - clock.j};
    } else {
        double event = next_event(clock.time);
        // Events that would make a sliver merge with the one before them.
        for (double after = next_event(event); after < end_ && after - event <= merge_fraction * (event - clock.time);)
            after = next_event(event = after);
        const index_t n = steps_for(event - clock.time, dt_max_);
        s = {clock.time, event, n, 0, n};
    }
    s.m = std::min(s.m, std::max<index_t>(1, longest));
    for (const Cadence& c : cadences_)
        if (c.steps) s.m = std::min(s.m, *c.steps - clock.step % *c.steps);
    return s;
}

bool Schedule::falls_on(const Cadence& c, const Clock& clock) const {
    if (c.steps) return clock.step % *c.steps == 0;
    const bool at_event = clock.n == 0 || clock.j == clock.n;
    if (!at_event) return false;
    const double tolerance = merge_fraction * (clock.n == 0 ? 0.0 : clock.t_b - clock.t_a) + 4e-16 * std::abs(clock.time);
    if (c.every) {
        const double k = std::round((clock.time - start_) / *c.every);
        return std::abs(start_ + k * *c.every - clock.time) <= tolerance;
    }
    return std::any_of(c.times.begin(), c.times.end(), [&](double at) { return std::abs(at - clock.time) <= tolerance; });
}

std::vector<int> Schedule::due(const Clock& clock) const {
    std::vector<int> ids;
    for (std::size_t i = 0; i < cadences_.size(); ++i)
        if (falls_on(cadences_[i], clock)) ids.push_back(static_cast<int>(i));
    return ids;
}

double Schedule::predict_steps(index_t limit) const {
    Clock clock;
    clock.time = start_;
    double steps = 0;
    for (index_t interval = 0; !done(clock); ++interval) {
        if (interval == limit) return steps * (end_ - start_) / (clock.time - start_);
        const double event = next_event(clock.time);
        steps += static_cast<double>(steps_for(event - clock.time, dt_max_));
        clock.time = event;
    }
    return steps;
}

double Schedule::predict_moments(int id) const {
    const Cadence& c = cadences_[static_cast<std::size_t>(id)];
    if (c.every) return std::ceil((end_ - start_) / *c.every * (1 - merge_fraction)) - 1;
    if (c.steps) return std::floor((predict_steps() - 0.5) / static_cast<double>(*c.steps));
    return static_cast<double>(std::count_if(c.times.begin(), c.times.end(), [&](double t) { return t > start_ && t < end_; }));
}

} // namespace isotherm
