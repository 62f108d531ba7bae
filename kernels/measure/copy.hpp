#pragma once

#include "kernels/base/device.hpp"

namespace isotherm {

/// Seconds that `times` copies of `bytes` bytes from one block of the device's memory to another take: the yardstick of
/// every kernel that makes one pass over memory. All threads of the device copy, each its own part.
double copy_seconds(const Device& device, void* to, const void* from, index_t bytes, index_t times);

} // namespace isotherm
