#pragma once

#include <algorithm>
#include <vector>

#include "kernels/base/view.hpp"

namespace isotherm::bench {

inline constexpr double shortest_sample = 0.3; ///< [s] sustained, not a burst
inline constexpr int repeats = 5;
inline constexpr int enough = 3;          ///< samples, where they agree
inline constexpr double agreement = 0.01; ///< their spread then

/// Rates of repeated samples, in work units per second.
class Samples {
public:
    void add(double rate) { rates_.insert(std::upper_bound(rates_.begin(), rates_.end(), rate), rate); }
    [[nodiscard]] double median() const {
        const std::size_t n = rates_.size();
        return n == 0 ? 0.0 : 0.5 * (rates_[(n - 1) / 2] + rates_[n / 2]);
    }
    /// (largest - smallest) / median.
    [[nodiscard]] double spread() const { return rates_.empty() ? 0.0 : (rates_.back() - rates_.front()) / median(); }

    [[nodiscard]] bool suffice() const { return rates_.size() >= enough && spread() < agreement; }

    /// The same samples in another unit of work.
    [[nodiscard]] Samples scaled(double factor) const {
        Samples other = *this;
        for (double& rate : other.rates_) rate *= factor;
        return other;
    }

private:
    std::vector<double> rates_; ///< sorted
};

/// How many units of work make a sample of `shortest_sample`. `seconds(n)` does n units and says how long that took;
/// its first call is the warm-up.
template <class Seconds>
index_t calibrate(Seconds&& seconds) {
    seconds(1);
    index_t n = 1;
    for (double took = seconds(n); took < shortest_sample / 4; took = seconds(n))
        n = took > shortest_sample / 64 ? n * 4 : n * 16;
    const double took = seconds(n);
    return std::max<index_t>(1, static_cast<index_t>(static_cast<double>(n) * shortest_sample / took * 1.1));
}

/// Calibrates, then samples `repeats` times, or until the samples suffice.
template <class Seconds>
Samples sample(Seconds&& seconds) {
    const index_t n = calibrate(seconds);
    Samples samples;
    for (int i = 0; i < repeats && !samples.suffice(); ++i) samples.add(static_cast<double>(n) / seconds(n));
    return samples;
}

} // namespace isotherm::bench
