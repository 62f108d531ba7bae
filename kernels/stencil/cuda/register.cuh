#pragma once

/// The sliding window in registers, fed straight from global memory. A thread owns one pack of 16 bytes of a row, keeps
/// the same pack of the planes below, of and above it in registers, and marches along the last axis:
///
///     z ^   plane k + layers + 1   on its way (asked for one plane early)
///       |   plane k + layers       window[2 layers]
///       |   plane k                is computed
///       |   plane k - layers       window[0]
///
/// The cells left and right come by shuffle, the rows beside from the L1 cache, where the neighbouring warps have just
/// put them. No shared memory and no barrier: each warp runs at its own pace, and 40 registers a thread leave room for
/// 48 warps on a multiprocessor, which is what hides the latency of memory. That works because the loop knows no walls
/// but uniform ones at the ends of a row: all else is shell (core.hpp).
///
/// In 2-D the march is along y; in 1-D there is none, a thread computes several packs.

#include "kernels/stencil/cuda/row_ends.cuh"
#include "kernels/stencil/cuda/variants.hpp"

namespace isotherm::cuda {

/// What is tuned: warps of a block and how many of them lie side by side along x, blocks that a multiprocessor should
/// hold, planes on their way, planes of a march at most (short marches sweep memory in order; they pay where a plane is
/// a row), rows of a thread in 3-D (more share what a row costs beside its arithmetic, where that is what bounds). One
/// register too many spills in the inner loop and costs a factor of four.
struct RegisterShape {
    int warps, warps_x, blocks, ahead;
    index_t longest;
    int rows = 1;
    [[nodiscard]] ISO_HD constexpr int threads() const { return 32 * warps; }
};
template <class Real>
constexpr RegisterShape register_shape(int dim, int order, bool stages) {
    constexpr index_t any = index_t{1} << 31;
    if (dim == 1) return {8, 8, 8, 0, 1};
    if (dim == 2) return {8, 8, (order == 2 ? 6 : 4) - stages, 1, order == 2 ? 6 : 8};
    if (order == 2 && !stages)
        return sizeof(Real) == 4 ? RegisterShape{24, 2, 2, 1, any} : RegisterShape{20, 2, 2, 1, any};
    if (order == 2) return {16, 2, 2, 1, any};
    if (stages) return {8, 2, order == 4 ? 3 : 2, 1, any};
    if (order == 4) return {16, 2, 2, 1, any};
    return sizeof(Real) == 4 ? RegisterShape{8, 1, 3, 1, any} : RegisterShape{8, 1, 2, 1, any, 2};
}

template <class Real, int Dim, int Order, bool Equal, bool Stages>
__device__ __forceinline__ void march(const Sweep<Real>& s, const TilePlan& plan, const Core& core,
                                      const EndRows<Real, Order / 2>& ends) {
    constexpr int layers = Order / 2, width = Pack<Real>::width;
    constexpr RegisterShape shape = register_shape<Real>(Dim, Order, Stages);
    constexpr int ahead = shape.ahead, top = 2 * layers + ahead, R = Dim == 3 ? shape.rows : 1;
    const TilePlace tile = tile_place(plan);
    const int warp = threadIdx.x / 32, warps_x = plan.tile.x / (32 * width);
    const index_t first = core.lo[0] + index_t{tile.x} * plan.tile.x + warp % warps_x * (32 * width); // of the warp
    const index_t j = Dim == 3 ? core.lo[1] + index_t{tile.y} * plan.tile.y + warp / warps_x * R : 0;
    if (first >= core.hi[0] || (Dim == 3 && j >= core.hi[1])) return;                    // whole warps
    const int rows = R > 1 && j + R > core.hi[1] ? static_cast<int>(core.hi[1] - j) : R; // that are stored
    const index_t pitch = s.in.pitch, stride = Dim == 2 ? pitch : s.in.plane;

    const LanePlace<Real, layers> place(s, core, first);
    const LaneDuty duty = place.duty;
    const int beside_x = place.beside_x;

    const index_t k = core.lo[Dim - 1] + tile.z * plan.chunk;
    const index_t end = k + plan.chunk < core.hi[Dim - 1] ? k + plan.chunk : core.hi[Dim - 1];
    int steps = static_cast<int>(end - k), face = static_cast<int>(Dim == 2 ? k : j + s.in.n[1] * k);
    const Real* here = s.in.data + (k * stride + j * pitch + place.x);
    Pack<Real> window[R][top + 1];
#pragma unroll
    for (int r = 0; r < R; ++r)
#pragma unroll
        for (int w = 1; w <= top; ++w)
            if (w <= 2 * layers || w - 2 * layers <= steps)
                window[r][w] = load_pack(here + ((w - 1 - layers) * stride + r * pitch));
#pragma unroll 1
    for (; steps > 0; --steps) {
#pragma unroll
        for (int r = 0; r < R; ++r) {
#pragma unroll
            for (int w = 0; w < top; ++w) window[r][w] = window[r][w + 1];
            if (steps > ahead) window[r][top] = load_pack(here + ((layers + ahead) * stride + r * pitch));
        }
        Pack<Real> south[layers] = {}, north[layers] = {}; // of the thread's rows
        if constexpr (Dim == 3) {
#pragma unroll
            for (int m = 0; m < layers; ++m) {
                south[m] = load_pack(here - (m + 1) * pitch);
                north[m] = load_pack(here + (R + m) * pitch);
            }
        }
#pragma unroll
        for (int r = 0; r < R; ++r) {
            const Real* const at = here + r * pitch;
            const Pack<Real>& centre = window[r][layers];
            Pack<Real> base = centre;
            if constexpr (Stages) base = base_pack(s, centre, at - s.in.data);
            Real cells[layers] = {};
            load_ends<layers>(cells, duty, at + opaque(beside_x));
            Pack<Real> beside[2][layers] = {};
#pragma unroll
            for (int m = 0; m < layers; ++m) {
                beside[0][m] = r > m ? window[r > m ? r - 1 - m : 0][layers] : south[r > m ? 0 : m - r];
                beside[1][m] = r + 1 + m < R ? window[r + 1 + m < R ? r + 1 + m : 0][layers]
                                             : north[r + 1 + m < R ? 0 : r + 1 + m - R];
            }
            Real line[width + 2 * layers];
            shuffle_line<layers>(line, centre);
            complete_line<layers>(line, cells, duty, ends);
            Pack<Real> out;
#pragma unroll
            for (int q = 0; q < width; ++q)
                out.v[q] = update_cell<Dim, Order, Equal>(
                    base.v[q], centre.v[q], PackNear<Real, Dim, layers, top + 1>{window[r], line, beside, q}, s.r);
            const bool stored = r == 0 || r < rows;
            if (stored && duty.has(LaneDuty::active)) store_pack(const_cast<Real*>(at + (s.out.data - s.in.data)), out);
            // Last, when most registers are free again and the next planes are on their way.
            if (stored && duty.has(LaneDuty::books))
                book_gains(cells, ends.heat[duty.has(LaneDuty::right)] + face + r, s.heat_weight);
        }
        here = reinterpret_cast<const Real*>(reinterpret_cast<const char*>(here) + plan.stride_bytes);
        face += Dim == 2 ? 1 : static_cast<int>(s.in.n[1]);
    }
}

/// 1-D: a thread has one pack, and the most threads hide the most latency.
template <class Real, int Order>
__device__ __forceinline__ void compute_pack(const Sweep<Real>& s, const TilePlan& plan, const Core& core) {
    constexpr int layers = Order / 2, width = Pack<Real>::width;
    constexpr int lanes = lanes_of_line(layers, width);
    const int lane = threadIdx.x % 32;
    const index_t x = core.lo[0] + blockIdx.x * index_t{plan.tile.x} + index_t{threadIdx.x} * width;
    const Real* const p = s.in.data + x;
    const Pack<Real> centre = load_pack(x < core.hi[0] ? p : s.in.data + core.hi[0] - width);
    const Pack<Real> window[2 * layers + 1] = {}, beside[2][layers] = {};
    Real line[width + 2 * layers];
    shuffle_line<layers>(line, centre);
    if (x >= core.hi[0]) return;
#pragma unroll
    for (int m = 1; m <= layers; ++m) {
        if (lane < lanes) line[layers - m] = __ldg(p - m);
        if (lane >= 32 - lanes || x + lanes * width >= core.hi[0])
            line[layers + width - 1 + m] = __ldg(p + width - 1 + m);
    }
    const Pack<Real> base = base_pack(s, centre, x);
    Pack<Real> out;
#pragma unroll
    for (int q = 0; q < width; ++q)
        out.v[q] = update_cell<1, Order, true>(base.v[q], centre.v[q],
                                               PackNear<Real, 1, layers, 2 * layers + 1>{window, line, beside, q}, s.r);
    store_pack(s.out.data + x, out);
}

template <class Real, int Dim, int Order, bool Equal, bool Stages>
__global__ void __launch_bounds__(register_shape<Real>(Dim, Order, Stages).threads(),
                                  register_shape<Real>(Dim, Order, Stages).blocks)
    register_kernel(const __grid_constant__ Sweep<Real> s, const __grid_constant__ TilePlan plan,
                    const __grid_constant__ Core core) {
    wait_for_previous();
    if (blockIdx.x >= plan.tiles) return compute_rest<Dim, Order, Equal>(s, plan, core);
    if constexpr (Dim == 1) {
        compute_pack<Real, Order>(s, plan, core);
    } else {
        __shared__ EndRows<Real, Order / 2> ends;
        read_end_rows<Order / 2>(ends, s);
        march<Real, Dim, Order, Equal, Stages>(s, plan, core, ends);
    }
}

/// The kernels of Euler and first stages, and those of later stages, which need more registers. Each in its own .cu.
template <class Real, bool Stages>
struct RegisterKernels {
    template <int Dim, int Order, bool Equal>
    static PackKernel<Real> get() {
        return &register_kernel<Real, Dim, Order, Equal, Stages>;
    }
};
template <class Real, bool Stages>
PackKernel<Real> choose_register_kernel(int dim, int order, bool equal_spacing) {
    return choose_stencil<RegisterKernels<Real, Stages>>(dim, order, equal_spacing);
}
extern template PackKernel<float> choose_register_kernel<float, true>(int, int, bool);
extern template PackKernel<double> choose_register_kernel<double, true>(int, int, bool);

/// Warps side by side along x as far as the row is long.
template <class Real>
TileShape register_tile(const RegisterShape& shape, int dim, index_t nx) {
    const int cells = 32 * Pack<Real>::width;
    if (dim < 3) return {shape.warps * cells, 1, 1};
    int warps_x = 1;
    while (warps_x < shape.warps_x && nx > index_t{warps_x} * cells) warps_x *= 2;
    return {warps_x * cells, shape.warps / warps_x * shape.rows, 1};
}

template <class Real>
bool advance_register(const Advance<Real>& a) {
    const Sweep<Real>& s = a.sweep;
    if (!rows_are_aligned(s)) return advance_coarsened(a);
    const bool stages = s.n_terms > 0;
    const PackKernel<Real> kernel = stages ? choose_register_kernel<Real, true>(s.dim, s.order, s.equal_spacing)
                                           : choose_register_kernel<Real, false>(s.dim, s.order, s.equal_spacing);
    const RegisterShape shape = register_shape<Real>(s.dim, s.order, stages);
    return run_packs(a, kernel, core_of(s, s.dim > 1), register_tile<Real>(shape, s.dim, s.in.n[0]), shape.threads(),
                     shape.longest);
}

template <class Real>
KernelFacts register_facts(const StencilTraits& t) {
    const PackKernel<Real> kernel = choose_register_kernel<Real, false>(t.dim, t.order, t.equal_spacing);
    const RegisterShape shape = register_shape<Real>(t.dim, t.order, false);
    const index_t along = t.dim == 1   ? most_blocks // no row or plane is read twice
                          : t.dim == 2 ? shape.longest
                                       : register_tile<Real>(shape, t.dim, t.n[0]).y;
    return {shape.threads(), registers_of(kernel), 0,
            sizeof(Real) * (2 + static_cast<double>(t.order) / static_cast<double>(along) + t.n_terms)};
}

} // namespace isotherm::cuda
