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

/// book_gains, predicated for the same reason.
template <int Layers, class Real>
__device__ __forceinline__ void book_gains_if(bool booked, const Real (&gains)[Layers], double* heat,
                                              double heat_weight) {
    double gain = 0.0;
#pragma unroll
    for (int m = 0; m < Layers; ++m)
        gain = fused(heat_layer_weight(2 * Layers, m), static_cast<double>(gains[m]), gain);
    const double what = heat_weight * gain;
#if defined(__CUDA_ARCH__)
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p red.relaxed.gpu.global.add.f64 [%1], %2; }" ::"r"(
                     static_cast<unsigned>(booked)),
                 "l"(__cvta_generic_to_global(heat)), "d"(what));
#else
    if (booked) *heat += what;
#endif
}

/// Neighbours of cell q of a pack, m + 1 cells away at [m]; along z in the planes that a level keeps, of which the
/// oldest may have been replaced by the newest already.
template <class Real, int Layers, int Centre, int Rows>
struct StageNear {
    const Pack<Real>& c;
    const Pack<Real> (&south)[Layers], (&north)[Layers];
    const Pack<Real>&oldest, &newest;
    const Pack<Real> (&planes)[2 * Layers][Rows];
    int r; ///< of the rows of a thread
    const Real (&west)[Layers], (&east)[Layers];
    int q;
    template <int Axis, int Offset>
    __device__ __forceinline__ Real at() const {
        constexpr int m = (Offset < 0 ? -Offset : Offset) - 1, last = Pack<Real>::width - 1;
        if constexpr (Axis == 0 && Offset < 0) return q + Offset < 0 ? west[m - q] : c.v[q + Offset];
        else if constexpr (Axis == 0) return q + Offset > last ? east[m - (last - q)] : c.v[q + Offset];
        else if constexpr (Axis == 1) return Offset < 0 ? south[m].v[q] : north[m].v[q];
        else if constexpr (Offset == Layers) return newest.v[q];
        else if constexpr (Offset == -Layers) return oldest.v[q];
        else return planes[(Centre + Offset + 2 * Layers) % (2 * Layers)][r].v[q];
    }
};

} // namespace isotherm::cuda::temporal
