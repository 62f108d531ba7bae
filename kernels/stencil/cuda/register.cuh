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
/// but uniform ones at the ends of a row: all else is shell (shell.hpp).
///
/// In 2-D the march is along y; in 1-D there is none, a thread computes several packs.

#include "kernels/stencil/cuda/pack.cuh"
#include "kernels/stencil/cuda/shell.cuh"
#include "kernels/stencil/cuda/variants.hpp"

namespace isotherm::cuda {

/// What is tuned: warps of a block, blocks that a multiprocessor should hold, planes on their way. One register too
/// many spills in the inner loop and costs a factor of four. How the warps lie over x and y is chosen per grid
/// (register_tile).
struct RegisterShape {
    int warps, blocks, ahead;
    [[nodiscard]] ISO_HD constexpr int threads() const { return 32 * warps; }
};
constexpr RegisterShape register_shape(int dim, int order, bool stages) {
    if (dim == 1) return {8, 4, 4};
    if (dim == 2) return {8, order == 2 ? 5 : order == 4 ? 4 : 3, 2};
    return order == 2   ? RegisterShape{16, stages ? 2 : 3, 1}
           : order == 4 ? RegisterShape{16, 2, 1}
                        : RegisterShape{8, 3, 1};
}

/// Rows of the x walls for this sweep, the same all over the wall.
template <class Real, int Layers>
struct EndRows {
    WallRow<Real> row[2][Layers];
};

/// Fills `ends`; a barrier for the block. Walls that are periodic or left to the shell have none.
template <int Layers, class Real>
__device__ __forceinline__ void read_end_rows(EndRows<Real, Layers>& ends, const Sweep<Real>& s) {
    const int side = threadIdx.x / Layers, m = threadIdx.x % Layers;
    if (threadIdx.x < 2 * Layers && s.walls[side].rows != nullptr)
        ends.row[side][m] = s.walls[side].row(s.wall_step, 0, m);
    __syncthreads();
}

/// What a lane does about the cells beside its pack that no other lane of the warp can hand over: those left of the
/// first lanes or right of the last ones, never both (core_of sees to that). In one register, which the compiler must
/// not take apart again.
class LaneDuty {
public:
    static constexpr unsigned left = 1, right = 2, wall = 4, active = 8;
    __device__ explicit LaneDuty(unsigned bits) : bits_(bits) {
#if defined(__CUDA_ARCH__)
        asm volatile("" : "+r"(bits_));
#endif
    }
    __device__ __forceinline__ bool has(unsigned any) const { return (bits_ & any) != 0; }

private:
    unsigned bits_;
};

/// Completes the line of the lanes that have a duty. `beside`: place in the plane of the first cell beyond the pack;
/// next to a wall, of the cell that this one mirrors.
template <int Layers, class Real>
__device__ __forceinline__ void complete_line(Real (&line)[Pack<Real>::width + 2 * Layers], LaneDuty duty,
                                              const Real* plane, Bytes beside, const EndRows<Real, Layers>& ends) {
    if (!duty.has(LaneDuty::left | LaneDuty::right)) return;
    const bool right = duty.has(LaneDuty::right), wall = duty.has(LaneDuty::wall);
    const Real* const p = at_byte(plane, beside);
#pragma unroll
    for (int m = 0; m < Layers; ++m) {
        Real v = __ldg(p + (right != wall ? m : -m));
        if (wall) v = ghost(ends.row[right][m], v);
        if (right) line[Layers + Pack<Real>::width + m] = v;
        else line[Layers - 1 - m] = v;
    }
}

template <class Real, int Dim, int Order, bool Equal, bool Stages>
__device__ __forceinline__ void march(const Sweep<Real>& s, const TilePlan& plan, const Core& core,
                                      const EndRows<Real, Order / 2>& ends) {
    constexpr int layers = Order / 2, width = Pack<Real>::width, ahead = register_shape(Dim, Order, Stages).ahead;
    constexpr int lanes = lanes_of_line(layers, width);
    constexpr index_t size = sizeof(Real);
    const TilePlace tile = tile_place(plan);
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps_x = plan.tile.x / (32 * width);
    const index_t first = core.lo[0] + index_t{tile.x} * plan.tile.x + warp % warps_x * (32 * width); // of the warp
    const index_t j = Dim == 3 ? core.lo[1] + index_t{tile.y} * plan.tile.y + warp / warps_x : 0;
    if (first >= core.hi[0] || (Dim == 3 && j >= core.hi[1])) return; // whole warps
    const index_t pitch = s.in.pitch, stride = Dim == 2 ? pitch : s.in.plane;

    // Lanes behind the end repeat the last pack and store nothing.
    const bool active = first + lane * width < core.hi[0];
    const index_t x = active ? first + lane * width : core.hi[0] - width;
    const Bytes row = static_cast<Bytes>(j * pitch * size), own = row + static_cast<Bytes>(x * size);
    const bool right = lane >= 32 - lanes || x + lanes * width >= core.hi[0], left = lane < lanes;
    const index_t beyond = right ? x + width : x - 1;
    const bool outside = beyond < 0 || beyond == s.in.n[0], wall = outside && !s.walls[right].periodic;
    const index_t from = !outside ? beyond : wall ? beyond + (right ? -1 : 1) : right ? 0 : s.in.n[0] - 1;
    const Bytes beside_x = row + static_cast<Bytes>(from * size);
    const LaneDuty duty((right  ? LaneDuty::right
                         : left ? LaneDuty::left
                                : 0) |
                        (wall ? LaneDuty::wall : 0) | (active ? LaneDuty::active : 0));

    int k = static_cast<int>(core.lo[Dim - 1] + tile.z * plan.chunk);
    const int end = static_cast<int>(k + plan.chunk < core.hi[Dim - 1] ? k + plan.chunk : core.hi[Dim - 1]);
    index_t plane = k * stride;
    Pack<Real> window[2 * layers + 1 + ahead];
#pragma unroll
    for (int w = 1; w < 2 * layers + 1 + ahead; ++w)
        if (w <= 2 * layers || k + w - 1 - layers < end + layers)
            window[w] = load_pack(at_byte(s.in.data + (plane + (w - 1 - layers) * stride), own));
#pragma unroll 1
    for (; k < end; ++k) {
#pragma unroll
        for (int w = 0; w < 2 * layers + ahead; ++w) window[w] = window[w + 1];
        const Real* const here = s.in.data + plane;
        if (k + ahead < end) window[2 * layers + ahead] = load_pack(at_byte(here + (layers + ahead) * stride, own));
        const Pack<Real>& centre = window[layers];
        Pack<Real> base = centre;
        if constexpr (Stages) base = base_pack(s, centre, plane, own); // first, while few registers are taken
        Pack<Real> beside[2][layers] = {};
        if constexpr (Dim == 3) {
#pragma unroll
            for (int m = 0; m < layers; ++m) {
                beside[0][m] = load_pack(at_byte(here - (m + 1) * pitch, own));
                beside[1][m] = load_pack(at_byte(here + (m + 1) * pitch, own));
            }
        }
        Real line[width + 2 * layers];
        shuffle_line<layers>(line, centre);
        complete_line<layers>(line, duty, here, beside_x, ends);
        Pack<Real> out;
#pragma unroll
        for (int q = 0; q < width; ++q)
            out.v[q] = update_cell<Dim, Order, Equal>(
                base.v[q], centre.v[q], PackNear<Real, Dim, layers, 2 * layers + 1 + ahead>{window, line, beside, q},
                s.r);
        if (duty.has(LaneDuty::active)) store_pack(const_cast<Real*>(at_byte(s.out.data + plane, own)), out);
        plane += stride;
    }
}

/// 1-D: the packs of a thread, `ahead` of them, all asked for at once; the row's ends are shell.
template <class Real, int Order>
__device__ __forceinline__ void compute_packs(const Sweep<Real>& s, const TilePlan& plan, const Core& core) {
    constexpr int layers = Order / 2, width = Pack<Real>::width, packs = register_shape(1, Order, true).ahead;
    constexpr int lanes = lanes_of_line(layers, width);
    const int lane = threadIdx.x % 32;
    const index_t first = core.lo[0] + blockIdx.x * index_t{plan.tile.x} + index_t{threadIdx.x} * width;
    Pack<Real> centre[packs], beside[2][layers] = {};
#pragma unroll
    for (int n = 0; n < packs; ++n) {
        const index_t x = first + n * index_t{blockDim.x} * width;
        centre[n] = load_pack(s.in.data + (x < core.hi[0] ? x : core.hi[0] - width));
    }
#pragma unroll
    for (int n = 0; n < packs; ++n) {
        const index_t x = first + n * index_t{blockDim.x} * width;
        const Pack<Real> window[2 * layers + 1] = {};
        const Real* const p = s.in.data + x;
        Real line[width + 2 * layers];
        shuffle_line<layers>(line, centre[n]);
        if (x >= core.hi[0]) continue;
#pragma unroll
        for (int m = 1; m <= layers; ++m) {
            if (lane < lanes) line[layers - m] = __ldg(p - m);
            if (lane >= 32 - lanes || x + lanes * width >= core.hi[0])
                line[layers + width - 1 + m] = __ldg(p + width - 1 + m);
        }
        const Pack<Real> base = base_pack(s, centre[n], x, 0);
        Pack<Real> out;
#pragma unroll
        for (int q = 0; q < width; ++q)
            out.v[q] = update_cell<1, Order, true>(
                base.v[q], centre[n].v[q], PackNear<Real, 1, layers, 2 * layers + 1>{window, line, beside, q}, s.r);
        store_pack(s.out.data + x, out);
    }
}

template <class Real, int Dim, int Order, bool Equal, bool Stages>
__global__ void __launch_bounds__(register_shape(Dim, Order, Stages).threads(),
                                  register_shape(Dim, Order, Stages).blocks)
    register_kernel(const __grid_constant__ Sweep<Real> s, const __grid_constant__ TilePlan plan,
                    const __grid_constant__ Core core) {
    if (blockIdx.x >= plan.tiles) return compute_edges<Dim, Order, Equal>(s, plan, core);
    if constexpr (Dim == 1) {
        compute_packs<Real, Order>(s, plan, core);
    } else {
        __shared__ EndRows<Real, Order / 2> ends;
        read_end_rows<Order / 2>(ends, s);
        march<Real, Dim, Order, Equal, Stages>(s, plan, core, ends);
    }
}

/// A kernel and how it is launched. Only where registers are short is there one without stages.
template <class Real>
struct RegisterLaunch {
    CoreKernel<Real> kernel = nullptr;
    RegisterShape shape;
};
template <class Real, bool Stages>
struct RegisterKernels {
    template <int Dim, int Order, bool Equal>
    static RegisterLaunch<Real> get() {
        constexpr bool stages = Stages || Dim != 3 || Order != 2;
        return {&register_kernel<Real, Dim, Order, Equal, stages>, register_shape(Dim, Order, stages)};
    }
};
template <class Real>
RegisterLaunch<Real> register_launch(int dim, int order, bool equal_spacing, bool stages) {
    return stages ? choose_stencil<RegisterKernels<Real, true>>(dim, order, equal_spacing)
                  : choose_stencil<RegisterKernels<Real, false>>(dim, order, equal_spacing);
}

/// Warps side by side along x as far as the row and short halos along y allow.
template <class Real>
TileShape register_tile(RegisterShape shape, int dim, int order, index_t nx) {
    const int cells = 32 * Pack<Real>::width;
    if (dim == 1) return {shape.warps * cells * shape.ahead, 1, 1};
    if (dim == 2) return {shape.warps * cells, 1, 1};
    int warps_x = 1;
    while (warps_x < shape.warps / (order == 2 ? 4 : 16) && nx > index_t{warps_x} * cells) warps_x *= 2;
    return {warps_x * cells, shape.warps / warps_x, 1};
}

template <class Real>
bool advance_register(const Advance<Real>& a) {
    const Sweep<Real>& first = a.sweep;
    if (!rows_are_aligned(first)) return advance_coarsened(a);
    const auto [kernel, shape] = register_launch<Real>(first.dim, first.order, first.equal_spacing, first.n_terms > 0);
    return run_core(a, kernel, core_of(first, Pack<Real>::width, first.dim > 1),
                    register_tile<Real>(shape, first.dim, first.order, first.in.n[0]), shape.threads(), 0);
}

template <class Real>
KernelFacts register_facts(const StencilTraits& t) {
    const auto [kernel, shape] = register_launch<Real>(t.dim, t.order, t.equal_spacing, t.n_terms > 0);
    const TileShape tile = register_tile<Real>(shape, t.dim, t.order, t.n[0]);
    const double halo = t.dim == 3 ? t.order * 1.0 / tile.y : 0.0;
    return {shape.threads(), registers_of(kernel), 0, sizeof(Real) * (2 + halo + t.n_terms)};
}

} // namespace isotherm::cuda
