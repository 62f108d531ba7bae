/// Random cadences, some of them a rounding error apart: every event of every cadence is due once, at its time, and no
/// step is longer than allowed.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "solver/time/schedule.hpp"
#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

/// The moments that a cadence names in [0, end], duplicates merged; step cadences have none.
std::vector<double> events_of(const Cadence& c, double end) {
    std::vector<double> all;
    if (c.every)
        for (double k = 0; k * *c.every <= end * (1 + 1e-12); ++k) all.push_back(k * *c.every);
    for (const double t : c.times)
        if (t >= 0 && t <= end) all.push_back(t);
    std::sort(all.begin(), all.end());
    return all;
}

Cadence random_cadence(double end, Dice& dice) {
    const double rough = end / dice.between(0.5, 40);
    switch (dice.whole(0, 4)) {
    case 0: return {rough, std::nullopt, {}};
    case 1: return {end / static_cast<double>(dice.whole(1, 50)), std::nullopt, {}}; // divides the end
    case 2: return {0.1 * static_cast<double>(dice.whole(1, 9)), std::nullopt, {}};  // many coincide with each other
    case 3: return {std::nullopt, dice.whole(1, 30), {}};
    default: break;
    }
    Cadence listed;
    for (index_t i = dice.whole(1, 12); i > 0; --i) {
        double t = dice.whole(0, 1) == 0 ? dice.between(0, end)
                                         : 0.1 * static_cast<double>(dice.whole(0, static_cast<index_t>(end * 10)));
        if (dice.whole(0, 3) == 0) t *= 1 + dice.between(-1, 1) * std::pow(10, -dice.between(8, 16)); // nearly the same
        listed.times.push_back(t);
    }
    return listed;
}

/// Each event has a moment beside it, each moment an event, and moments are distinct.
void expect_each_once(const Cadence& cadence, const std::vector<double>& moments, double end, double tolerance) {
    const std::vector<double> events = events_of(cadence, end);
    const std::vector<double> with_end =
        events_of(cadence, end + tolerance); // a listed time just behind the end is the end
    const auto has = [&](const std::vector<double>& all, double t) {
        return std::any_of(all.begin(), all.end(), [&](double at) { return std::abs(at - t) <= tolerance; });
    };
    for (const double t : events) ASSERT_TRUE(has(moments, t)) << "missed " << t;
    for (const double t : moments) ASSERT_TRUE(has(with_end, t)) << "invented " << t;
    ASSERT_EQ(std::adjacent_find(moments.begin(), moments.end()), moments.end()) << "due twice";
    ASSERT_TRUE(!cadence.every || moments.size() == events.size()) << moments.size() << " of " << events.size();
}

TEST(RandomSchedule, EveryEventIsDueOnceAndNoneIsInvented) {
    Dice dice;
    for (int draw = 0; draw < 3000; ++draw) {
        const double end = dice.whole(0, 1) == 0 ? dice.between(1, 20) : static_cast<double>(dice.whole(1, 20));
        const double dt_max = end / dice.between(0.5, 300);
        Schedule schedule(0, end, dt_max);
        std::vector<Cadence> cadences;
        for (index_t i = dice.whole(1, 4); i > 0; --i) {
            cadences.push_back(random_cadence(end, dice));
            schedule.add(cadences.back());
        }
        std::vector<std::vector<double>> due(cadences.size());
        Clock clock;
        const auto note = [&] {
            for (const int id : schedule.due(clock)) due[static_cast<std::size_t>(id)].push_back(clock.time);
        };
        note();
        double longest_interval = 0;
        for (int guard = 0; !schedule.done(clock); ++guard) {
            ASSERT_LT(guard, 100000) << "draw " << draw;
            const Segment s = schedule.next(clock, dice.whole(1, 1000));
            ASSERT_GE(s.m, 1);
            ASSERT_LE(s.j + s.m, s.n);
            ASSERT_LE(s.dt(), dt_max * (1 + 2e-9));
            ASSERT_GT(s.end_time(), clock.time);
            longest_interval = std::max(longest_interval, s.t_b - s.t_a);
            clock.advance(s);
            note();
        }
        ASSERT_EQ(clock.time, end);
        for (std::size_t c = 0; c < cadences.size(); ++c) {
            if (cadences[c].steps) {
                ASSERT_EQ(static_cast<index_t>(due[c].size()), clock.step / *cadences[c].steps + 1) << "draw " << draw;
                continue;
            }
            // Events merge over 1e-9 of an interval, and a few can do so in a chain.
            const double tolerance = 1e-8 * longest_interval + 1e-14 * end;
            ASSERT_NO_FATAL_FAILURE(expect_each_once(cadences[c], due[c], end, tolerance)) << "draw " << draw;
        }
    }
}

TEST(RandomSchedule, TheStepDependsOnTimeEventsAlone) {
    Dice dice;
    for (int draw = 0; draw < 200; ++draw) {
        const double end = dice.between(1, 20), dt_max = end / dice.between(5, 300);
        Schedule plain(0, end, dt_max), busy(0, end, dt_max);
        const Cadence timed{end / dice.between(1, 9), std::nullopt, {}};
        plain.add(timed);
        busy.add(timed);
        busy.add({std::nullopt, dice.whole(1, 20), {}});
        std::vector<double> plain_times, busy_times;
        for (auto& [schedule, times] : {std::pair{&plain, &plain_times}, {&busy, &busy_times}}) {
            Clock clock;
            while (!schedule->done(clock)) {
                clock.advance(schedule->next(clock, 1));
                times->push_back(clock.time);
            }
        }
        ASSERT_EQ(plain_times, busy_times);
    }
}

} // namespace
} // namespace isotherm::test
