#pragma once

/// How threads work on skewed tiles one behind the other, without a barrier: every tile of every pass has a counter of
/// the fronts it has finished, and whoever needs a tile's cells waits for its counter. Tiles are taken in order, so the
/// oldest unfinished one never waits for anybody.

#include "kernels/base/view.hpp"

namespace isotherm {

class Pipeline {
public:
    /// For passes of `tiles` tiles and at most `fronts` fronts each, worked on by `threads` threads.
    Pipeline(index_t tiles, index_t fronts, int threads);
    ~Pipeline();
    Pipeline(const Pipeline&) = delete;
    Pipeline& operator=(const Pipeline&) = delete;

    /// The next tile that nobody has taken: pass * tiles + tile.
    index_t take();
    /// Returns when the tile has finished `count` fronts. Spins a little, then lets others run, then sleeps.
    void wait(index_t pass, index_t tile, index_t count) const;
    /// Says that the tile has finished `count` fronts.
    void publish(index_t pass, index_t tile, index_t count);

private:
    struct alignas(64) Counter {
        index_t value = 0;
    };
    [[nodiscard]] Counter& counter(index_t pass, index_t tile) const;

    index_t tiles_, stride_, ring_;
    Counter next_;
    Counter* counters_; ///< of the last `ring_` passes: no more are under way at a time
};

} // namespace isotherm
