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
