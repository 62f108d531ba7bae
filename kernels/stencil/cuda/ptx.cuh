#pragma once

/// PTX that CUDA C++ has no words for: barriers in shared memory, and copies in bulk that arrive at them.

#include <cstdint>

#include "kernels/stencil/cuda/launch.cuh"

namespace isotherm::cuda {

/// A barrier for any number of phases (PTX mbarrier). A phase is over when all that were counted have arrived and all
/// bytes that were announced have come. The first phase has parity 0, the next one 1, and so on in turn.
class Barrier {
public:
    __device__ __forceinline__ explicit Barrier(std::uint64_t* word)
        : address_(static_cast<unsigned>(__cvta_generic_to_shared(word))) {}
    /// By one thread; the block must meet before anybody uses it.
    __device__ __forceinline__ void create(int arrivals) const {
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address_), "r"(arrivals) : "memory");
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
    }
    __device__ __forceinline__ void arrive() const {
        asm volatile("{ .reg .b64 state; mbarrier.arrive.shared.b64 state, [%0]; }" ::"r"(address_) : "memory");
    }
    /// Arrives, and announces bytes of bulk copies.
    __device__ __forceinline__ void arrive_for(unsigned bytes) const {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        asm volatile("{ .reg .b64 state; mbarrier.arrive.expect_tx.shared.b64 state, [%0], %1; }" ::"r"(address_),
                     "r"(bytes)
                     : "memory");
#endif
    }
    /// Until the phase of this parity is over.
    __device__ __forceinline__ void wait(unsigned parity) const {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        unsigned done = 0;
        do {
            asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                         : "=r"(done)
                         : "r"(address_), "r"(parity)
                         : "memory");
        } while (done == 0);
#endif
    }
    /// Starts a copy from global to shared memory, in whole 16 bytes on 16 bytes, that arrives here.
    __device__ __forceinline__ void copy(void* to, const void* from, unsigned bytes) const {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                         static_cast<unsigned>(__cvta_generic_to_shared(to))),
                     "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(address_)
                     : "memory");
#endif
    }

private:
    unsigned address_;
};

} // namespace isotherm::cuda
