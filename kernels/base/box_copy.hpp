#pragma once

/// Copies of boxes within the memory of a device: cells of a field, rows of a wall.

#include <span>

#include "kernels/base/device.hpp"

namespace isotherm {

/// `rows` x `planes` pieces of `row_bytes` each. Pitches and planes are bytes from one piece to the next.
struct BoxCopy {
    const void* from = nullptr;
    void* to = nullptr;
    index_t row_bytes = 0, rows = 1, planes = 1;
    index_t from_pitch = 0, from_plane = 0, to_pitch = 0, to_plane = 0;
};

/// Makes them all, in no particular order, ordered on the device's stream. No two may touch what another one writes.
void copy_boxes(std::span<const BoxCopy> copies, const Device& device);

namespace cuda {
void copy_boxes(std::span<const BoxCopy> copies, const Device& device);
} // namespace cuda

} // namespace isotherm
