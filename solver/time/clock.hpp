#pragma once

#include <cmath>

#include "kernels/base/view.hpp"

namespace isotherm {

/// m equal steps out of the n that lie between two simulated-time events t_a and t_b, beginning with step j.
/// Step j starts at t_a + (j / n) (t_b - t_a); the last one ends exactly at t_b.
struct Segment {
    double t_a = 0, t_b = 0;
    index_t n = 1, j = 0, m = 1;

    [[nodiscard]] double dt() const { return (t_b - t_a) / static_cast<double>(n); }
    /// Start of step `step` of the interval (0 .. n).
    [[nodiscard]] double time(index_t step) const {
        if (step == n) return t_b;
        return t_a + static_cast<double>(step) / static_cast<double>(n) * (t_b - t_a);
    }
    [[nodiscard]] double end_time() const { return time(j + m); }
    /// Whether the other one goes on in the same interval where this one ends.
    [[nodiscard]] bool goes_on_in(const Segment& next) const {
        return t_a == next.t_a && t_b == next.t_b && n == next.n && j + m == next.j;
    }
};

/// Where a run stands. (t_a, t_b, n, j) is the part of a restart that keeps the partition of time.
struct Clock {
    double t_a = 0, t_b = 0; ///< current interval between simulated-time events
    index_t n = 0, j = 0;    ///< its steps, and how many are done; n = 0: none begun
    double time = 0;         ///< [s]
    index_t step = 0;        ///< since the start
    double dt = 0;           ///< [s] of the last step, 0 before the first

    void advance(const Segment& s) {
        t_a = s.t_a, t_b = s.t_b, n = s.n, j = s.j + s.m;
        time = s.end_time();
        step += s.m;
        dt = s.dt();
    }
};

/// Number of equal steps for an interval: no step longer than dt_max, and equal intervals get equal numbers although
/// their ends carry round-off.
inline index_t steps_for(double interval, double dt_max) {
    const double n = std::ceil(interval / dt_max * (1 - 1e-9));
    return n < 1 ? 1 : static_cast<index_t>(n);
}

} // namespace isotherm
