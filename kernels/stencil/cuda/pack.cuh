#pragma once

/// 16 bytes of a row: what a thread loads, computes and stores at a time.

#include "kernels/stencil/cuda/beyond.cuh"

namespace isotherm::cuda {

template <class Real>
struct alignas(16) Pack {
    static constexpr int width = 16 / static_cast<int>(sizeof(Real));
    Real v[width];
};

/// Places in a plane of the field, in bytes: 32 bits a thread, added to a pointer that the whole block shares.
using Bytes = unsigned;

template <class Real>
__device__ __forceinline__ const Real* at_byte(const Real* plane, Bytes offset) {
    return reinterpret_cast<const Real*>(reinterpret_cast<const char*>(plane) + offset);
}

template <class Real>
__device__ __forceinline__ Pack<Real> load_pack(const Real* from) {
    Pack<Real> pack;
    if constexpr (sizeof(Real) == 4) {
        const float4 v = __ldg(reinterpret_cast<const float4*>(from));
        pack.v[0] = v.x, pack.v[1] = v.y, pack.v[2] = v.z, pack.v[3] = v.w;
    } else {
        const double2 v = __ldg(reinterpret_cast<const double2*>(from));
        pack.v[0] = v.x, pack.v[1] = v.y;
    }
    return pack;
}

/// Results are not read again in this sweep: they pass the caches.
template <class Real>
__device__ __forceinline__ void store_pack(Real* to, const Pack<Real>& pack) {
    if constexpr (sizeof(Real) == 4)
        __stcs(reinterpret_cast<float4*>(to), make_float4(pack.v[0], pack.v[1], pack.v[2], pack.v[3]));
    else __stcs(reinterpret_cast<double2*>(to), make_double2(pack.v[0], pack.v[1]));
}

/// Neighbours of cell q of a pack: along x from its row, along the march from the window, else from the rows beside.
template <class Real, int Dim, int Layers, int WindowSize>
struct PackNear {
    const Pack<Real> (&window)[WindowSize]; ///< planes k - Layers .. k + Layers (and more) of the march
    const Real (&line)[Pack<Real>::width + 2 * Layers];
    const Pack<Real> (&beside)[2][Layers]; ///< rows j - 1, j - 2, .. and j + 1, j + 2, ..
    int q;
    template <int Axis, int Offset>
    __device__ __forceinline__ Real at() const {
        if constexpr (Axis == 0) return line[Layers + q + Offset];
        else if constexpr (Axis == Dim - 1) return window[Layers + Offset].v[q];
        else return beside[Offset > 0][(Offset > 0 ? Offset : -Offset) - 1].v[q];
    }
};

/// What the integrator's stage starts from: `centre`, or for a stage of Runge-Kutta more (stage_base).
template <class Real>
__device__ __forceinline__ Pack<Real> base_pack(const Sweep<Real>& s, const Pack<Real>& centre, index_t plane,
                                                Bytes offset) {
    Pack<Real> base = centre;
#pragma unroll 1
    for (int t = 0; t < s.n_terms; ++t) {
        const Pack<Real> term = *reinterpret_cast<const Pack<Real>*>(at_byte(s.terms[t] + plane, offset));
#pragma unroll
        for (int q = 0; q < Pack<Real>::width; ++q)
            base.v[q] = fused(s.term_weights[t], term.v[q] - centre.v[q], base.v[q]);
    }
    return base;
}

/// The cells of a row beside the packs of a warp, by shuffle. The lanes at the ends of the warp are left to the caller.
template <int Layers, class Real>
__device__ __forceinline__ void shuffle_line(Real (&line)[Pack<Real>::width + 2 * Layers], const Pack<Real>& centre) {
    constexpr int width = Pack<Real>::width;
#pragma unroll
    for (int q = 0; q < width; ++q) line[Layers + q] = centre.v[q];
#pragma unroll
    for (int o = 1; o <= Layers; ++o) {
        const int lanes = (o + width - 1) / width;
        line[Layers - o] = __shfl_up_sync(0xffffffffU, centre.v[lanes * width - o], lanes);
        line[Layers + width - 1 + o] = __shfl_down_sync(0xffffffffU, centre.v[(o - 1) % width], lanes);
    }
}

} // namespace isotherm::cuda
