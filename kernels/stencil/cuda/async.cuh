#pragma once

/// The sliding window fed by asynchronous copies: whole planes of a tile, halo included, travel from global memory into
/// a ring in shared memory while earlier planes are computed. The copies pass no register, so how many bytes are on
/// their way is the ring's depth and not the number of threads.
///
///     ring   | k | k + 1 .. k + layers | .. + ahead |      k + layers enters the threads' windows, k is computed:
///              ^ rows beside and ends of rows           the planes above and below are in registers
///
/// One barrier per plane: behind it the plane that has just arrived is there for all, and the slot of plane k - 1 is
/// free. Like `register` the march knows no walls but uniform ones at the ends of a row (core.hpp). In 2-D it is along
/// y; in 1-D there is none, and `register` does the work.

#include <climits>

#include <cuda_pipeline_primitives.h>

#include "kernels/stencil/cuda/row_ends.cuh"
#include "kernels/stencil/cuda/variants.hpp"

namespace isotherm::cuda {

/// What is tuned: warps of a block along x and y, rows of a thread (3-D), planes on their way, blocks that a
/// multiprocessor should hold, planes of a march at most.
struct AsyncShape {
    int warps_x, warps_y, rows, ahead, blocks;
    index_t longest;
    [[nodiscard]] ISO_HD constexpr int threads() const { return 32 * warps_x * warps_y; }
};
constexpr AsyncShape async_shape(int dim, int order) {
    constexpr index_t any = index_t{1} << 31;
    if (dim == 2) return {8, 1, 1, 4, 4, 64};
    if (order == 2) return {1, 8, 2, 3, 3, any};
    return order == 4 ? AsyncShape{1, 16, 1, 3, 2, any} : AsyncShape{1, 8, 2, 3, 2, any};
}

/// The ring of a block, in packs. Of each slot the first row is row y0 - layers of the field (2-D: the row itself), the
/// first pack begins `side` packs before the tile.
template <class R, int Dim, int Order>
struct Ring {
    using Real = R;
    static constexpr AsyncShape shape = async_shape(Dim, Order);
    static constexpr int layers = Order / 2, width = Pack<R>::width, side = lanes_of_line(layers, width);
    static constexpr TileShape tile{shape.warps_x * 32 * width, Dim == 3 ? shape.warps_y* shape.rows : 1, 1};
    static constexpr int halo_rows = Dim == 3 ? layers : 0;
    static constexpr int pitch = tile.x / width + 2 * side, packs = pitch * (tile.y + 2 * halo_rows);
    static constexpr int slots = layers + 1 + shape.ahead, threads = shape.threads();
    static constexpr int copies = (packs + threads - 1) / threads; ///< of a thread, per plane
    static constexpr index_t bytes = index_t{slots} * packs * 16;

    const Sweep<R>& s;
    Pack<R>* memory;
    const R* next_plane; ///< the tile's first cell in the plane that is asked for next
    int from[copies];    ///< from there to what this thread copies; `nothing` beyond the field
    int to_slot = 0;     ///< of that plane

    static constexpr int nothing = INT_MIN;

    /// `x0`, `y0` the tile's first cell; `first` the plane that is asked for first.
    __device__ __forceinline__ Ring(const Sweep<R>& sweep, unsigned char* shared, index_t x0, index_t y0, index_t first)
        : s(sweep), memory(reinterpret_cast<Pack<R>*>(shared)),
          next_plane(sweep.in.data + (x0 + (Dim == 3 ? y0 * sweep.in.pitch : 0) + first * sweep.in.stride(Dim - 1))) {
#pragma unroll
        for (int c = 0; c < copies; ++c) {
            const int n = c * threads + static_cast<int>(threadIdx.x), row = n / pitch - halo_rows;
            const int column = (n % pitch - side) * width;
            const bool there = n < packs && x0 + column >= 0 && x0 + column < s.in.n[0] &&
                               (Dim < 3 || y0 + row < s.in.n[1]); // the core keeps its distance from row 0
            from[c] = there ? static_cast<int>(row * s.in.pitch) + column : nothing;
        }
    }

    /// Starts this thread's part of the next plane's copy, if there is one. Every call is a group of copies.
    __device__ __forceinline__ void request(bool there) {
        if (there) {
#pragma unroll
            for (int c = 0; c < copies; ++c)
                if (from[c] != nothing)
                    __pipeline_memcpy_async(memory + to_slot * packs + c * threads + threadIdx.x, next_plane + from[c],
                                            16);
        }
        __pipeline_commit();
        next_plane += s.in.stride(Dim - 1);
        to_slot = to_slot + 1 == slots ? 0 : to_slot + 1;
    }
};

template <class Real, int Dim, int Order, bool Equal>
__device__ __forceinline__ void march_ring(const Sweep<Real>& s, const TilePlan& plan, const Core& core,
                                           const EndRows<Real, Order / 2>& ends, unsigned char* shared) {
    using R = Ring<Real, Dim, Order>;
    constexpr int layers = R::layers, width = R::width, rows = R::shape.rows, ahead = R::shape.ahead, top = 2 * layers;
    const TilePlace tile = tile_place(plan);
    const int lane = threadIdx.x % 32, warp_x = threadIdx.x / 32 % R::shape.warps_x,
              warp_y = threadIdx.x / 32 / R::shape.warps_x;
    const index_t x0 = core.lo[0] + index_t{tile.x} * R::tile.x, y0 = core.lo[1] + index_t{tile.y} * R::tile.y;
    const index_t k0 = core.lo[Dim - 1] + tile.z * plan.chunk, pitch = s.in.pitch, stride = s.in.stride(Dim - 1);
    const index_t k1 = k0 + plan.chunk < core.hi[Dim - 1] ? k0 + plan.chunk : core.hi[Dim - 1];
    const LanePlace<Real, layers> place(s, core, x0 + warp_x * (32 * width));
    const int own_row = Dim == 3 ? warp_y * rows : 0;
    const int own = R::side + warp_x * 32 + lane + (own_row + R::halo_rows) * R::pitch; // pack in a slot
    const index_t j = y0 + own_row;                                                     // 2-D: unused
    const int height =
        Dim == 3 ? static_cast<int>(core.hi[1] - j < rows ? core.hi[1] - j : rows) : 1; // rows to compute

    R ring(s, shared, x0, y0, k0 - layers);
    for (int a = 0; a < ahead; ++a) ring.request(k0 - layers + a < k1 + layers);
    const Real* here = s.in.data + (k0 * stride + (Dim == 3 ? j * pitch : 0) + place.x);
    int face = static_cast<int>(Dim == 2 ? k0 : j + s.in.n[1] * k0), arrived = 0;
    Pack<Real> window[rows][top + 1] = {};
#pragma unroll 1
    for (index_t p = k0 - layers; p < k1 + layers; ++p) {
#pragma unroll
        for (int r = 0; r < rows; ++r)
#pragma unroll
            for (int w = 0; w < top; ++w) window[r][w] = window[r][w + 1];
        __pipeline_wait_prior(ahead - 1);
        __syncthreads();
        ring.request(p + ahead < k1 + layers);
        const Pack<Real>* const newest = ring.memory + arrived * R::packs + own;
#pragma unroll
        for (int r = 0; r < rows; ++r) window[r][top] = newest[r * R::pitch];
        const int now = arrived >= layers ? arrived - layers : arrived - layers + R::slots;
        arrived = arrived + 1 == R::slots ? 0 : arrived + 1;
        if (p < k0 + layers) continue; // the windows are being filled

        const Pack<Real>* const slot = ring.memory + now * R::packs + own; // the thread's first pack in plane k
#pragma unroll
        for (int r = 0; r < rows; ++r) {
            const Pack<Real>& centre = window[r][layers];
            Pack<Real> beside[2][layers] = {};
            if constexpr (Dim == 3) {
#pragma unroll
                for (int m = 0; m < layers; ++m) {
                    const int below = r - 1 - m, above = r + 1 + m;
                    beside[0][m] = below >= 0 ? window[below >= 0 ? below : 0][layers] : slot[below * R::pitch];
                    beside[1][m] = above < rows ? window[above < rows ? above : 0][layers] : slot[above * R::pitch];
                }
            }
            Real line[width + 2 * layers], cells[layers] = {};
            shuffle_line<layers>(line, centre);
            if (place.duty.has(LaneDuty::left | LaneDuty::right)) {
                const Real* const beyond = (place.wraps ? here + r * pitch : (slot + r * R::pitch)->v) + place.beside_x;
                const bool up = place.duty.has(LaneDuty::right) != place.duty.has(LaneDuty::wall);
#pragma unroll
                for (int m = 0; m < layers; ++m) cells[m] = beyond[up ? m : -m];
            }
            complete_line<layers>(line, cells, place.duty, ends);
            if (r >= height || !place.active) continue;
            book_end(centre, place.duty, ends, face + r, s.heat_weight);
            const index_t at = here + r * pitch - s.in.data;
            const Pack<Real> base = base_pack(s, centre, at);
            Pack<Real> out;
#pragma unroll
            for (int q = 0; q < width; ++q)
                out.v[q] = update_cell<Dim, Order, Equal>(
                    base.v[q], centre.v[q], PackNear<Real, Dim, layers, top + 1>{window[r], line, beside, q}, s.r);
            store_pack(s.out.data + at, out);
        }
        here += stride;
        face += Dim == 2 ? 1 : static_cast<int>(s.in.n[1]);
    }
}

template <class Real, int Dim, int Order, bool Equal>
__global__ void __launch_bounds__(async_shape(Dim, Order).threads(), async_shape(Dim, Order).blocks)
    async_kernel(const __grid_constant__ Sweep<Real> s, const __grid_constant__ TilePlan plan,
                 const __grid_constant__ Core core) {
    if (blockIdx.x >= plan.tiles) return compute_rest<Dim, Order, Equal>(s, plan, core);
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ EndRows<Real, Order / 2> ends;
    read_end_rows<Order / 2>(ends, s);
    march_ring<Real, Dim, Order, Equal>(s, plan, core, ends, shared_bytes);
}

/// A kernel, its tile and its ring. None in 1-D.
template <class Real>
struct AsyncLaunch {
    PackKernel<Real> kernel = nullptr;
    TileShape tile;
    AsyncShape shape{};
    index_t shared_bytes = 0;
};
template <class Real>
struct AsyncKernels {
    template <int Dim, int Order, bool Equal>
    static AsyncLaunch<Real> get() {
        if constexpr (Dim == 1) return {};
        else {
            using R = Ring<Real, Dim, Order>;
            return {&async_kernel<Real, Dim, Order, Equal>, R::tile, R::shape, R::bytes};
        }
    }
};

template <class Real>
bool advance_async(const Advance<Real>& a) {
    const Sweep<Real>& s = a.sweep;
    if (s.dim == 1 || !rows_are_aligned(s)) return advance_register(a);
    const AsyncLaunch<Real> l = choose_stencil<AsyncKernels<Real>>(s.dim, s.order, s.equal_spacing);
    return run_packs(a, l.kernel, core_of(s, true), l.tile, l.shape.threads(), l.shape.longest, l.shared_bytes);
}

template <class Real>
KernelFacts async_facts(const StencilTraits& t) {
    if (t.dim == 1) return register_facts<Real>(t);
    const AsyncLaunch<Real> l = choose_stencil<AsyncKernels<Real>>(t.dim, t.order, t.equal_spacing);
    const double halo = t.order * (1.0 / l.tile.x + (t.dim == 3 ? 1.0 / l.tile.y : 0.0));
    return {l.shape.threads(), registers_of(l.kernel), l.shared_bytes, sizeof(Real) * (2 + halo + t.n_terms)};
}

} // namespace isotherm::cuda
