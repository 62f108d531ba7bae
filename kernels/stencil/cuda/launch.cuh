#pragma once

/// Starting a kernel and asking what it takes.

#include "kernels/base/choose.hpp"
#include "kernels/base/cuda_check.hpp"
#include "kernels/stencil/cuda/plan.hpp"
#include "kernels/stencil/variants.hpp"

#include <cuda_runtime.h>

namespace isotherm::cuda {

/// Begins a kernel that is started with Start::early. From here on what the kernel before in the stream has written is
/// there, and the next kernel's blocks may take the places of blocks that have ended, as far as their own call of this.
__device__ __forceinline__ void wait_for_previous() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

enum class Start {
    in_turn, ///< when the kernel before has ended
    early,   ///< beside its last blocks, where the GPU can: for kernels that begin with wait_for_previous()
    together ///< all blocks at a time, so that they can meet
};

/// Compute capability of the current GPU, the number before the point; 9 is Hopper.
inline int gpu_generation() {
    int device = 0, major = 0;
    check(cudaGetDevice(&device), "asking for the current GPU");
    check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "asking for its generation");
    return major;
}

template <class... Parameters>
void launch(Start start, void (*kernel)(Parameters...), index_t blocks, int threads, index_t shared_bytes, void* stream,
            const Parameters&... parameters) {
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(blocks));
    config.blockDim = dim3(static_cast<unsigned>(threads));
    config.dynamicSmemBytes = static_cast<std::size_t>(shared_bytes);
    config.stream = stream_of(stream);
    cudaLaunchAttribute how{};
    if (start == Start::early) {
        how.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        how.val.programmaticStreamSerializationAllowed = 1;
    } else {
        how.id = cudaLaunchAttributeCooperative;
        how.val.cooperative = 1;
    }
    if (start == Start::together || (start == Start::early && gpu_generation() >= 9))
        config.attrs = &how, config.numAttrs = 1;
    check(cudaLaunchKernelEx(&config, kernel, parameters...), "starting a stencil kernel");
}
template <class... Parameters>
void launch(void (*kernel)(Parameters...), index_t blocks, int threads, index_t shared_bytes, void* stream,
            const Parameters&... parameters) {
    launch(Start::in_turn, kernel, blocks, threads, shared_bytes, stream, parameters...);
}

template <class Real>
using TileKernel = void (*)(Sweep<Real>, TilePlan);

/// Allows more than the default 48 KB of shared memory.
template <class Kernel>
void allow_shared(Kernel* kernel, index_t bytes) {
    if (bytes <= 48 * 1024) return;
    check(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)),
          "asking for shared memory");
}

/// Blocks of this kernel that the current GPU holds at a time.
template <class Kernel>
index_t resident_blocks(Kernel* kernel, int threads, index_t shared_bytes) {
    int device = 0, processors = 0, per_processor = 0;
    check(cudaGetDevice(&device), "asking for the current GPU");
    check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device), "asking for multiprocessors");
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, reinterpret_cast<const void*>(kernel), threads,
                                                        static_cast<std::size_t>(shared_bytes)),
          "asking how many blocks fit");
    return index_t{processors} * per_processor;
}

/// Registers of a thread.
template <class Kernel>
int registers_of(Kernel* kernel) {
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(kernel)), "asking for a kernel's registers");
    return attributes.numRegs;
}

/// Kernels::get<Dim, Order, EqualSpacing>() for run-time values; on one axis there is only one spacing.
template <class Kernels>
auto choose_stencil(int dim, int order, bool equal_spacing) {
    return choose<int, 1, 2, 3>(dim, [&](auto d) {
        return choose<int, 2, 4, 6>(order, [&](auto o) {
            constexpr int D = decltype(d)::value, O = decltype(o)::value;
            if constexpr (D == 1) return Kernels::template get<D, O, true>();
            else
                return choose<bool, false, true>(
                    equal_spacing, [](auto e) { return Kernels::template get<D, O, decltype(e)::value>(); });
        });
    });
}

} // namespace isotherm::cuda
