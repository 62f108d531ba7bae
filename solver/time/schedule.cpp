#include "solver/time/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace isotherm {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// Events merge when they are closer than 1e-9 of the interval that ends with the first of them, or differ by the
/// round-off of their times (3 * 0.1 and 0.3).
double merge_distance(double before, double event) { return 1e-9 * (event - before) + 1e-15 * std::abs(event); }

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
        const double k = std::floor((t - start_) / *c.every); // may be off by one through round-off
        for (const double candidate : {k, k + 1, k + 2})
            if (start_ + candidate * *c.every > t) return start_ + candidate * *c.every;
        return never; // the period is below the resolution of t
    }
    const auto after = std::upper_bound(c.times.begin(), c.times.end(), t);
    return after == c.times.end() ? never : *after;
}

double Schedule::first_after(double t) const {
    double first = end_;
    for (const Cadence& c : cadences_) first = std::min(first, next_time(c, t));
    const auto kink = std::upper_bound(kinks_.begin(), kinks_.end(), t);
    return kink == kinks_.end() ? first : std::min(first, *kink);
}

double Schedule::next_event(double t) const {
    double event = first_after(t);
    while (event < end_) {
        const double after = first_after(event);
        if (after - event > merge_distance(t, event)) break;
        event = after;
    }
    return event;
}

Segment Schedule::next(const Clock& clock, index_t longest) const {
    Segment s;
    if (clock.n > 0 && clock.j < clock.n) {
        s = {clock.t_a, clock.t_b, clock.n, clock.j, clock.n - clock.j};
    } else {
        const double event = next_event(clock.time);
        const index_t n = steps_for(event - clock.time, dt_max_);
        s = {clock.time, event, n, 0, n};
    }
    for (const Cadence& c : cadences_)
        if (c.steps) s.m = std::min(s.m, *c.steps - clock.step % *c.steps);
    const index_t pieces = (s.m - 1) / std::max<index_t>(1, longest) + 1; // of like length: a few steps alone are slow
    s.m = (s.m + pieces - 1) / pieces;
    return s;
}

/// An interval answers for every event in (t_a, t_b], so none is missed or due twice however close they lie; the last
/// one also for those that round-off or merging puts behind the end.
bool Schedule::falls_on(const Cadence& c, const Clock& clock) const {
    if (c.steps) return clock.step % *c.steps == 0;
    if (clock.n == 0) return c.every || std::binary_search(c.times.begin(), c.times.end(), clock.time);
    if (clock.j != clock.n) return false;
    const double reach = clock.t_b >= end_ ? merge_distance(clock.t_a, clock.t_b) : 0.0;
    return next_time(c, clock.t_a) <= clock.t_b + reach;
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
    if (c.every) return std::ceil((end_ - start_) / *c.every * (1 - 1e-9)) - 1;
    if (c.steps) return std::floor((predict_steps() - 0.5) / static_cast<double>(*c.steps));
    return static_cast<double>(
        std::count_if(c.times.begin(), c.times.end(), [&](double t) { return t > start_ && t < end_; }));
}

} // namespace isotherm
