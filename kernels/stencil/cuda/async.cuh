#pragma once

/// The sliding window fed by asynchronous copies (march.cuh): whole planes of the tile, halo included, travel from
/// global memory into a ring in shared memory while earlier planes are computed. The copies pass no register, so how
/// many bytes are in flight is the ring's depth and not the number of threads; rows beside and cells left and right are
/// shared reads.
///
///     ring   | k | k+1 .. k+reach | + 1 .. + ahead |      k is computed, k + reach enters the window,
///              ^ halo of k is read from here                the rest is on its way
///
/// One barrier per plane: behind it the plane that has just arrived is there for all, and the slot of plane k - 1 is
/// free.

#include <cuda_pipeline_primitives.h>

#include "kernels/stencil/cuda/march.cuh"
#include "kernels/stencil/cuda/march_launch.cuh"

namespace isotherm::cuda {

template <class M>
class RingPlanes {
public:
    using Real = typename M::Real;
    static constexpr int width = M::width;
    static constexpr int x_halo = (M::layers + width - 1) / width * width;
    static constexpr int pitch = M::tile.x + 2 * x_halo, height = (M::dim == 3 ? M::tile.y : 1) + 2 * M::y_layers;
    static constexpr int slots = M::reach + M::ahead + 1, slot_cells = pitch * height;
    static constexpr index_t bytes = index_t{slots} * slot_cells * index_t{sizeof(Real)};

    __device__ RingPlanes(const Sweep<Real>& s, const MarchPlace<M>& place, unsigned char* memory)
        : s_(s), place_(place), ring_(reinterpret_cast<Real*>(memory)) {
        const TilePlace tile{static_cast<unsigned>(threadIdx.x / 32 % M::S.warps_x),
                             static_cast<unsigned>(threadIdx.x / 32 / M::S.warps_x), 0};
        own_ = x_halo + static_cast<int>(tile.x * 32 + threadIdx.x % 32) * width +
               (static_cast<int>(tile.y) * M::rows + M::y_layers) * pitch;
        x0_ = place.x - (own_ % pitch), y0_ = place.j - own_ / pitch;
        for (int a = 0; a < M::ahead; ++a) request(place.k0 - M::reach + a, a);
        newest_ = M::ahead - 1;
    }

    __device__ __forceinline__ void take(index_t p, Pack<Real> (&packs)[M::rows]) {
        __pipeline_wait_prior(M::ahead - 1);
        __syncthreads();
        arrived_ = arrived_ + 1 == slots ? 0 : arrived_ + 1;
        newest_ = newest_ + 1 == slots ? 0 : newest_ + 1;
        request(p + M::ahead, newest_);
        const Real* const slot = ring_ + arrived_ * slot_cells + own_;
#pragma unroll
        for (int r = 0; r < M::rows; ++r) packs[r] = *reinterpret_cast<const Pack<Real>*>(slot + r * pitch);
    }

    __device__ __forceinline__ Pack<Real> row(index_t, int r) const {
        return *reinterpret_cast<const Pack<Real>*>(centre() + r * pitch);
    }

    __device__ __forceinline__ void line(index_t, int r, const Pack<Real>& centre_pack,
                                         Real (&line)[M::width + 2 * M::layers]) const {
        const Real* const p = centre() + r * pitch;
#pragma unroll
        for (int q = 0; q < width; ++q) line[M::layers + q] = centre_pack.v[q];
#pragma unroll
        for (int o = 1; o <= M::layers; ++o) {
            line[M::layers - o] = p[-o];
            line[M::layers + width - 1 + o] = p[width - 1 + o];
        }
    }

    __device__ __forceinline__ Real cell(index_t, int r, int offset) const { return centre()[r * pitch + offset]; }

private:
    /// The thread's first cell in the slot of the plane that is computed.
    __device__ __forceinline__ const Real* centre() const {
        const int slot = arrived_ - M::reach;
        return ring_ + (slot < 0 ? slot + slots : slot) * slot_cells + own_;
    }

    /// Starts this thread's part of the copy of plane p into a slot. Every call is one group of copies, empty or not.
    __device__ __forceinline__ void request(index_t p, int slot) const {
        const index_t nx = s_.in.n[0];
        const index_t source = M::dim == 1 ? 0 : source_index<M::layers>(s_, M::dim - 1, p);
        const bool wanted = p < place_.k1 + M::reach;
        const Real* const plane = s_.in.data + source * (M::dim == 2 ? s_.in.pitch : s_.in.plane);
        const index_t x0 = x0_ + (M::dim == 1 ? p * M::tile.x : 0);
        constexpr int packs = slot_cells / width, per_row = pitch / width;
        Real* const to = ring_ + slot * slot_cells;
#pragma unroll
        for (int first = 0; first < packs; first += M::threads) {
            const int n = first + static_cast<int>(threadIdx.x);
            const int row = n / per_row;
            const index_t x = x0 + (n % per_row) * width;
            const index_t j = M::dim == 3 ? source_index<M::layers>(s_, 1, y0_ + row) : 0;
            if (wanted && n < packs && x >= 0 && x < nx && j >= 0)
                __pipeline_memcpy_async(to + n * width, plane + j * s_.in.pitch + x, 16);
        }
        __pipeline_commit();
    }

    const Sweep<Real>& s_;
    const MarchPlace<M>& place_;
    Real* const ring_;
    int own_;          ///< place of the thread's first cell in a slot
    index_t x0_, y0_;  ///< what the slot's first cell is in the grid
    int arrived_ = -1; ///< slot of the plane that entered the window last
    int newest_ = 0;   ///< slot of the plane that was asked for last
};

struct AsyncTuning {
    template <class Real, int Dim, int Order>
    static constexpr MarchShape shape() {
        if (Dim == 1) return {8, 1, 1, 6, 2};
        if (Dim == 2) return {8, 1, 1, 6, 2};
        if (Order == 2) return {2, 4, 4, 3, 2};
        if (Order == 4) return {2, 4, 2, 3, 2};
        return {2, 4, 2, 3, 2};
    }
};

template <class M>
__global__ void __launch_bounds__(M::threads, M::S.blocks)
    async_kernel(const __grid_constant__ Sweep<typename M::Real> s, const __grid_constant__ TilePlan plan) {
    if (blockIdx.x < plan.face_blocks) return book_faces(s);
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const MarchPlace<M> place(s, plan);
    RingPlanes<M> planes(s, place, shared_bytes);
    march<M>(s, place, planes);
}

template <class Real>
struct AsyncKernels {
    template <int Dim, int Order, bool Equal>
    static MarchLaunch<Real> get() {
        using M = March<Real, Dim, Order, Equal, AsyncTuning>;
        return {&async_kernel<M>, M::tile, M::threads, RingPlanes<M>::bytes};
    }
};

template <class Real>
bool advance_async(const Advance<Real>& a) {
    return run_march<AsyncKernels<Real>>(a);
}

template <class Real>
KernelFacts async_facts(const StencilTraits& t) {
    return march_facts<AsyncKernels<Real>, Real>(t);
}

} // namespace isotherm::cuda
