#pragma once

/// The sliding window fed straight from global memory (march.cuh): packs of 16 bytes, cells left and right by shuffle,
/// rows beside the thread's own through the L1 cache, where the neighbouring warps have just put them. No shared
/// memory, no barrier. Planes are asked for `ahead` planes early, into registers.

#include "kernels/stencil/cuda/march.cuh"
#include "kernels/stencil/cuda/march_launch.cuh"

namespace isotherm::cuda {

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

template <class M>
class GlobalPlanes {
public:
    using Real = typename M::Real;
    static constexpr bool has_ghosts = false;

    __device__ GlobalPlanes(const Sweep<Real>& s, const MarchPlace<M>& place)
        : s_(s), place_(place), lane_(threadIdx.x % 32) {
#pragma unroll
        for (int r = -M::y_layers; r < M::rows + M::y_layers; ++r)
            row_[r + M::y_layers] = M::dim == 3 ? source_index<M::layers>(s, 1, place.j + r) : 0;
#pragma unroll
        for (int a = 0; a < M::ahead; ++a) request(place.k0 - M::reach + a, queue_[a]);
    }

    __device__ __forceinline__ void take(int p, Pack<Real> (&packs)[M::rows]) {
#pragma unroll
        for (int r = 0; r < M::rows; ++r) packs[r] = queue_[0][r];
#pragma unroll
        for (int a = 0; a + 1 < M::ahead; ++a)
#pragma unroll
            for (int r = 0; r < M::rows; ++r) queue_[a][r] = queue_[a + 1][r];
        request(p + M::ahead, queue_[M::ahead - 1]);
    }

    __device__ __forceinline__ Pack<Real> row(int k, int r) const {
        return place_.x < s_.in.n[0] ? load_pack(at(k, r)) : Pack<Real>{};
    }

    /// By shuffle; the lanes at the ends of the warp read memory.
    __device__ __forceinline__ void line(int k, int r, const Pack<Real>& centre,
                                         Real (&line)[M::width + 2 * M::layers]) const {
        constexpr int width = M::width, layers = M::layers;
        const index_t x = place_.x + (M::dim == 1 ? index_t{k} * M::tile.x : 0), nx = s_.in.n[0];
        const Real* const p = at(k, r);
#pragma unroll
        for (int q = 0; q < width; ++q) line[layers + q] = centre.v[q];
#pragma unroll
        for (int o = 1; o <= layers; ++o) {
            const int lanes = (o + width - 1) / width;
            const int left = layers - o, right = layers + width - 1 + o;
            line[left] = __shfl_up_sync(0xffffffffU, centre.v[lanes * width - o], lanes);
            line[right] = __shfl_down_sync(0xffffffffU, centre.v[(o - 1) % width], lanes);
            if (lane_ < lanes && x >= o && x < nx) line[left] = __ldg(p - o);
            if (lane_ >= 32 - lanes && x + width - 1 + o < nx) line[right] = __ldg(p + width - 1 + o);
        }
    }

    __device__ __forceinline__ Real cell(int k, int r, int offset) const { return __ldg(at(k, r) + offset); }

private:
    /// Row r of plane k in memory, k and r as they are or as source_index has them.
    __device__ __forceinline__ const Real* at(int k, int r) const {
        const index_t row = M::dim == 3 ? index_t{row_[r + M::y_layers]} * static_cast<int>(s_.in.pitch) : 0;
        return s_.in.data + (place_.x + row + k * place_.stride);
    }

    __device__ __forceinline__ void request(int p, Pack<Real> (&packs)[M::rows]) const {
        if (p >= place_.k1 + M::reach) return;
        const int source = M::dim == 1 ? p : source_index<M::layers>(s_, M::dim - 1, p);
        if (place_.x + (M::dim == 1 ? index_t{p} * M::tile.x : 0) >= s_.in.n[0]) return;
#pragma unroll
        for (int r = 0; r < M::rows; ++r) packs[r] = load_pack(at(source, r));
    }

    const Sweep<Real>& s_;
    const MarchPlace<M>& place_;
    const int lane_;
    int row_[M::rows + 2 * M::y_layers]; ///< rows of memory that stand for the thread's rows and the ones beside them
    Pack<Real> queue_[M::ahead][M::rows] = {};
};

struct RegisterTuning {
    template <class Real, int Dim, int Order>
    static constexpr MarchShape shape() {
        if (Dim == 1) return {8, 1, 1, 4, 4};
        if (Dim == 2) return {4, 1, 1, 4, 8};
        if (Order == 2) return {2, 4, 2, 1, 4};
        return {2, 4, 2, 1, 2};
    }
};

template <class M>
__global__ void __launch_bounds__(M::threads, M::S.blocks)
    register_kernel(const __grid_constant__ Sweep<typename M::Real> s, const __grid_constant__ TilePlan plan) {
    if (blockIdx.x >= plan.tiles) return book_faces<M::dim, M::order>(s, plan);
    const MarchPlace<M> place(s, plan);
    GlobalPlanes<M> planes(s, place);
    march<M>(s, place, planes);
}

template <class Real>
struct RegisterKernels {
    template <int Dim, int Order, bool Equal>
    static MarchLaunch<Real> get() {
        using M = March<Real, Dim, Order, Equal, RegisterTuning>;
        return {&register_kernel<M>, M::tile, M::threads, 0};
    }
};

template <class Real>
bool advance_register(const Advance<Real>& a) {
    return run_march<RegisterKernels<Real>>(a);
}

template <class Real>
KernelFacts register_facts(const StencilTraits& t) {
    return march_facts<RegisterKernels<Real>, Real>(t);
}

} // namespace isotherm::cuda
