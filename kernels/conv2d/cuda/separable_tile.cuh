#pragma once

/// Filters of rank 1 in one kernel. A block owns a tile, a strip of 32 packs times some rows. Its warps filter the rows
/// that the tile sees along x, in registers, into shared memory; then each warp goes down the columns for a few output
/// rows, whose sums stand in registers:
///
///     h(r, i)   = sum_b x(b) (T(r, i + b) - c)     rows + 2 reach of them, kept in shared memory
///     out(j, i) = W c + sum_a y(a) h(j + a, i)
///
/// so that a pixel is loaded once per tile, an output costs S (1 + 2 reach / rows) + R products, and nothing between
/// the passes goes to memory.

#include "kernels/conv2d/cuda/ring_rows.cuh"

namespace isotherm::cuda {

/// A tile of Warps x Rows output rows, Rows of them per warp.
template <class RealT, int Reach, int Warps, int Rows>
struct SeparableTile : MarchShape<RealT, Reach, PixelPack<RealT>::width> {
    using Shape = MarchShape<RealT, Reach, PixelPack<RealT>::width>;
    static constexpr int warps = Warps, threads = 32 * Warps;
    static constexpr int warp_rows = Rows, rows = Warps * Rows;
    static constexpr int seen = rows + 2 * Reach; ///< rows of pixels
    static constexpr int row_pixels = Shape::span + 2 * Shape::halo;
    static constexpr index_t bytes = index_t{seen} * row_pixels * static_cast<index_t>(sizeof(RealT));
};

template <class M>
__global__ void __launch_bounds__(M::threads)
    separable_kernel(const __grid_constant__ Filter<typename M::Real> f,
                     const __grid_constant__ TapSet<typename M::Real, 2 * M::size> taps,
                     const __grid_constant__ MarchPlan plan) {
    using Real = typename M::Real;
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    wait_for_previous();
    Real* const tile = reinterpret_cast<Real*>(shared_bytes);
    const int lane = static_cast<int>(threadIdx.x % 32), warp = static_cast<int>(threadIdx.x / 32);
    const MarchPlace<M> place(plan, blockIdx.x, lane, f.out.n[1]);
    const Real c = f.centre();

    const RowCopies<M> copies(f, plan, place.strip0);
    const int seen = place.last - place.first + 1;
#pragma unroll 1
    for (int r = warp; r < seen; r += M::warps)
        copies.start(place.first + r, copies.place(place.first + r), tile + r * M::row_pixels);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncwarp(); // a warp reads only rows that it copied itself
#pragma unroll 2
    for (int r = warp; r < seen; r += M::warps) {
        Real* const row = tile + r * M::row_pixels;
        Real d[M::window], h[M::outputs] = {};
        read_window<M>(row, c, d);
#pragma unroll
        for (int b = 0; b < M::size; ++b)
#pragma unroll
            for (int x = 0; x < M::outputs; ++x) h[x] = fused(taps[b], d[M::halo - M::reach + x + b], h[x]);
        __syncwarp(); // all have read
#pragma unroll
        for (int x = 0; x < M::outputs; ++x) row[lane * M::outputs + x] = h[x];
    }
    __syncthreads();

    const int j = place.j0 + warp * M::warp_rows, rows = place.j1 - j;
    Real sum[M::warp_rows][M::outputs] = {};
#pragma unroll
    for (int r = 0; r < M::warp_rows + M::size - 1; ++r) {
        const auto row =
            reinterpret_cast<const PixelPack<Real>*>(tile + (warp * M::warp_rows + r) * M::row_pixels)[lane];
#pragma unroll
        for (int y = 0; y < M::warp_rows; ++y) {
            const int a = r - y;
            if (a < 0 || a >= M::size) continue;
#pragma unroll
            for (int x = 0; x < M::outputs; ++x) sum[y][x] = fused(taps[M::size + a], row.v[x], sum[y][x]);
        }
    }
    OutputRows<M> out(f, plan, place.x0, j);
#pragma unroll
    for (int y = 0; y < M::warp_rows; ++y)
        if (y < rows) out.store(c, sum[y]);
}

} // namespace isotherm::cuda
