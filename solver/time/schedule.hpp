#pragma once

/// What happens when. Two kinds of events: simulated-time events (cadences in seconds, listed times, kinks of tables,
/// the end) bound the intervals that are cut into equal steps; step events only cut a segment between two steps.
/// Event times are start + k * period, never accumulated; events closer than 1e-9 of the interval before them merge.

#include <vector>

#include "solver/spec/case_spec.hpp"
#include "solver/time/clock.hpp"

namespace isotherm {

class Schedule {
public:
    Schedule(double start, double end, double dt_max) : start_(start), end_(end), dt_max_(dt_max) {}

    /// Adds a cadence and returns its number. A cadence without every, steps and times is due at start and end only.
    int add(const Cadence& cadence);
    /// Adds times that bound intervals without anything being due (kinks of tables).
    void add_kinks(const std::vector<double>& times);

    /// The next segment: at most `longest` steps, ending at the next event of either kind.
    [[nodiscard]] Segment next(const Clock& clock, index_t longest) const;
    /// Numbers of the cadences that are due where the clock stands (after a segment, or at the start with step 0:
    /// those whose times include the start).
    [[nodiscard]] std::vector<int> due(const Clock& clock) const;
    [[nodiscard]] bool done(const Clock& clock) const { return clock.time >= end_; }
    [[nodiscard]] double end() const { return end_; }
    [[nodiscard]] double dt_max() const { return dt_max_; }

    /// Number of steps of the whole run, and of moments at which cadence `id` is due strictly inside it. Exact where
    /// the intervals can be counted in closed form (one periodic cadence), else walked up to `limit` intervals and
    /// extrapolated; for predictions.
    [[nodiscard]] double predict_steps(index_t limit = 100000) const;
    [[nodiscard]] double predict_moments(int id) const;

private:
    /// First event time of a cadence after t, infinity where there is none.
    [[nodiscard]] double next_time(const Cadence& c, double t) const;
    /// First event of any kind after t, the end at the latest.
    [[nodiscard]] double first_after(double t) const;
    /// The next event after t, the last of those that merge.
    [[nodiscard]] double next_event(double t) const;
    [[nodiscard]] bool falls_on(const Cadence& c, const Clock& clock) const;

    double start_, end_, dt_max_;
    std::vector<Cadence> cadences_;
    std::vector<double> kinks_;
};

} // namespace isotherm
