#pragma once

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "kernels/base/device.hpp"
#include "kernels/base/device_cuda.hpp"

namespace isotherm::parity {

/// The device that tests of a backend run on. Where there is none, `why_none` says why.
inline Device device_for_test(Backend backend, std::string& why_none) {
    if (backend == Backend::cpu) return cpu_device(2);
    static const std::vector<std::string> gpus = cuda::devices(&why_none);
    if (gpus.empty()) {
        if (why_none.empty()) cuda::devices(&why_none);
        return {};
    }
    static const Device gpu = cuda::open(0);
    return gpu;
}

/// Skips a test with its reason; with ISOTHERM_REQUIRE_GPU=1 in the environment that is a failure.
inline void skip_or_fail(const std::string& why) {
    const char* const required = std::getenv("ISOTHERM_REQUIRE_GPU");
    if (required != nullptr && std::string(required) == "1") FAIL() << "a GPU is required here: " << why;
    GTEST_SKIP() << why;
}

} // namespace isotherm::parity
