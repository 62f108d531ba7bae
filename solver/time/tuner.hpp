#pragma once

/// Finds the best way to cut a grid for a kernel that takes several steps per pass, from the run's own first steps:
/// every cut gives the same bits, so trials are not lost work. What was found is kept in the user's cache directory per
/// machine, kernel and shape.

#include <string>
#include <vector>

#include "kernels/stencil/sweep.hpp"

namespace isotherm {

class Tuner {
public:
    Tuner() = default; ///< nothing to choose
    /// `cuts`: the best guess first. `key` names machine, kernel and shape. Where the cache knows it, nothing is tried.
    Tuner(std::vector<Blocking> cuts, std::string key);

    /// How to cut the coming steps, and how many of `left` to take that way.
    [[nodiscard]] Blocking blocking() const { return cuts_.empty() ? Blocking{} : cuts_[current_].blocking; }
    [[nodiscard]] index_t steps(index_t left) const;
    /// What that took. Few steps at a time tell nothing and are not counted; others add up until they are a trial.
    void record(index_t steps, double seconds);

    /// "8 steps per pass, tiles of 24 (tuned)", or nothing.
    [[nodiscard]] std::string text() const;

private:
    struct Cut {
        Blocking blocking;
        double seconds_per_step = 0; ///< the best so far; 0: not tried
    };
    enum class State { planned, trying, tuned, remembered };
    void finish();

    std::vector<Cut> cuts_;
    std::size_t current_ = 0;
    int round_ = 0;
    index_t trial_steps_ = 0; ///< of the current cut, in this round
    double trial_seconds_ = 0;
    State state_ = State::planned;
    std::string key_;
};

/// The file of the cache: $XDG_CACHE_HOME/isotherm/cuts, or in ~/.cache; empty where there is no home.
std::string tuning_cache();

} // namespace isotherm
