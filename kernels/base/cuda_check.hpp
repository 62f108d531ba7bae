#pragma once

/// Checks of CUDA calls: every call and every launch goes through one of these. Only for .cu files.

#include <source_location>
#include <string>

#include <cuda_runtime_api.h>

#include "kernels/base/error.hpp"

namespace isotherm::cuda {

/// Throws DeviceError with what was being done, what CUDA said, and where in the source.
inline void check(cudaError_t result, const char* doing,
                  const std::source_location& at = std::source_location::current()) {
    if (result == cudaSuccess) return;
    cudaGetLastError(); // an error that is not sticky must not be reported twice
    throw DeviceError(std::string("CUDA failed while ") + doing + ": " + cudaGetErrorString(result) + " (" +
                      cudaGetErrorName(result) + ", " + at.file_name() + ":" + std::to_string(at.line()) +
                      "); compute.backend: cpu runs without the GPU");
}

inline cudaStream_t stream_of(void* stream) { return static_cast<cudaStream_t>(stream); }

} // namespace isotherm::cuda
