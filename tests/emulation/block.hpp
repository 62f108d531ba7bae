#pragma once

/// A GPU block on one CPU core: every thread of a block is a fiber, barriers and shuffles switch between them. So the
/// CUDA kernels' own sources run, and their index arithmetic, walls and barriers are tested, where there is no GPU.
/// What this cannot show: races between barriers (fibers run one after another), limits of a real device, speed.

#include <cstddef>
#include <cstdint>
#include <functional>

namespace isotherm::emulation {

struct Index {
    unsigned x = 0, y = 0, z = 0;
};

/// Runs `body` once for each of `threads` fibers, with thread_index() set. Throws std::logic_error when threads wait
/// for others that never come, and what `body` throws.
void run_block(unsigned threads, const std::function<void()>& body);

/// Of the running fiber.
[[nodiscard]] Index thread_index();
/// Waits for all threads of the block that have not ended.
void block_barrier();
/// Waits until `condition` holds, which other threads bring about.
void wait_until(const std::function<bool()>& condition);
/// Gives this lane's value and gets that of lane `source` (of the same warp; out of range: its own). Waits for all
/// lanes of the warp that have not ended.
[[nodiscard]] std::uint64_t exchange(std::uint64_t value, int source);

/// Asynchronous copies of this thread: they happen as late as they may.
void copy_later(void* to, const void* from, std::size_t bytes);
void end_copy_group();
void wait_for_copies(unsigned groups_left);

} // namespace isotherm::emulation
