#pragma once

#include "cuda_runtime.h"

/// The copies happen when somebody waits for them, so that a missing wait is seen.
inline void __pipeline_memcpy_async(void* to, const void* from, std::size_t bytes) {
    if (reinterpret_cast<std::uintptr_t>(to) % bytes != 0 || reinterpret_cast<std::uintptr_t>(from) % bytes != 0)
        throw std::logic_error("emulated block: an asynchronous copy is not aligned");
    isotherm::emulation::copy_later(to, from, bytes);
}
inline void __pipeline_commit() { isotherm::emulation::end_copy_group(); }
inline void __pipeline_wait_prior(unsigned groups) { isotherm::emulation::wait_for_copies(groups); }
