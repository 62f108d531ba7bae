#pragma once

/// Finds the best way to cut a grid for a kernel that takes several steps per pass, from the run's own first steps:
/// every cut gives the same bits, so trials are not lost work. The planned cut is beaten by one that is clearly faster,
/// again and again, than the planned one just before it: the pace of a shared machine drifts by more than cuts differ,
/// so figures of different times tell nothing. One that is not is not tried again, so that trials cost little. What was
/// found is kept in the user's cache directory per machine, kernel and shape.

#include <string>
#include <vector>

#include "kernels/stencil/sweep.hpp"

namespace isotherm {

/// What makes a trial of a kind of device.
struct TrialRules {
    std::string guess;      ///< what the first cut is the best by, for people
    double shortest = 0;    ///< [s] of a trial
    double clearly = 0.95;  ///< of the time of the best so far: less has won
    bool rehearsed = false; ///< the first pass of a cut does not count: a GPU loads the kernel then
};

class Tuner {
public:
    Tuner() = default; ///< nothing to choose
    /// `cuts`: the best guess first. `key` names machine, kernel and shape. Where the cache knows it, nothing is tried.
    Tuner(std::vector<Blocking> cuts, std::string key, TrialRules rules = {});

    /// How to cut the coming steps, and how many of `left` to take that way.
    [[nodiscard]] Blocking blocking() const { return cuts_.empty() ? Blocking{} : cuts_[challenged_ ? 1 : 0]; }
    [[nodiscard]] index_t steps(index_t left) const;
    /// Whether anybody wants to know how long steps take: a device that works on its own must then be waited for.
    [[nodiscard]] bool trying() const { return state_ == State::trying; }
    /// What that took. Few steps at a time tell nothing and are not counted; others add up until they are a trial.
    void record(index_t steps, double seconds);

    /// "8 steps per pass, tiles of 24 (tuned: the quickest of 5)", or nothing.
    [[nodiscard]] std::string text() const;

private:
    enum class State { planned, trying, tuned, remembered };
    /// A trial of blocking() has ended.
    void judge(double seconds_per_step);
    /// Steps that are still wanted of this trial, in whole passes.
    [[nodiscard]] index_t wanted() const;

    std::vector<Blocking> cuts_; ///< the best so far, its challenger, those to come
    bool challenged_ = false;    ///< it is the challenger's turn
    int wins_ = 0;               ///< of the challenger
    double to_beat_ = 0;         ///< [s] per step of the best so far, just before
    index_t trial_steps_ = 0;    ///< of this turn
    double trial_seconds_ = 0;
    double pace_ = 0;        ///< [s] per step of the turn before; 0: none yet
    std::size_t many_ = 0;   ///< cuts at the start
    bool rehearsing_ = true; ///< blocking() has never been run
    TrialRules rules_;
    State state_ = State::planned;
    std::string key_;
};

/// The file of the cache: $XDG_CACHE_HOME/isotherm/cuts, or in ~/.cache; empty where there is no home.
std::string tuning_cache();

} // namespace isotherm
