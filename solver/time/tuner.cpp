#include "solver/time/tuner.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace isotherm {
namespace {

constexpr double clearly = 0.95; ///< of the time that the other takes
constexpr int wins_needed = 3;   ///< in a row: one may be chance
constexpr index_t passes_per_trial = 2;
constexpr index_t shortest = 8; ///< steps at a time that tell anything

/// The cut that the cache holds for the key: the last line that names it, "KEY<tab>DEPTH WIDTH".
Blocking remembered(const std::string& key) {
    Blocking found;
    std::ifstream in(tuning_cache());
    for (std::string line; std::getline(in, line);) {
        if (line.compare(0, key.size(), key) != 0 || line.size() <= key.size() || line[key.size()] != '\t') continue;
        std::istringstream numbers(line.substr(key.size() + 1));
        Blocking b;
        if (numbers >> b.depth >> b.width && b.depth > 0 && b.width > 0) found = b;
    }
    return found;
}

/// A cache that cannot be written is none: the next run tunes again.
void remember(const std::string& key, const Blocking& b) {
    const std::filesystem::path file = tuning_cache();
    if (file.empty()) return;
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);
    std::ofstream(file, std::ios::app) << key + '\t' + std::to_string(b.depth) + ' ' + std::to_string(b.width) + '\n';
}

} // namespace

std::string tuning_cache() {
    if (const char* const cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/')
        return std::string(cache) + "/isotherm/cuts";
    if (const char* const home = std::getenv("HOME"); home != nullptr && *home == '/')
        return std::string(home) + "/.cache/isotherm/cuts";
    return {};
}

Tuner::Tuner(std::vector<Blocking> cuts, std::string key) : cuts_(std::move(cuts)), key_(std::move(key)) {
    if (cuts_.size() < 2) return;
    const Blocking known = remembered(key_);
    state_ = known.depth > 0 ? State::remembered : State::trying;
    if (known.depth > 0) cuts_ = {known};
}

index_t Tuner::steps(index_t left) const {
    if (state_ != State::trying) return left;
    const index_t wanted = passes_per_trial * blocking().depth;
    return left < wanted + shortest ? left : wanted; // no crumbs
}

void Tuner::record(index_t steps, double seconds) {
    if (state_ != State::trying || steps < shortest) return;
    trial_steps_ += steps;
    trial_seconds_ += seconds;
    if (trial_steps_ < passes_per_trial * blocking().depth) return;
    judge(trial_seconds_ / static_cast<double>(trial_steps_));
    trial_steps_ = 0;
    trial_seconds_ = 0;
}

void Tuner::judge(double seconds_per_step) {
    challenged_ = !challenged_;
    if (challenged_) {
        to_beat_ = seconds_per_step;
        return;
    }
    const bool won = seconds_per_step < clearly * to_beat_;
    if (won && ++wins_ < wins_needed) return;
    cuts_.erase(cuts_.begin() + (won ? 0 : 1));
    wins_ = 0;
    if (cuts_.size() > 1) return;
    state_ = State::tuned;
    remember(key_, cuts_[0]);
}

std::string Tuner::text() const {
    if (cuts_.empty()) return {};
    static constexpr const char* how[] = {"planned", "tuned during the first steps", "tuned",
                                          "tuned by an earlier run"};
    const Blocking b = blocking();
    return std::to_string(b.depth) + " steps per pass, tiles of " + std::to_string(b.width) + " (" +
           how[static_cast<int>(state_)] + ")";
}

} // namespace isotherm
