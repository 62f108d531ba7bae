/// How simulated time is cut: equal steps between events, events exact, nothing missed and nothing twice.

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "solver/time/schedule.hpp"

namespace isotherm::test {
namespace {

Cadence every(double period) { return {period, std::nullopt, {}}; }
Cadence every_steps(index_t n) { return {std::nullopt, n, {}}; }
Cadence at(std::vector<double> times) { return {std::nullopt, std::nullopt, std::move(times)}; }

/// A walk through a whole schedule: segments, and the moments at which each cadence was due.
struct Walk {
    std::vector<Segment> segments;
    std::map<int, std::vector<double>> due;
    std::map<int, std::vector<index_t>> due_steps;
    Clock clock;
};

Walk walk(const Schedule& schedule, index_t longest = index_t{1} << 40) {
    Walk w;
    const auto note = [&] {
        for (const int id : schedule.due(w.clock))
            w.due[id].push_back(w.clock.time), w.due_steps[id].push_back(w.clock.step);
    };
    note();
    while (!schedule.done(w.clock)) {
        w.segments.push_back(schedule.next(w.clock, longest));
        w.clock.advance(w.segments.back());
        note();
        if (w.segments.size() > 1000000) throw std::runtime_error("the schedule does not end");
    }
    return w;
}

std::set<double> step_lengths(const Walk& w) {
    std::set<double> lengths;
    for (const Segment& s : w.segments) lengths.insert(s.dt());
    return lengths;
}

TEST(Schedule, TwentySixSecondsInStepsOfFiveMillisecondsAre5200) {
    const Walk w = walk(Schedule(0, 26.0, 0.005));
    EXPECT_EQ(w.clock.step, 5200);
    EXPECT_EQ(w.clock.time, 26.0);
    EXPECT_EQ(w.segments.size(), 1U);
}

TEST(Schedule, TenthsToOneAreTenStepsAndEndExactly) {
    const Walk w = walk(Schedule(0, 1.0, 0.1));
    EXPECT_EQ(w.clock.step, 10);
    EXPECT_EQ(w.clock.time, 1.0);
}

TEST(Schedule, AnIntervalShorterThanTheStepIsOneStep) {
    const Walk w = walk(Schedule(0, 0.3, 7.0));
    EXPECT_EQ(w.clock.step, 1);
    EXPECT_EQ(w.segments[0].dt(), 0.3);
}

TEST(Schedule, NoStepIsLongerThanTheLargest) {
    for (const double dt : {0.03, 0.0301, 0.0299, 0.1, 0.7, 1.0 / 3}) {
        const Walk w = walk([&] {
            Schedule s(0, 10, dt);
            s.add(every(0.7));
            return s;
        }());
        for (const Segment& s : w.segments) EXPECT_LE(s.dt(), dt * (1 + 2e-9));
    }
}

TEST(Schedule, ThousandsOfEqualIntervalsGetEqualNumbersOfSteps) {
    for (const double dt_max : {0.01, 0.005, 0.0025, 0.003, 0.001}) {
        Schedule schedule(0, 50.0, dt_max);
        const int id = schedule.add(every(0.01));
        const Walk w = walk(schedule);
        ASSERT_EQ(w.segments.size(), 5000U) << dt_max;
        for (const Segment& s : w.segments) ASSERT_EQ(s.n, w.segments[0].n) << "dt_max " << dt_max << " at " << s.t_a;
        const std::vector<double>& due = w.due.at(id);
        ASSERT_EQ(due.size(), 5001U);
        for (std::size_t k = 0; k < due.size(); ++k)
            ASSERT_EQ(due[k], k == 5000 ? 50.0 : static_cast<double>(k) * 0.01);
    }
}

TEST(Schedule, EventTimesDoNotAccumulateRoundOff) {
    Schedule schedule(0, 1000.0, 1.0);
    const int id = schedule.add(every(0.1));
    const Walk w = walk(schedule);
    ASSERT_EQ(w.due.at(id).size(), 10001U);
    for (std::size_t k = 0; k < 10001; ++k) ASSERT_EQ(w.due.at(id)[k], static_cast<double>(k) * 0.1);
}

TEST(Schedule, EventsThatDifferByRoundOffAreOne) {
    Schedule schedule(0, 1.0, 1.0);
    const int tenths = schedule.add(every(0.1)), listed = schedule.add(at({0.3, 0.6, 0.7}));
    const Walk w = walk(schedule);
    EXPECT_EQ(w.segments.size(), 10U); // 3 * 0.1 is not 0.3
    EXPECT_EQ(w.due.at(tenths).size(), 11U);
    EXPECT_EQ(w.due.at(listed).size(), 3U);
    for (const Segment& s : w.segments) EXPECT_GT(s.dt(), 0.09);
}

TEST(Schedule, TheEndIsExactAlthoughAnEventIsARoundingErrorBeforeIt) {
    Schedule schedule(0, 0.3, 1.0); // 3 * 0.1 = 0.30000000000000004
    schedule.add(every(0.1));
    EXPECT_EQ(walk(schedule).clock.time, 0.3);
    EXPECT_EQ(walk(schedule).segments.size(), 3U);
    Schedule other(0, 0.7, 1.0); // 7 * 0.1 = 0.7000000000000001
    const int id = other.add(every(0.1));
    const Walk w = walk(other);
    EXPECT_EQ(w.clock.time, 0.7);
    EXPECT_EQ(w.due.at(id).size(), 8U);
}

TEST(Schedule, StepCadencesCutSegmentsButNeverChangeTheStep) {
    Schedule plain(0, 1.0, 0.013), cut(0, 1.0, 0.013);
    plain.add(every(0.25));
    cut.add(every(0.25));
    const int id = cut.add(every_steps(7));
    const Walk a = walk(plain), b = walk(cut);
    EXPECT_EQ(step_lengths(a), step_lengths(b));
    EXPECT_EQ(a.clock.step, b.clock.step);
    EXPECT_GT(b.segments.size(), a.segments.size());
    const std::vector<index_t>& due = b.due_steps.at(id);
    ASSERT_EQ(due.size(), static_cast<std::size_t>(b.clock.step / 7 + 1));
    for (std::size_t k = 0; k < due.size(); ++k) EXPECT_EQ(due[k], static_cast<index_t>(7 * k));
}

TEST(Schedule, LongestCutsSegmentsButChangesNothingElse) {
    Schedule schedule(0, 1.0, 0.013);
    const int id = schedule.add(every(0.25));
    const Walk whole = walk(schedule), cut = walk(schedule, 5);
    EXPECT_EQ(step_lengths(whole), step_lengths(cut));
    EXPECT_EQ(whole.due.at(id), cut.due.at(id));
    for (const Segment& s : cut.segments) EXPECT_LE(s.m, 5);
}

TEST(Schedule, NothingIsDueInTheMiddleOfAnInterval) {
    Schedule schedule(0, 1.0, 0.1);
    schedule.add(every(0.5));
    Clock clock;
    clock.advance(schedule.next(clock, 2));
    EXPECT_EQ(clock.j, 2);
    EXPECT_EQ(clock.n, 5);
    EXPECT_TRUE(schedule.due(clock).empty());
    const Segment rest = schedule.next(clock, 100);
    EXPECT_EQ(rest.t_a, 0.0);
    EXPECT_EQ(rest.t_b, 0.5);
    EXPECT_EQ(rest.j, 2);
    EXPECT_EQ(rest.m, 3);
    clock.advance(rest);
    EXPECT_EQ(clock.time, 0.5);
    EXPECT_EQ(schedule.due(clock), std::vector<int>{0});
}

TEST(Schedule, AClockTakenUpInTheMiddleGoesOnAsIfNothingHadHappened) {
    Schedule schedule(0, 3.0, 0.017);
    schedule.add(every(0.4));
    schedule.add(every_steps(11));
    const Walk whole = walk(schedule);
    for (const Segment& s : whole.segments) {
        Clock restored; // all that a restart keeps
        restored.t_a = s.t_a, restored.t_b = s.t_b, restored.n = s.n, restored.j = s.j;
        restored.time = s.time(s.j);
        restored.step = 0;
        if (s.j == 0) continue;
        const Segment next = schedule.next(restored, 1);
        EXPECT_EQ(next.t_b, s.t_b);
        EXPECT_EQ(next.dt(), s.dt());
        EXPECT_EQ(next.j, s.j);
    }
}

TEST(Schedule, KinksOfTablesBoundIntervalsAndNothingIsDueThere) {
    Schedule schedule(0, 10.0, 0.3);
    schedule.add_kinks({7.1, -3, 0, 2.05, 12.0});
    const Walk w = walk(schedule);
    std::set<double> ends;
    for (const Segment& s : w.segments) ends.insert(s.t_b);
    EXPECT_EQ(ends, (std::set<double>{2.05, 7.1, 10.0}));
    EXPECT_TRUE(w.due.empty());
}

TEST(Schedule, ListedTimesAreHitExactlyInAnyOrderAndThoseOutsideAreNot) {
    Schedule schedule(0, 5.0, 0.3);
    const int id = schedule.add(at({4.2, 1.1, 0.0, 5.0, 17.0, 1.7}));
    EXPECT_EQ(walk(schedule).due.at(id), (std::vector<double>{0.0, 1.1, 1.7, 4.2, 5.0}));
}

TEST(Schedule, ACadenceWithoutTimesIsNeverDue) {
    Schedule schedule(0, 1.0, 0.3);
    schedule.add({});
    EXPECT_TRUE(walk(schedule).due.empty());
}

TEST(Schedule, PredictionsAgreeWithTheWalk) {
    for (const double dt_max : {0.013, 0.4}) {
        Schedule schedule(0, 7.0, dt_max);
        const int a = schedule.add(every(0.3)), b = schedule.add(every_steps(7)),
                  c = schedule.add(at({0.0, 0.3, 2.2, 7.0}));
        schedule.add_kinks({1.0, 1.35});
        const Walk w = walk(schedule);
        EXPECT_EQ(schedule.predict_steps(), static_cast<double>(w.clock.step));
        const auto inside = [&](int id) { // moments other than the start and the end
            double count = 0;
            for (const double t : w.due.at(id)) count += t > 0 && t < 7.0 ? 1 : 0;
            return count;
        };
        for (const int id : {a, b, c}) EXPECT_EQ(schedule.predict_moments(id), inside(id)) << id;
    }
}

TEST(Schedule, AStretchThatIsTooLongIsCutIntoLikePieces) {
    Schedule schedule(0.0, 100.0, 1.0);
    schedule.add(every_steps(50));
    std::vector<index_t> lengths;
    for (const Segment& s : walk(schedule, 24).segments) lengths.push_back(s.m);
    EXPECT_EQ(lengths, (std::vector<index_t>{17, 17, 16, 17, 17, 16}));
}

} // namespace
} // namespace isotherm::test
