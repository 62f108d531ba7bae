/// How the way to cut a grid is found, and remembered from run to run.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

#include <gtest/gtest.h>
#include <unistd.h>

#include "solver/time/tuner.hpp"
#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

/// A cache directory of its own for a test.
class TunerTest : public testing::Test {
protected:
    TunerTest() {
        folder_ = std::filesystem::temp_directory_path() / ("isotherm_tuner_" + std::to_string(getpid()));
        std::filesystem::create_directories(folder_);
        if (const char* const old = std::getenv("XDG_CACHE_HOME")) old_ = old;
        setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
    }
    ~TunerTest() override {
        std::filesystem::remove_all(folder_);
        if (old_.empty()) unsetenv("XDG_CACHE_HOME");
        else setenv("XDG_CACHE_HOME", old_.c_str(), 1);
    }
    /// Goes through all trials; cut `best` takes half the time of the others.
    static void try_all(Tuner& tuner, index_t best) {
        for (int trial = 0; trial < 100; ++trial) {
            const index_t n = tuner.steps(1000);
            tuner.record(n, static_cast<double>(n) * (tuner.blocking().depth == best ? 1.0 : 2.0));
        }
    }
    std::filesystem::path folder_;
    std::string old_;
};

const std::vector<Blocking> three{{8, 16}, {12, 16}, {16, 8}};

TEST_F(TunerTest, the_fastest_cut_is_kept) {
    for (const index_t best : {8, 12, 16}) {
        Tuner tuner(three, "grid " + std::to_string(best));
        EXPECT_EQ(tuner.blocking().depth, 8);
        EXPECT_EQ(tuner.steps(1000), 16);
        try_all(tuner, best);
        EXPECT_EQ(tuner.blocking().depth, best);
        EXPECT_EQ(tuner.steps(1000), 1000);
        EXPECT_NE(tuner.text().find("(tuned: the quickest of 3)"), std::string::npos) << tuner.text();
    }
}

TEST_F(TunerTest, a_cut_that_is_slower_once_is_not_tried_again) {
    Tuner tuner(three, "slow");
    index_t steps[17] = {};
    for (int trial = 0; trial < 100; ++trial) {
        const index_t n = tuner.steps(1000), depth = tuner.blocking().depth;
        if (n < 1000) steps[depth] += n;
        tuner.record(n, static_cast<double>(n) * (depth == 8 ? 1.0 : 1.1));
    }
    EXPECT_EQ(steps[12], 24); // two passes each
    EXPECT_EQ(steps[16], 32);
    EXPECT_EQ(tuner.blocking().depth, 8);
}

TEST_F(TunerTest, a_cut_must_be_clearly_and_repeatedly_faster_than_the_planned_one) {
    const auto winner = [&](const std::string& key, const std::function<double(int)>& seconds_of_16) {
        Tuner tuner({{8, 16}, {16, 8}}, key);
        for (int trial = 0, turn = 0; trial < 100; ++trial) {
            const index_t n = tuner.steps(1000);
            tuner.record(n, static_cast<double>(n) * (tuner.blocking().depth == 16 ? seconds_of_16(turn++) : 1.0));
        }
        return tuner.blocking().depth;
    };
    EXPECT_EQ(winner("hardly", [](int) { return 0.97; }), 8);
    EXPECT_EQ(winner("twice", [](int turn) { return turn < 2 ? 0.5 : 1.0; }), 8);
    EXPECT_EQ(winner("always", [](int) { return 0.9; }), 16);
}

TEST_F(TunerTest, a_machine_that_becomes_faster_or_slower_makes_no_winner) {
    for (const double drift : {0.97, 1.03}) {
        Tuner tuner(three, "drift " + std::to_string(drift));
        double pace = 1;
        for (int trial = 0; trial < 100; ++trial) {
            const index_t n = tuner.steps(1000);
            tuner.record(n, static_cast<double>(n) * (pace *= drift));
        }
        EXPECT_EQ(tuner.blocking().depth, 8);
    }
}

TEST_F(TunerTest, the_next_run_tries_nothing) {
    Tuner first(three, "this grid");
    try_all(first, 12);
    const Tuner second(three, "this grid"), other(three, "that grid");
    EXPECT_EQ(second.blocking().depth, 12);
    EXPECT_EQ(second.steps(1000), 1000);
    EXPECT_EQ(other.steps(1000), 16);
}

TEST_F(TunerTest, segments_too_short_for_a_trial_are_not_counted) {
    Tuner tuner(three, "short");
    for (int segment = 0; segment < 100; ++segment) tuner.record(tuner.steps(3), 1e-9);
    EXPECT_EQ(tuner.blocking().depth, 8);
    EXPECT_EQ(tuner.steps(1000), 16);
}

TEST_F(TunerTest, segments_shorter_than_a_pass_add_up_to_a_trial) {
    Tuner tuner(three, "segments");
    for (int segment = 0; segment < 100; ++segment) {
        const index_t n = tuner.steps(10);
        tuner.record(n, static_cast<double>(n) * (tuner.blocking().depth == 16 ? 1.0 : 2.0));
    }
    EXPECT_EQ(tuner.blocking().depth, 16);
    EXPECT_EQ(tuner.steps(10), 10);
    EXPECT_NE(tuner.text().find("(tuned: the quickest of 3)"), std::string::npos) << tuner.text();
}

TEST_F(TunerTest, a_damaged_cache_is_as_good_as_none) {
    std::filesystem::create_directories(folder_ / "isotherm");
    std::ofstream(folder_ / "isotherm" / "cuts") << "grid\t\ngrid\t-1 5\ngrid\tx y\n\ngrid";
    EXPECT_EQ(Tuner(three, "grid").steps(1000), 16);
    std::filesystem::remove_all(folder_ / "isotherm");
    std::ofstream(folder_ / "isotherm") << "a file where the directory should be";
    Tuner tuner(three, "grid");
    try_all(tuner, 16);
    EXPECT_EQ(tuner.blocking().depth, 16);
}

TEST_F(TunerTest, trials_on_a_gpu_are_long_enough_and_do_not_count_the_first_pass_of_a_cut) {
    const std::vector<Blocking> cuts{{4, 64, 64, 128}, {4, 128, 32, 128, 4}};
    Tuner tuner(cuts, "gpu", {"", 5e-3, 0.98, true});
    constexpr double pace = 1e-4; // s per step
    index_t first_runs[2] = {};
    double total = 0;
    while (tuner.trying()) {
        const index_t n = tuner.steps(100000);
        const bool second = tuner.blocking() == cuts[1];
        const double load = first_runs[second]++ == 0 ? 1.0 : 0.0; // the kernel is loaded
        const double took = static_cast<double>(n) * pace * (second ? 0.97 : 1.0) + load;
        total += took - load;
        tuner.record(n, took);
        ASSERT_LT(total, 0.2);
    }
    EXPECT_EQ(tuner.blocking(), cuts[1]);
    EXPECT_GE(total, 6 * 5e-3); // three of each
    EXPECT_NE(tuner.text().find("tiles of 128 x 32 in 4 pieces, the first of 128 planes"), std::string::npos)
        << tuner.text();
    EXPECT_EQ(Tuner(cuts, "gpu").blocking(), cuts[1]);
}

TEST_F(TunerTest, a_remembered_cut_that_is_none_any_more_is_forgotten) {
    Tuner first(three, "this grid");
    try_all(first, 12);
    const std::vector<Blocking> others{{8, 16}, {12, 32}};
    EXPECT_TRUE(Tuner(others, "this grid").trying());
    EXPECT_FALSE(Tuner(three, "this grid").trying());
}

TEST_F(TunerTest, tuning_changes_no_bit_of_a_run) {
    CaseSpec spec = plain_case({200, 120, 60}, {1.0, 1.0, 1.0}, 0.3);
    spec.walls.fill(DirichletWall{1.0});
    const auto run_with = [&](bool tune) {
        spec.compute.tune = tune;
        Assembly run(spec, cpu_device(2));
        run_steps(run, 150, run.schedule().dt_max());
        return std::pair(temperatures(run), run.diagnostics().heat);
    };
    const auto off = run_with(false), on = run_with(true);
    EXPECT_EQ(off, on);
}

} // namespace
} // namespace isotherm::test
