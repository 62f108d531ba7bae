#pragma once

/// The sliding window fed by asynchronous copies: whole planes of a tile, halo included, travel from global memory into
/// a ring in shared memory while earlier planes are computed. The copies pass no register and no cache that threads
/// share, so how many bytes are on their way is the ring's depth and not the number of threads, and a row beside is
/// read from global memory once per tile.
///
///     ring   | k | k + 1 .. k + layers | .. + ahead |      k + layers enters the threads' windows, k is computed:
///              ^ rows beside and ends of rows           the planes above and below are in registers
///
/// One warp of a block asks for planes, a row per copy (Hopper's bulk copies), the others compute. Each slot of the
/// ring has two barriers: `full`, where the copies arrive, and `empty`, where the computing warps do when they are done
/// with the plane; no warp waits for another one that is as quick as itself. The asking warp has time: it also books
/// the heat of the x walls, from the ring.
///
/// Like `register` the march knows no walls but uniform ones at the ends of a row (core.hpp). In 2-D it is along y. In
/// 1-D and on older GPUs `register` does the work.

#include "kernels/stencil/cuda/ptx.cuh"
#include "kernels/stencil/cuda/row_ends.cuh"
#include "kernels/stencil/cuda/variants.hpp"

namespace isotherm::cuda {

/// What is tuned: computing warps of a block along x and y, rows of a thread (3-D), planes on their way, blocks that a
/// multiprocessor should hold, planes of a march at most.
struct AsyncShape {
    int warps_x, warps_y, rows, ahead, blocks;
    index_t longest;
    [[nodiscard]] ISO_HD constexpr int warps() const { return warps_x * warps_y; }
    [[nodiscard]] ISO_HD constexpr int threads() const { return 32 * (warps() + 1); }
};
constexpr AsyncShape async_shape(int dim, int order) {
    constexpr index_t any = index_t{1} << 31;
    if (dim == 2) return {8, 1, 1, 6, 4, 64};
    if (order == 2) return {2, 4, 4, 3, 2, any};
    return order == 4 ? AsyncShape{1, 8, 2, 4, 2, any} : AsyncShape{1, 8, 2, 3, 2, any};
}

/// The ring of a block. Of each slot the first row is row y0 - layers of the field (2-D: the row itself), the first
/// pack begins `side` packs before the tile.
template <class Real, int Dim, int Order>
struct Ring {
    static constexpr AsyncShape shape = async_shape(Dim, Order);
    static constexpr int layers = Order / 2, width = Pack<Real>::width, side = lanes_of_line(layers, width);
    static constexpr TileShape tile{shape.warps_x * 32 * width, Dim == 3 ? shape.warps_y* shape.rows : 1, 1};
    static constexpr int halo_rows = Dim == 3 ? layers : 0, rows = tile.y + 2 * halo_rows;
    static constexpr int pitch = tile.x / width + 2 * side, packs = pitch * rows;
    static constexpr int slots = layers + 1 + shape.ahead;
    static constexpr index_t bytes = index_t{slots} * packs * 16;

    Pack<Real>* memory;
    std::uint64_t* barriers; ///< 2 * slots

    [[nodiscard]] __device__ __forceinline__ Pack<Real>* slot(int n) const { return memory + n * packs; }
    [[nodiscard]] __device__ __forceinline__ Barrier full(int n) const { return Barrier(barriers + n); }
    [[nodiscard]] __device__ __forceinline__ Barrier empty(int n) const { return Barrier(barriers + slots + n); }

    /// The next slot, and the parity of its phase.
    struct Place {
        int slot = 0;
        unsigned parity = 0;
        __device__ __forceinline__ void advance() {
            if (++slot == slots) slot = 0, parity ^= 1;
        }
    };
};

/// What a block marches over: cells from x0, y0, planes [k0, k1); planes [first, last) pass through the ring.
struct MarchPlace {
    index_t x0, y0, k0, k1, first, last;
};
template <class Ring>
__device__ __forceinline__ MarchPlace march_place(const TilePlan& plan, const Core& core, int axis) {
    const TilePlace tile = tile_place(plan);
    const index_t k0 = core.lo[axis] + tile.z * plan.chunk;
    const index_t k1 = k0 + plan.chunk < core.hi[axis] ? k0 + plan.chunk : core.hi[axis];
    return {core.lo[0] + index_t{tile.x} * Ring::tile.x,
            core.lo[1] + index_t{tile.y} * Ring::tile.y,
            k0,
            k1,
            k0 - Ring::layers,
            k1 + Ring::layers};
}

/// What the asking warp does: planes into the ring as slots become empty, and the heat of the x walls out of it.
template <class Real, int Dim, int Order>
__device__ __forceinline__ void feed(const Sweep<Real>& s, const Core& core, const MarchPlace& m,
                                     const EndRows<Real, Order / 2>& ends, const Ring<Real, Dim, Order>& ring) {
    using R = Ring<Real, Dim, Order>;
    constexpr int layers = R::layers, width = R::width, axis = Dim - 1;
    const int lane = threadIdx.x % 32;
    // The tile's rows as far as they lie in the field; the core keeps its distance from row 0.
    const index_t row_end = ceil_div(s.in.n[0], width) * width;
    const index_t x_first = m.x0 < R::side * width ? 0 : m.x0 - R::side * width;
    const index_t x_last = m.x0 + R::tile.x + R::side * width < row_end ? m.x0 + R::tile.x + R::side * width : row_end;
    const index_t y_first = Dim == 3 ? m.y0 - layers : 0;
    const int rows = Dim == 3 && y_first + R::rows > s.in.n[1] ? static_cast<int>(s.in.n[1] - y_first) : R::rows;
    const unsigned row_bytes = static_cast<unsigned>((x_last - x_first) * index_t{sizeof(Real)});
    const int to = static_cast<int>((x_first - m.x0) / width + R::side);
    const Real* from = s.in.data + (x_first + y_first * s.in.pitch * (Dim == 3) + m.first * s.in.stride(axis));

    const bool book[2] = {core.books[0] && m.x0 == 0, core.books[1] && m.x0 + R::tile.x >= core.hi[0]};
    const int booked = Dim == 3 && m.y0 + R::tile.y > core.hi[1] ? static_cast<int>(core.hi[1] - m.y0) : R::tile.y;

    typename R::Place asked, read;
    for (index_t p = m.first; p < m.last + R::shape.ahead; ++p) {
        if (p < m.last) {
            if (p - m.first >= R::slots) ring.empty(asked.slot).wait(asked.parity ^ 1);
            if (lane == 0) ring.full(asked.slot).arrive_for(static_cast<unsigned>(rows) * row_bytes);
            __syncwarp();
            for (int row = lane; row < rows; row += 32)
                ring.full(asked.slot)
                    .copy(ring.slot(asked.slot) + row * R::pitch + to, from + row * s.in.pitch, row_bytes);
            from += s.in.stride(axis);
            asked.advance();
        }
        const index_t k = p - R::shape.ahead;
        if (k < m.first) continue;
        if (k >= m.k0 && k < m.k1 && (book[0] || book[1])) {
            ring.full(read.slot).wait(read.parity);
            for (int row = lane; row < booked; row += 32)
#pragma unroll
                for (int high = 0; high < 2; ++high) {
                    if (!book[high]) continue;
                    const Real* const cells = ring.slot(read.slot)[(row + R::halo_rows) * R::pitch + R::side].v;
                    const Real* const wall_cell = cells + (high ? s.in.n[0] - 1 - m.x0 : 0);
                    Real gains[layers];
#pragma unroll
                    for (int n = 0; n < layers; ++n) gains[n] = wall_gain(ends.row[high][n], wall_cell[high ? -n : n]);
                    book_gains(gains, s.walls[high].heat + (Dim == 3 ? m.y0 + row + s.in.n[1] * k : k), s.heat_weight);
                }
            __syncwarp(); // before the slot is asked for again
        }
        read.advance();
    }
}

/// The rows of a thread in plane k. `slot` is the thread's first pack of the plane in the ring, `here` in the field.
template <class Real, int Dim, int Order, bool Equal, int Rows, int Size>
__device__ __forceinline__ void
compute_rows(const Sweep<Real>& s, const Pack<Real> (&window)[Rows][Size], const Pack<Real>* slot, const Real* here,
             const LanePlace<Real, Order / 2>& place, int height, const EndRows<Real, Order / 2>& ends) {
    using R = Ring<Real, Dim, Order>;
    constexpr int layers = R::layers, width = R::width;
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
        const Pack<Real>& centre = window[r][layers];
        Pack<Real> beside[2][layers] = {};
        if constexpr (Dim == 3) {
#pragma unroll
            for (int m = 0; m < layers; ++m) {
                const int below = r - 1 - m, above = r + 1 + m;
                beside[0][m] = below >= 0 ? window[below >= 0 ? below : 0][layers] : slot[below * R::pitch];
                beside[1][m] = above < Rows ? window[above < Rows ? above : 0][layers] : slot[above * R::pitch];
            }
        }
        Real line[width + 2 * layers], cells[layers] = {};
        shuffle_line<layers>(line, centre);
        if (r < height && place.duty.has(LaneDuty::left | LaneDuty::right)) { // other rows may lie outside the field
            const Real* const beyond =
                (place.wraps ? here + r * s.in.pitch : (slot + r * R::pitch)->v) + place.beside_x;
            const bool up = place.duty.has(LaneDuty::right) != place.duty.has(LaneDuty::wall);
#pragma unroll
            for (int m = 0; m < layers; ++m) cells[m] = beyond[up ? m : -m];
        }
        complete_line<layers>(line, cells, place.duty, ends);
        const Real* const at = here + r * s.in.pitch;
        const Pack<Real> base = r < height ? base_pack(s, centre, at - s.in.data) : centre;
        Pack<Real> out;
#pragma unroll
        for (int q = 0; q < width; ++q)
            out.v[q] = update_cell<Dim, Order, Equal>(
                base.v[q], centre.v[q], PackNear<Real, Dim, layers, Size>{window[r], line, beside, q}, s.r);
        if (r < height) store_pack(const_cast<Real*>(at + (s.out.data - s.in.data)), out);
    }
}

/// What a computing warp does.
template <class Real, int Dim, int Order, bool Equal>
__device__ __forceinline__ void march_ring(const Sweep<Real>& s, const TilePlan& plan, const Core& core,
                                           const MarchPlace& m, const EndRows<Real, Order / 2>& ends,
                                           const Ring<Real, Dim, Order>& ring) {
    using R = Ring<Real, Dim, Order>;
    constexpr int layers = R::layers, width = R::width, rows = R::shape.rows, top = 2 * layers;
    const int lane = threadIdx.x % 32, warp_x = threadIdx.x / 32 % R::shape.warps_x,
              warp_y = threadIdx.x / 32 / R::shape.warps_x;
    const index_t pitch = s.in.pitch, stride = s.in.stride(Dim - 1);
    const LanePlace<Real, layers> place(s, core, m.x0 + warp_x * (32 * width));
    const int own_row = Dim == 3 ? warp_y * rows : 0;
    const int own = R::side + warp_x * 32 + lane + (own_row + R::halo_rows) * R::pitch; // pack in a slot
    const index_t j = m.y0 + own_row;                                                   // 2-D: unused
    const int height = !place.active ? 0
                       : Dim == 3    ? static_cast<int>(core.hi[1] - j < rows ? core.hi[1] - j : rows)
                                     : 1; // rows to store
    const Real* here = s.in.data + (m.k0 * stride + (Dim == 3 ? j * pitch : 0) + place.x);

    Pack<Real> window[rows][top + 1] = {};
    typename R::Place arrived;
    int now = R::slots - layers; // slot of the plane that is computed, `layers` before
    const int planes = static_cast<int>(m.last - m.first);
#pragma unroll 1
    for (int n = 0; n < planes; ++n) {
#pragma unroll
        for (int r = 0; r < rows; ++r)
#pragma unroll
            for (int w = 0; w < top; ++w) window[r][w] = window[r][w + 1];
        ring.full(arrived.slot).wait(arrived.parity);
        const Pack<Real>* const newest = ring.slot(arrived.slot) + own;
#pragma unroll
        for (int r = 0; r < rows; ++r) window[r][top] = newest[r * R::pitch];
        if (n >= 2 * layers) {
            compute_rows<Real, Dim, Order, Equal>(s, window, ring.slot(now) + own, here, place, height, ends);
            here = reinterpret_cast<const Real*>(reinterpret_cast<const char*>(here) + plan.stride_bytes);
        }
        __syncwarp();
        if (n >= layers && lane == 0) ring.empty(now).arrive();
        arrived.advance();
        now = now + 1 == R::slots ? 0 : now + 1;
    }
}

template <class Real, int Dim, int Order, bool Equal>
__global__ void __launch_bounds__(async_shape(Dim, Order).threads(), async_shape(Dim, Order).blocks)
    async_kernel(const __grid_constant__ Sweep<Real> s, const __grid_constant__ TilePlan plan,
                 const __grid_constant__ Core core) {
    wait_for_previous();
    if (blockIdx.x >= plan.tiles) return compute_rest<Dim, Order, Equal>(s, plan, core);
    using R = Ring<Real, Dim, Order>;
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ EndRows<Real, Order / 2> ends;
    __shared__ std::uint64_t barriers[2 * R::slots];
    const R ring{reinterpret_cast<Pack<Real>*>(shared_bytes), barriers};
    if (threadIdx.x < R::slots)
        ring.full(static_cast<int>(threadIdx.x)).create(1),
            ring.empty(static_cast<int>(threadIdx.x)).create(R::shape.warps());
    read_end_rows<Order / 2>(ends, s);
    const MarchPlace m = march_place<R>(plan, core, Dim - 1);
    if (threadIdx.x >= 32 * R::shape.warps()) feed<Real, Dim, Order>(s, core, m, ends, ring);
    else march_ring<Real, Dim, Order, Equal>(s, plan, core, m, ends, ring);
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
    if (s.dim == 1 || !rows_are_aligned(s) || gpu_generation() < 9) return advance_register(a);
    const AsyncLaunch<Real> l = choose_stencil<AsyncKernels<Real>>(s.dim, s.order, s.equal_spacing);
    return run_packs(a, l.kernel, core_of(s, true), l.tile, l.shape.threads(), l.shape.longest, l.shared_bytes);
}

template <class Real>
KernelFacts async_facts(const StencilTraits& t) {
    if (t.dim == 1 || gpu_generation() < 9) return register_facts<Real>(t);
    const AsyncLaunch<Real> l = choose_stencil<AsyncKernels<Real>>(t.dim, t.order, t.equal_spacing);
    const double halo = t.order * (1.0 / l.tile.x + (t.dim == 3 ? 1.0 / l.tile.y : 0.0));
    return {l.shape.threads(), registers_of(l.kernel), l.shared_bytes, sizeof(Real) * (2 + halo + t.n_terms)};
}

} // namespace isotherm::cuda
