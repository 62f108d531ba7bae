#include "kernels/stencil/cpu/pipeline.hpp"

#include <ctime>

#include <sched.h>

namespace isotherm {
namespace {

/// A neighbour's next front is usually finished within microseconds; a thread that waits longer shares its core.
constexpr int spins = 2000, yields = 20;
constexpr long nap = 50'000; // ns

void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

} // namespace

// A pass is under way while one of its tiles is taken and unfinished. Passes end in order, and there are not more
// unfinished tiles than threads, so a counter of pass p is free again for pass p + threads + 1.
Pipeline::Pipeline(index_t tiles, index_t fronts, int threads)
    : tiles_(tiles), stride_(fronts + 1), ring_(threads + 2),
      counters_(new Counter[static_cast<std::size_t>(tiles * ring_)]) {}

Pipeline::~Pipeline() { delete[] counters_; }

Pipeline::Counter& Pipeline::counter(index_t pass, index_t tile) const {
    return counters_[pass % ring_ * tiles_ + tile];
}

index_t Pipeline::take() { return __atomic_fetch_add(&next_.value, 1, __ATOMIC_RELAXED); }

void Pipeline::wait(index_t pass, index_t tile, index_t count) const {
    const index_t* const value = &counter(pass, tile).value;
    const index_t wanted = pass * stride_ + count;
    for (int turn = 0; __atomic_load_n(value, __ATOMIC_ACQUIRE) < wanted; ++turn) {
        if (turn < spins) {
            pause();
        } else if (turn < spins + yields) {
            sched_yield();
        } else {
            const timespec time{0, nap};
            nanosleep(&time, nullptr);
        }
    }
}

void Pipeline::publish(index_t pass, index_t tile, index_t count) {
    __atomic_store_n(&counter(pass, tile).value, pass * stride_ + count, __ATOMIC_RELEASE);
}

} // namespace isotherm
