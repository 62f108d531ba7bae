#pragma once

/// A pack inside a fused pass: its neighbours, and how it is stored.

#include "kernels/stencil/cuda/packs.cuh"

namespace isotherm::cuda::temporal {

/// Predicated stores: a branch would keep the compiler from mixing what is before and after it.
__device__ __forceinline__ void store_if(bool stored, float* to, const Pack<float>& p) {
#if defined(__CUDA_ARCH__)
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p st.global.v4.f32 [%1], {%2, %3, %4, %5}; }" ::"r"(
                     static_cast<unsigned>(stored)),
                 "l"(to), "f"(p.v[0]), "f"(p.v[1]), "f"(p.v[2]), "f"(p.v[3]));
#else
    if (stored) store_pack(to, p);
#endif
}
__device__ __forceinline__ void store_if(bool stored, double* to, const Pack<double>& p) {
#if defined(__CUDA_ARCH__)
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p st.global.v2.f64 [%1], {%2, %3}; }" ::"r"(
                     static_cast<unsigned>(stored)),
                 "l"(to), "d"(p.v[0]), "d"(p.v[1]));
#else
    if (stored) store_pack(to, p);
#endif
}

/// sum = a + b where it is asked for, in one instruction.
__device__ __forceinline__ void add_if(bool asked, float& sum, float a, float b) {
#if defined(__CUDA_ARCH__)
    asm("{ .reg .pred p; setp.ne.u32 p, %3, 0; @p add.rn.f32 %0, %1, %2; }"
        : "+f"(sum)
        : "f"(a), "f"(b), "r"(static_cast<unsigned>(asked)));
#else
    sum = asked ? a + b : sum;
#endif
}
__device__ __forceinline__ void add_if(bool asked, double& sum, double a, double b) {
#if defined(__CUDA_ARCH__)
    asm("{ .reg .pred p; setp.ne.u32 p, %3, 0; @p add.rn.f64 %0, %1, %2; }"
        : "+d"(sum)
        : "d"(a), "d"(b), "r"(static_cast<unsigned>(asked)));
#else
    sum = asked ? a + b : sum;
#endif
}

/// book_gains for one layer, predicated for the same reason.
template <class Real>
__device__ __forceinline__ void book_gain_if(bool booked, Real gain, double* heat, double heat_weight) {
    const double what = heat_weight * fused(heat_layer_weight(2, 0), static_cast<double>(gain), 0.0);
#if defined(__CUDA_ARCH__)
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p red.relaxed.gpu.global.add.f64 [%1], %2; }" ::"r"(
                     static_cast<unsigned>(booked)),
                 "l"(__cvta_generic_to_global(heat)), "d"(what));
#else
    if (booked) *heat += what;
#endif
}

/// wrapped() for places that are less than n outside.
__device__ __forceinline__ int wrapped_once(int p, int n) { return p < 0 ? p + n : p < n ? p : p - n; }

/// Neighbours of cell q of a pack.
template <class Real>
struct StageNear {
    const Pack<Real>&c, &south, &north, &below, &above;
    Real west, east;
    int q;
    template <int Axis, int Offset>
    __device__ __forceinline__ Real at() const {
        if constexpr (Axis == 0 && Offset < 0) return q == 0 ? west : c.v[q - 1];
        else if constexpr (Axis == 0) return q == Pack<Real>::width - 1 ? east : c.v[q + 1];
        else if constexpr (Axis == 1) return Offset < 0 ? south.v[q] : north.v[q];
        else return Offset < 0 ? below.v[q] : above.v[q];
    }
};

} // namespace isotherm::cuda::temporal
