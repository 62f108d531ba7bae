#pragma once

/// Many sweeps in one launch: all blocks are on the GPU at a time, each owns a brick of the grid for good, and they
/// meet between sweeps. For small grids, whose field stays in L2 and of which a launch per sweep costs several times
/// what the arithmetic does:
///
///     sweep n     every thread its packs, in -> out
///                 all blocks meet (cooperative groups); what they wrote is visible
///     sweep n + 1 out -> in, with the next row of the walls
///
/// What changes from sweep to sweep lies in shared memory. A loop over the packs inside the grid makes the ends of rows
/// itself where their walls are uniform; packs near other walls go the way of the shell (packs.cuh), those between
/// walls that are not plain cell by cell. A GPU on which blocks cannot meet starts every sweep by itself.

#include <cooperative_groups.h>

#include "kernels/stencil/cuda/fused_passes.cuh"
#include "kernels/stencil/cuda/resident_plan.hpp"
#include "kernels/stencil/cuda/row_ends.cuh"
#include "kernels/stencil/cuda/variants.hpp"

namespace isotherm::cuda {

/// Of which sweeps come in turn: there and back, of Heun's method its two stages. The first one is at row `wall_step`.
template <class Real>
struct SweepPair {
    Sweep<Real> sweep[2];
};

/// The packs go along x from the first cell; what is left of each row goes cell by cell.
template <class Real>
constexpr index_t packs_of_row(const Sweep<Real>& s) {
    return s.in.n[0] / (16 / index_t{sizeof(Real)});
}

/// Threads of a block, one on each multiprocessor: with 768 of 80 registers the loop spills a little.
template <class Real>
constexpr int resident_threads(int order) {
    return order == 2 && sizeof(Real) == 4 ? 768 : 512;
}

/// How the loop over the packs meets the two ends of a row.
enum class RowEnd { near, wall, ring }; ///< not itself; a uniform wall; the other end of the row

template <int Layers, class Real>
__device__ __forceinline__ RowEnd row_end(const Sweep<Real>& s, bool high) {
    constexpr int width = Pack<Real>::width;
    const WallView<Real>& wall = s.walls[side_of(0, high)];
    if (Layers > width || s.in.n[0] % width != 0) return RowEnd::near;
    return wall.periodic ? RowEnd::ring : wall.uniform() && wall.plain() ? RowEnd::wall : RowEnd::near;
}

/// Packs near a wall of y or z, or of x where the loop does not make its ghosts: out of the loop's way.
template <int Dim, int Order, bool Equal, class Real>
__device__ __noinline__ void compute_pack_at_wall(const Sweep<Real>& s, const CellPlace& at, bool plain) {
    if (plain) return compute_shell_pack<Dim, Order, Equal>(s, at);
#pragma unroll 1
    for (int q = 0; q < Pack<Real>::width; ++q) compute_single<Dim, Order, Equal>(s, at.i + q, at.j, at.k);
}

/// A pack that sees no wall but those at the ends of its row, which its first cell is `i` cells from. `at`: of that
/// cell in the field; `face`: its number among the cells of a wall of x.
template <int Dim, int Order, bool Equal, class Real>
__device__ __forceinline__ void compute_inner_pack(const Sweep<Real>& s, const EndRows<Real, Order / 2>& ends,
                                                   const RowEnd (&end)[2], int i, index_t at, int face) {
    constexpr int layers = Order / 2, width = Pack<Real>::width;
    const Real* const here = s.in.data + at;
    const index_t pitch = s.in.pitch, stride = Dim == 2 ? pitch : s.in.plane;
    const int nx = static_cast<int>(s.in.n[0]);
    Pack<Real> window[2 * layers + 1] = {}, beside[2][layers] = {};
    window[layers] = load_written_pack(here);
#pragma unroll
    for (int m = 1; m <= layers; ++m) {
        if constexpr (Dim > 1) {
            window[layers - m] = load_written_pack(here - m * stride);
            window[layers + m] = load_written_pack(here + m * stride);
        }
        if constexpr (Dim == 3) {
            beside[0][m - 1] = load_written_pack(here - m * pitch);
            beside[1][m - 1] = load_written_pack(here + m * pitch);
        }
    }
    Real line[width + 2 * layers], gains[2][layers] = {};
    const bool at_end[2] = {i == 0, i + width == nx};
#pragma unroll
    for (int m = 1; m <= layers; ++m) {
        const bool ring = end[0] == RowEnd::ring;
        if (!at_end[0] || ring) line[layers - m] = here[at_end[0] ? nx - m : -m];
        if (!at_end[1] || ring) line[layers + width - 1 + m] = here[width - 1 + m - (at_end[1] ? nx : 0)];
    }
    const Pack<Real>& centre = window[layers];
#pragma unroll
    for (int q = 0; q < width; ++q) line[layers + q] = centre.v[q];
#pragma unroll
    for (int m = 0; m < layers; ++m) { // uniform walls: the ghosts mirror the pack's own cells
        const int low = m < width ? m : 0, high = m < width ? width - 1 - m : 0;
        if (at_end[0] && end[0] == RowEnd::wall) {
            gains[0][m] = wall_gain(ends.row[0][m], centre.v[low]);
            line[layers - 1 - m] = centre.v[low] + gains[0][m];
        }
        if (at_end[1] && end[1] == RowEnd::wall) {
            gains[1][m] = wall_gain(ends.row[1][m], centre.v[high]);
            line[layers + width + m] = centre.v[high] + gains[1][m];
        }
    }
    const Pack<Real> base = base_pack(s, centre, at);
    Pack<Real> out;
#pragma unroll
    for (int q = 0; q < width; ++q)
        out.v[q] = update_cell<Dim, Order, Equal>(
            base.v[q], centre.v[q], PackNear<Real, Dim, layers, 2 * layers + 1>{window, line, beside, q}, s.r);
    *reinterpret_cast<Pack<Real>*>(s.out.data + at) = out;
#pragma unroll
    for (int high = 0; high < 2; ++high)
        if (at_end[high] && end[high] == RowEnd::wall && ends.heat[high] != nullptr)
            book_gains(gains[high], ends.heat[high] + face, s.heat_weight);
}

/// The packs of a block's brick that are a thread's, every one blockDim.x packs after the one before.
struct BrickWalk {
    unsigned n[3], step[3], at[3], first[3];

    __device__ __forceinline__ explicit BrickWalk(const BrickPlan& plan) {
        const unsigned row = blockIdx.x / plan.bricks[0];
        const unsigned brick[3] = {blockIdx.x % plan.bricks[0], row % plan.bricks[1], row / plan.bricks[1]};
#pragma unroll
        for (int d = 0; d < 3; ++d) {
            first[d] = brick[d] * plan.n[d];
            n[d] = min(plan.n[d], plan.all[d] - first[d]);
        }
        const unsigned wide = max(n[0], 1U);
        const auto spread = [&](unsigned(&to)[3], unsigned packs) {
            to[0] = packs % wide, to[1] = packs / wide % n[1], to[2] = packs / wide / n[1];
        };
        spread(step, blockDim.x);
        spread(at, threadIdx.x);
        if (n[0] == 0) at[2] = n[2]; // rows shorter than a pack
    }
    __device__ __forceinline__ void advance(unsigned (&to)[3]) const {
        to[0] += step[0], to[1] += step[1], to[2] += step[2];
        if (to[0] >= n[0]) to[0] -= n[0], ++to[1];
        if (to[1] >= n[1]) to[1] -= n[1], ++to[2];
    }
};

/// One sweep over the block's brick, and its share of the cells that are in no pack.
template <int Dim, int Order, bool Equal, class Real>
__device__ __forceinline__ void sweep_brick(const Sweep<Real>& s, const BrickWalk& walk,
                                            const EndRows<Real, Order / 2>& ends, const RowEnd (&end)[2], bool plain) {
    constexpr int width = Pack<Real>::width, layers = Order / 2;
    const int nx = static_cast<int>(s.in.n[0]), ny = static_cast<int>(s.in.n[1]), nz = static_cast<int>(s.in.n[2]);
    unsigned at[3] = {walk.at[0], walk.at[1], walk.at[2]};
#pragma unroll 1
    for (; at[2] < walk.n[2]; walk.advance(at)) {
        const int i = static_cast<int>(walk.first[0] + at[0]) * width, j = static_cast<int>(walk.first[1] + at[1]),
                  k = static_cast<int>(walk.first[2] + at[2]);
        const bool x_lo = i >= layers || (i == 0 && end[0] != RowEnd::near),
                   x_hi = i + width + layers <= nx || (i + width == nx && end[1] != RowEnd::near),
                   inside_y = Dim < 2 || (j >= layers && j + layers < ny),
                   inside_z = Dim < 3 || (k >= layers && k + layers < nz);
        if (x_lo && x_hi && inside_y && inside_z)
            compute_inner_pack<Dim, Order, Equal>(s, ends, end, i, i + j * s.in.pitch + k * s.in.plane, j + ny * k);
        else compute_pack_at_wall<Dim, Order, Equal>(s, {i, j, k}, plain);
    }
    const index_t packed = packs_of_row(s) * width, single = s.in.n[0] - packed;
    const index_t threads = index_t{gridDim.x} * blockDim.x;
#pragma unroll 1
    for (index_t n = index_t{blockIdx.x} * blockDim.x + threadIdx.x; n < single * s.in.n[1] * s.in.n[2]; n += threads) {
        index_t i = 0, j = 0;
        const index_t k = divide(divide(n, single, i), s.in.n[1], j);
        compute_single<Dim, Order, Equal>(s, packed + i, j, k);
    }
}

template <class Real, int Dim, int Order, bool Equal>
__global__ void __launch_bounds__(resident_threads<Real>(Order), 1)
    resident_kernel(const __grid_constant__ SweepPair<Real> pair, const __grid_constant__ BrickPlan plan,
                    const index_t sweeps) {
    __shared__ __align__(16) unsigned char memory[sizeof pair];
    __shared__ EndRows<Real, Order / 2> ends;
    SweepPair<Real>& turn = *reinterpret_cast<SweepPair<Real>*>(memory);
    if (threadIdx.x == 0) turn = pair;
    const Sweep<Real>& first = pair.sweep[0];
    bool plain = true;
    for (int side = 0; side < 2 * Dim; ++side) plain = plain && first.walls[side].plain();
    const RowEnd end[2] = {row_end<Order / 2>(first, false), row_end<Order / 2>(first, true)};
    const BrickWalk walk(plan);
    __syncthreads();
    read_end_rows<Order / 2>(ends, turn.sweep[0]);
#pragma unroll 1
    for (index_t n = 0;; ++n) {
        sweep_brick<Dim, Order, Equal>(turn.sweep[n % 2], walk, ends, end, plain);
        if (n + 1 == sweeps) return;
        __syncthreads(); // nobody looks at the ends any more
        if (threadIdx.x == 0) turn.sweep[(n + 1) % 2].wall_step = first.wall_step + n + 1;
        __syncthreads();
        read_end_rows<Order / 2>(ends, turn.sweep[(n + 1) % 2]);
        cooperative_groups::this_grid().sync();
    }
}

template <class Real>
using ResidentKernel = void (*)(SweepPair<Real>, BrickPlan, index_t);

template <class Real>
struct ResidentKernels {
    template <int Dim, int Order, bool Equal>
    static ResidentKernel<Real> get() {
        return &resident_kernel<Real, Dim, Order, Equal>;
    }
};

/// Whether blocks of a launch can meet on the current GPU.
inline bool blocks_can_meet() {
    int device = 0, can = 0;
    check(cudaGetDevice(&device), "asking for the current GPU");
    check(cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, device), "asking whether blocks can meet");
    return can != 0;
}

template <class Real>
bool advance_resident(const Advance<Real>& a) {
    const Sweep<Real>& s = a.sweep;
    if (!rows_are_aligned(s) || s.n_terms > 0 || s.in.n[0] >= index_t{1} << 31)
        return a.heun ? heun_singly(a) : advance_register(a);
    const ResidentKernel<Real> kernel = choose_stencil<ResidentKernels<Real>>(s.dim, s.order, s.equal_spacing);
    const int threads = resident_threads<Real>(s.order);
    const index_t slots = resident_blocks(kernel, threads, 0);
    const auto packs = static_cast<unsigned>(packs_of_row(s));
    BrickPlan plan =
        plan_bricks({std::max(packs, 1U), static_cast<unsigned>(s.in.n[1]), static_cast<unsigned>(s.in.n[2])},
                    static_cast<unsigned>(slots), static_cast<unsigned>(threads));
    plan.all[0] = packs;
    SweepPair<Real> pair{{s, s}};
    exchange(pair.sweep[1]);
    if (a.heun) pair.sweep[1] = heun_stage(pair.sweep[1], s.in.data);
    const index_t sweeps = a.heun ? 2 * a.steps : a.steps, at_once = blocks_can_meet() ? sweeps : 1;
    for (index_t n = 0; n < sweeps; n += at_once) {
        launch(Start::together, kernel, plan.blocks(), threads, 0, a.stream, pair, plan, at_once);
        if (at_once == 1) std::swap(pair.sweep[0], pair.sweep[1]), pair.sweep[0].wall_step = s.wall_step + n + 1;
    }
    return !a.heun && a.steps % 2 != 0;
}

template <class Real>
KernelFacts resident_facts(const StencilTraits& t) {
    constexpr double width = Pack<Real>::width;
    const double reads = 1 + (t.dim - 1) * t.order + t.order / width; // packs, and cells beside them
    const ResidentKernel<Real> kernel = choose_stencil<ResidentKernels<Real>>(t.dim, t.order, t.equal_spacing);
    return {resident_threads<Real>(t.order), registers_of(kernel), sizeof(SweepPair<Real>), sizeof(Real) * (reads + 1)};
}

} // namespace isotherm::cuda
