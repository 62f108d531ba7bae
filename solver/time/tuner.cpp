#include "solver/time/tuner.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

namespace isotherm {
namespace {

constexpr int wins_needed = 3; ///< in a row: one may be chance
constexpr index_t passes_per_trial = 2;
constexpr index_t shortest = 8; ///< steps at a time that tell anything

/// The cut that the cache holds for the key: the last line that names it, "KEY<tab>DEPTH WIDTH HEIGHT LENGTH PIECES".
Blocking remembered(const std::string& key) {
    Blocking found;
    std::ifstream in(tuning_cache());
    for (std::string line; std::getline(in, line);) {
        if (line.compare(0, key.size(), key) != 0 || line.size() <= key.size() || line[key.size()] != '\t') continue;
        std::istringstream numbers(line.substr(key.size() + 1));
        Blocking b;
        if (numbers >> b.depth >> b.width >> b.height >> b.length >> b.pieces) found = b;
    }
    return found;
}

/// A cache that cannot be written is none: the next run tunes again.
void remember(const std::string& key, const Blocking& b) {
    const std::filesystem::path file = tuning_cache();
    if (file.empty()) return;
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);
    std::ostringstream line; // written at once: runs may end together
    line << key << '\t' << b.depth << ' ' << b.width << ' ' << b.height << ' ' << b.length << ' ' << b.pieces << '\n';
    std::ofstream(file, std::ios::app) << line.str();
}

} // namespace

std::string tuning_cache() {
    if (const char* const cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/')
        return std::string(cache) + "/isotherm/cuts";
    if (const char* const home = std::getenv("HOME"); home != nullptr && *home == '/')
        return std::string(home) + "/.cache/isotherm/cuts";
    return {};
}

Tuner::Tuner(std::vector<Blocking> cuts, std::string key, TrialRules rules)
    : cuts_(std::move(cuts)), many_(cuts_.size()), rules_(std::move(rules)), key_(std::move(key)) {
    if (many_ < 2) return;
    const Blocking known = remembered(key_);
    const bool still = std::find(cuts_.begin(), cuts_.end(), known) != cuts_.end(); // kernels come and go
    state_ = still ? State::remembered : State::trying;
    if (still) cuts_ = {known};
}

index_t Tuner::wanted() const {
    const index_t depth = blocking().depth;
    if (rehearsing_ && rules_.rehearsed) return std::max(depth, shortest);
    const double pace = trial_steps_ > 0 ? trial_seconds_ / static_cast<double>(trial_steps_) : pace_;
    const index_t long_enough =
        pace > 0 ? static_cast<index_t>(std::min((rules_.shortest - trial_seconds_) / pace, 1e6)) : 0;
    return std::max(passes_per_trial, (long_enough + depth - 1) / depth) * depth;
}

index_t Tuner::steps(index_t left) const {
    if (!trying()) return left;
    const index_t n = wanted();
    return left < n + shortest ? left : n; // no crumbs
}

void Tuner::record(index_t steps, double seconds) {
    if (!trying() || steps < shortest) return;
    if (std::exchange(rehearsing_, false) && rules_.rehearsed) return;
    trial_steps_ += steps;
    trial_seconds_ += seconds;
    if (trial_steps_ < passes_per_trial * blocking().depth || trial_seconds_ < rules_.shortest) return;
    pace_ = trial_seconds_ / static_cast<double>(trial_steps_);
    trial_steps_ = 0;
    trial_seconds_ = 0;
    judge(pace_);
}

void Tuner::judge(double seconds_per_step) {
    challenged_ = !challenged_;
    if (challenged_) {
        to_beat_ = seconds_per_step;
        rehearsing_ = wins_ == 0;
        return;
    }
    const bool won = seconds_per_step < rules_.clearly * to_beat_;
    if (won && ++wins_ < wins_needed) return;
    cuts_.erase(cuts_.begin() + (won ? 0 : 1));
    wins_ = 0;
    if (cuts_.size() > 1) return;
    state_ = State::tuned;
    remember(key_, cuts_[0]);
}

std::string Tuner::text() const {
    if (cuts_.empty()) return {};
    const std::string of_all = "the quickest of " + std::to_string(many_), guess = rules_.guess;
    const std::string why[] = {"planned" + (guess.empty() ? guess : ": " + guess),
                               "tuned during the first steps" + (guess.empty() ? guess : ", begun with " + guess),
                               "tuned: " + of_all, "tuned by an earlier run: " + of_all};
    const Blocking b = blocking();
    std::ostringstream text;
    text << b.depth << " steps per pass, tiles of " << b.width;
    if (b.height > 0) text << " x " << b.height;
    if (b.pieces > 0) text << " in " << b.pieces << " pieces, the first of " << b.length << " planes";
    else if (b.length > 0) text << " in pieces of " << b.length;
    text << " (" << why[static_cast<int>(state_)] << ')';
    return text.str();
}

} // namespace isotherm
