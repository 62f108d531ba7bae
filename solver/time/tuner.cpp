#include "solver/time/tuner.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace isotherm {
namespace {

constexpr int rounds = 2; ///< the first one also meets cold caches and clocks
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

Tuner::Tuner(std::vector<Blocking> cuts, std::string key) : key_(std::move(key)) {
    for (const Blocking& b : cuts) cuts_.push_back({b, 0});
    if (cuts_.size() < 2) return;
    const Blocking known = remembered(key_);
    state_ = known.depth > 0 ? State::remembered : State::trying;
    if (known.depth > 0) cuts_ = {{known, 0}};
}

index_t Tuner::steps(index_t left) const {
    if (state_ != State::trying) return left;
    const index_t wanted = passes_per_trial * cuts_[current_].blocking.depth;
    return left < wanted + shortest ? left : wanted; // no crumbs
}

void Tuner::record(index_t steps, double seconds) {
    if (state_ != State::trying || steps < shortest) return;
    Cut& cut = cuts_[current_];
    trial_steps_ += steps;
    trial_seconds_ += seconds;
    if (trial_steps_ < passes_per_trial * cut.blocking.depth) return;
    const double now = trial_seconds_ / static_cast<double>(trial_steps_);
    cut.seconds_per_step = cut.seconds_per_step == 0 ? now : std::min(cut.seconds_per_step, now);
    trial_steps_ = 0;
    trial_seconds_ = 0;
    if (++current_ < cuts_.size()) return;
    current_ = 0;
    if (++round_ == rounds) finish();
}

void Tuner::finish() {
    const auto faster = [](const Cut& a, const Cut& b) { return a.seconds_per_step < b.seconds_per_step; };
    cuts_ = {*std::min_element(cuts_.begin(), cuts_.end(), faster)};
    state_ = State::tuned;
    remember(key_, cuts_[0].blocking);
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
