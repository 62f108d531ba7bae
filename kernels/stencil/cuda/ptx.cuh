#pragma once

/// PTX that CUDA C++ has no words for.

#include <cstdint>

#include "kernels/stencil/cuda/packs.cuh"

namespace isotherm::cuda {

/// A barrier in shared memory on which one lane of each warp arrives, and all threads wait later.
class SplitBarrier {
public:
    __device__ __forceinline__ explicit SplitBarrier(std::uint64_t* word)
        : address_(static_cast<unsigned>(__cvta_generic_to_shared(word))) {}
    /// By one thread, before the others may use it.
    __device__ __forceinline__ void create(int warps) const {
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address_), "r"(warps) : "memory");
    }
    __device__ __forceinline__ void arrive() const {
        __syncwarp();
        if (threadIdx.x % 32 == 0)
            asm volatile("{ .reg .b64 state; mbarrier.arrive.shared.b64 state, [%0]; }" ::"r"(address_) : "memory");
    }
    /// Until the phase of this parity is over; the first one has parity 0.
    __device__ __forceinline__ void wait(unsigned parity) const {
        unsigned done = 0;
        do {
            asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                         : "=r"(done)
                         : "r"(address_), "r"(parity)
                         : "memory");
        } while (done == 0);
    }

private:
    unsigned address_;
};

/// Predicated stores: a branch would keep the compiler from mixing what is before and after it.
__device__ __forceinline__ void store_if(bool stored, float* to, const Pack<float>& p) {
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p st.global.v4.f32 [%1], {%2, %3, %4, %5}; }" ::"r"(
                     static_cast<unsigned>(stored)),
                 "l"(to), "f"(p.v[0]), "f"(p.v[1]), "f"(p.v[2]), "f"(p.v[3]));
}
__device__ __forceinline__ void store_if(bool stored, double* to, const Pack<double>& p) {
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p st.global.v2.f64 [%1], {%2, %3}; }" ::"r"(
                     static_cast<unsigned>(stored)),
                 "l"(to), "d"(p.v[0]), "d"(p.v[1]));
}
__device__ __forceinline__ void store_if(bool stored, float* to, float v) {
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p st.global.f32 [%1], %2; }" ::"r"(
                     static_cast<unsigned>(stored)),
                 "l"(to), "f"(v));
}
__device__ __forceinline__ void store_if(bool stored, double* to, double v) {
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p st.global.f64 [%1], %2; }" ::"r"(
                     static_cast<unsigned>(stored)),
                 "l"(to), "d"(v));
}

} // namespace isotherm::cuda
