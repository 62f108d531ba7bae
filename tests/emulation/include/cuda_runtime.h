#pragma once

/// Stands in for the CUDA header of this name where kernels are compiled for an emulated block (tests/emulation/block.hpp):
/// the words of the language, and the few calls of the runtime that the kernels' host side makes.

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <source_location>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tests/emulation/block.hpp"

#define __host__
#define __device__
#define __global__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __grid_constant__
#define __shared__ thread_local // one for all fibers, and it may be declared extern
#define __align__(n) __attribute__((aligned(n)))

using isotherm::emulation::Index;
struct dim3 {
    unsigned x = 1, y = 1, z = 1;
};
inline Index blockIdx;
inline dim3 blockDim, gridDim;
#define threadIdx (isotherm::emulation::thread_index())

inline void __syncthreads() { isotherm::emulation::block_barrier(); }
inline void __syncwarp(unsigned = 0) { (void)isotherm::emulation::exchange(0, 0); }

template <class T>
T shuffle(T value, int source) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    bits = isotherm::emulation::exchange(bits, source);
    std::memcpy(&value, &bits, sizeof value);
    return value;
}
/// Lanes in groups of `width`; beyond the group's ends a lane gets its own value.
template <class T>
T __shfl_up_sync(unsigned, T value, unsigned by, unsigned width = 32) {
    const unsigned lane = threadIdx.x % 32;
    return shuffle(value, static_cast<int>(lane % width < by ? lane : lane - by));
}
template <class T>
T __shfl_down_sync(unsigned, T value, unsigned by, unsigned width = 32) {
    const unsigned lane = threadIdx.x % 32;
    return shuffle(value, static_cast<int>(lane % width + by >= width ? lane : lane + by));
}
template <class T>
T __shfl_sync(unsigned, T value, int from) {
    return shuffle(value, from);
}

struct alignas(16) float4 {
    float x, y, z, w;
};
struct alignas(16) double2 {
    double x, y;
};
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
inline double2 make_double2(double x, double y) { return {x, y}; }

/// Memory accesses of a GPU must lie on their own size.
template <class T>
const T* aligned(const T* p) {
    if (reinterpret_cast<std::uintptr_t>(p) % alignof(T) != 0)
        throw std::logic_error("emulated block: an access is not aligned");
    return p;
}
template <class T>
T __ldg(const T* p) {
    T value;
    std::memcpy(&value, aligned(p), sizeof value);
    return value;
}
template <class T>
void __stcs(T* p, const T& value) {
    std::memcpy(const_cast<T*>(aligned(p)), &value, sizeof value);
}

using cudaError_t = int;
using cudaStream_t = void*;
inline constexpr cudaError_t cudaSuccess = 0;
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline const char* cudaGetErrorString(cudaError_t) { return ""; }
inline const char* cudaGetErrorName(cudaError_t) { return ""; }

enum cudaLaunchAttributeID { cudaLaunchAttributeProgrammaticStreamSerialization, cudaLaunchAttributeCooperative };
struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    struct {
        int programmaticStreamSerializationAllowed, cooperative;
    } val;
};
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    std::size_t dynamicSmemBytes = 0;
    cudaStream_t stream = nullptr;
    cudaLaunchAttribute* attrs = nullptr;
    unsigned numAttrs = 0;
};

/// Where kernels find their dynamic shared memory (`extern __shared__`), in the kernels' own namespace.
namespace isotherm::cuda {
alignas(1024) inline thread_local unsigned char shared_bytes[227 * 1024];
}

template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...), Arguments&&... arguments) {
    if (config->dynamicSmemBytes > sizeof isotherm::cuda::shared_bytes) return 1;
    gridDim = config->gridDim, blockDim = config->blockDim;
    for (unsigned block = 0; block < gridDim.x; ++block) {
        blockIdx = {block, 0, 0};
        std::memset(isotherm::cuda::shared_bytes, 0xff, config->dynamicSmemBytes); // not a number, until it is written
        isotherm::emulation::run_block(blockDim.x, [&] { kernel(arguments...); });
    }
    return cudaSuccess;
}

using std::max;
using std::min;

/// A small device, so that small grids are cut into several marches and tiles.
inline thread_local int shared_limit = 48 * 1024, gpu_generation_here = 9;
/// The smallest: it holds a block, which needs to wait for no other one.
inline thread_local bool one_block_here = false;
struct OneBlock {
    OneBlock() { one_block_here = true; }
    ~OneBlock() { one_block_here = false; }
};
inline cudaError_t cudaGetDevice(int* device) { return *device = 0; }
enum cudaDeviceAttr {
    cudaDevAttrMultiProcessorCount,
    cudaDevAttrMaxSharedMemoryPerBlockOptin,
    cudaDevAttrCooperativeLaunch,
    cudaDevAttrComputeCapabilityMajor
};
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
    *value = attribute == cudaDevAttrMultiProcessorCount            ? one_block_here ? 1 : 3
             : attribute == cudaDevAttrCooperativeLaunch            ? one_block_here
             : attribute == cudaDevAttrMaxSharedMemoryPerBlockOptin ? shared_limit
                                                                    : gpu_generation_here;
    return cudaSuccess;
}
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*, int, std::size_t) {
    return *blocks = one_block_here ? 1 : 2, cudaSuccess;
}
struct cudaFuncAttributes {
    int numRegs = 0;
};
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void*) {
    return attributes->numRegs = 0, cudaSuccess;
}
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize };
inline cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute, int) { return cudaSuccess; }
