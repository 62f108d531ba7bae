/// box_copy.hpp on the GPU: one launch for many boxes, a thread per word. A launch takes as long as a small box.

#include "kernels/base/box_copy.hpp"

#include <algorithm>
#include <cstdint>

#include <cuda_runtime.h>

#include "kernels/base/cuda_check.hpp"

namespace isotherm::cuda {
namespace {

constexpr int block_threads = 256, most_copies = 24; ///< the latter: what fits into the arguments of a kernel

struct Batch {
    BoxCopy copies[most_copies];
};

template <class Word>
__device__ void copy_words(const BoxCopy& c, index_t first, index_t step) {
    const index_t width = c.row_bytes / static_cast<index_t>(sizeof(Word)), words = width * c.rows * c.planes;
    for (index_t w = first; w < words; w += step) {
        const index_t piece = w / width, row = piece % c.rows, plane = piece / c.rows;
        const char* const from = static_cast<const char*>(c.from) + row * c.from_pitch + plane * c.from_plane;
        char* const to = static_cast<char*>(c.to) + row * c.to_pitch + plane * c.to_plane;
        reinterpret_cast<Word*>(to)[w - piece * width] = reinterpret_cast<const Word*>(from)[w - piece * width];
    }
}

/// Whether addresses and lengths are multiples of 4 bytes.
__device__ bool has_words(const BoxCopy& c) {
    return ((reinterpret_cast<std::uintptr_t>(c.from) | reinterpret_cast<std::uintptr_t>(c.to) |
             static_cast<std::uintptr_t>(c.row_bytes | c.from_pitch | c.from_plane | c.to_pitch | c.to_plane)) %
            4) == 0;
}

__global__ void __launch_bounds__(block_threads) copy_batch(Batch batch) {
    const BoxCopy& c = batch.copies[blockIdx.y];
    const index_t first = index_t{blockIdx.x} * block_threads + threadIdx.x, step = index_t{gridDim.x} * block_threads;
    if (has_words(c)) copy_words<std::uint32_t>(c, first, step);
    else copy_words<std::uint8_t>(c, first, step);
}

} // namespace

void copy_boxes(std::span<const BoxCopy> copies, const Device& device) {
    while (!copies.empty()) {
        const std::size_t count = std::min<std::size_t>(copies.size(), most_copies);
        Batch batch{};
        index_t most = 0;
        for (std::size_t n = 0; n < count; ++n) {
            batch.copies[n] = copies[n];
            most = std::max(most, copies[n].row_bytes * copies[n].rows * copies[n].planes / 4);
        }
        const index_t blocks = std::clamp<index_t>((most + block_threads - 1) / block_threads, 1, 4096);
        const dim3 grid(static_cast<unsigned>(blocks), static_cast<unsigned>(count));
        copy_batch<<<grid, block_threads, 0, stream_of(device.stream)>>>(batch);
        check(cudaGetLastError(), "copying boxes of cells");
        copies = copies.subspan(count);
    }
}

} // namespace isotherm::cuda
