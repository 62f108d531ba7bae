#include "tests/emulation/block.hpp"

#include <algorithm>
#include <csetjmp>
#include <cstring>
#include <deque>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <ucontext.h>

namespace isotherm::emulation {
namespace {

constexpr std::size_t stack_bytes = 128 * 1024;
constexpr unsigned warp_size = 32;

struct Copy {
    void* to;
    const void* from;
    std::size_t bytes;
};

enum class State { ready, at_block_barrier, at_warp_barrier, at_condition, ended };

struct Fiber {
    std::unique_ptr<char[]> stack = std::make_unique<char[]>(stack_bytes);
    ucontext_t start{};
    std::jmp_buf place{};
    bool started = false;
    State state = State::ready;
    const std::function<bool()>* condition = nullptr;
    unsigned exchanges = 0;
    std::vector<Copy> open_group;
    std::deque<std::vector<Copy>> groups;
};

struct Warp {
    std::uint64_t values[2][warp_size] = {};
};

std::vector<Fiber> fibers; // kept from block to block, with their stacks
std::vector<Warp> warps;
unsigned n_threads = 0, current = 0;
const std::function<void()>* block_body = nullptr;
std::exception_ptr failure;
std::jmp_buf scheduler;

Fiber& self() { return fibers[current]; }

void fiber_main() {
    try {
        (*block_body)();
    } catch (...) {
        failure = std::current_exception();
    }
    self().state = State::ended;
    longjmp(scheduler, 1);
}

// Contexts are made with ucontext and switched with setjmp, which asks nothing of the operating system.
__attribute__((noinline)) void resume(unsigned n) {
    current = n;
    if (setjmp(scheduler) != 0) return;
    Fiber& fiber = fibers[n];
    if (fiber.started) longjmp(fiber.place, 1);
    fiber.started = true;
    getcontext(&fiber.start);
    fiber.start.uc_stack.ss_sp = fiber.stack.get();
    fiber.start.uc_stack.ss_size = stack_bytes;
    fiber.start.uc_link = nullptr;
    makecontext(&fiber.start, fiber_main, 0);
    setcontext(&fiber.start);
}

__attribute__((noinline)) void wait_in(State state) {
    self().state = state;
    if (setjmp(self().place) == 0) longjmp(scheduler, 1);
}

/// Makes fibers first .. last - 1 ready if all that have not ended wait in `state`.
bool release(unsigned first, unsigned last, State state) {
    bool any = false;
    for (unsigned n = first; n < last; ++n) {
        if (fibers[n].state == State::ended) continue;
        if (fibers[n].state != state) return false;
        any = true;
    }
    for (unsigned n = first; n < last; ++n)
        if (fibers[n].state == state) fibers[n].state = State::ready;
    return any;
}

/// Makes a fiber ready whose condition holds.
bool release_if_true(Fiber& fiber) {
    if (fiber.state != State::at_condition || !(*fiber.condition)()) return false;
    fiber.state = State::ready;
    return true;
}

void run(const Copy& copy) { std::memcpy(copy.to, copy.from, copy.bytes); }

} // namespace

void run_block(unsigned threads, const std::function<void()>& body) {
    n_threads = threads;
    while (fibers.size() < threads) fibers.emplace_back();
    warps.assign((threads + warp_size - 1) / warp_size, {});
    block_body = &body;
    failure = nullptr;
    for (unsigned n = 0; n < threads; ++n) {
        Fiber& fiber = fibers[n];
        fiber.started = false, fiber.state = State::ready, fiber.exchanges = 0;
        fiber.open_group.clear(), fiber.groups.clear();
    }
    for (bool progress = true; progress;) {
        progress = false;
        for (unsigned n = 0; n < threads && !failure; ++n)
            if (fibers[n].state == State::ready) resume(n), progress = true;
        if (failure) std::rethrow_exception(failure);
        for (unsigned first = 0; first < threads; first += warp_size)
            progress |= release(first, std::min(first + warp_size, threads), State::at_warp_barrier);
        progress |= release(0, threads, State::at_block_barrier);
        for (unsigned n = 0; n < threads; ++n) progress |= release_if_true(fibers[n]);
    }
    for (unsigned n = 0; n < threads; ++n)
        if (fibers[n].state != State::ended)
            throw std::logic_error("emulated block: thread " + std::to_string(n) +
                                   " waits at a barrier that others never reach");
}

Index thread_index() { return {current, 0, 0}; }

void block_barrier() { wait_in(State::at_block_barrier); }

void wait_until(const std::function<bool()>& condition) {
    if (condition()) return;
    self().condition = &condition;
    wait_in(State::at_condition);
}

std::uint64_t exchange(std::uint64_t value, int source) {
    const unsigned lane = current % warp_size, turn = self().exchanges++ % 2;
    Warp& warp = warps[current / warp_size];
    warp.values[turn][lane] = value;
    wait_in(State::at_warp_barrier);
    const bool there = source >= 0 && source < static_cast<int>(warp_size);
    return warp.values[turn][there ? static_cast<unsigned>(source) : current % warp_size];
}

void copy_later(void* to, const void* from, std::size_t bytes) { self().open_group.push_back({to, from, bytes}); }

void end_copy_group() {
    self().groups.push_back(std::move(self().open_group));
    self().open_group.clear();
}

void wait_for_copies(unsigned groups_left) {
    while (self().groups.size() > groups_left) {
        for (const Copy& copy : self().groups.front()) run(copy);
        self().groups.pop_front();
    }
}

} // namespace isotherm::emulation
