#pragma once

/// What all marches over variable coefficients have in common: where a lane of a warp is, and the cells around the core
/// (kernels/stencil/cuda/core.hpp), the shell in packs, single cells through the definition.

#include "kernels/stencil/cuda/register.cuh"
#include "kernels/stencil/variable/variants.hpp"

namespace isotherm::cuda {

/// Blocks of the naive kernel.
inline constexpr int naive_threads = 256;

/// A cell that is in no pack, and the heat of the walls beside it.
template <int Dim, class Real>
__device__ __forceinline__ void compute_single_cell(const VariableSweep<Real>& s, const Core& core, index_t cell) {
    if (cell >= single_cells(core, s.in.n)) return;
    const auto [i, j, k] = single_place(core, s.in.n, cell);
    book_cell_heat<Real>(s, i, j, k);
    s.out(i, j, k) = update_any_variable<Dim>(s, i, j, k);
}

/// Where the packs beside a pack of the shell lie, and the cells beside its ends; a wall has the pack itself there, a
/// periodic axis its other end.
template <class Real>
struct Beside {
    index_t pack[4]; ///< y_lo, y_hi, z_lo, z_hi
    index_t x_lo, x_hi;
    __device__ __forceinline__ Beside(const VariableSweep<Real>& s, const CellPlace& at) {
#pragma unroll
        for (int side = 2; side < 6; ++side) pack[side - 2] = place_beyond(s, side, at.i, at.j, at.k);
        x_lo = place_beyond(s, 0, at.i, at.j, at.k);
        x_hi = place_beyond(s, 1, at.i + Pack<Real>::width - 1, at.j, at.k);
    }
};

/// The cells of a pack of the shell beside walls that are not plain, one by one.
template <int Dim, class Real>
__device__ __noinline__ void compute_cells_of_pack(const VariableSweep<Real>& s, const CellPlace& at) {
#pragma unroll 1
    for (index_t i = at.i; i < at.i + Pack<Real>::width; ++i) {
        book_cell_heat<Real>(s, i, at.j, at.k);
        s.out(i, at.j, at.k) = update_any_variable<Dim>(s, i, at.j, at.k);
    }
}

/// What the blocks behind a march do: the packs of the shell, whose new values `Update` makes from all that is beside
/// them, then single cells; both book the heat of their walls.
template <class Update, class Real>
__device__ __noinline__ void compute_variable_rest(const VariableSweep<Real>& s, const TilePlan& plan,
                                                   const Core& core) {
    constexpr int width = Pack<Real>::width;
    const index_t n = index_t{blockIdx.x - plan.tiles} * blockDim.x + threadIdx.x;
    const index_t packs = shell_packs(core, s.in.n, width);
    if (n >= packs) return compute_single_cell<3>(s, core, n - packs);
    const CellPlace at = shell_place(core, s.in.n, width, n);
    if (!core.plain) return compute_cells_of_pack<3>(s, at);
    const ShellPack<3, 1, Real> near(s, at);
    const index_t here = at.i + at.j * s.in.pitch + at.k * s.in.plane;
    const Pack<Real> base = base_pack(s, near.centre(), here);
    store_pack(s.out.data + here, Update::shell_pack(s, at, here, near, base));
    near.book(s, at);
}

template <class Real, int Dim>
__global__ void __launch_bounds__(naive_threads)
    variable_naive(const __grid_constant__ VariableSweep<Real> s, const __grid_constant__ Core none) {
    compute_single_cell<Dim>(s, none, index_t{blockIdx.x} * naive_threads + threadIdx.x);
}

/// Throws UsageError where a launch cannot have that many blocks.
inline index_t checked_blocks(index_t blocks) {
    if (blocks > most_blocks) throw UsageError("grid.cells: more cells than one GPU launch can have; use fewer");
    return blocks;
}

template <class Real>
bool advance_variable_naive(const VariableAdvance<Real>& a) {
    using Kernel = void (*)(VariableSweep<Real>, Core);
    const Kernel kernel = choose<int, 1, 2, 3>(
        a.sweep.dim, [](auto dim) -> Kernel { return &variable_naive<Real, decltype(dim)::value>; });
    const index_t blocks = checked_blocks(ceil_div(a.sweep.in.cells(), naive_threads));
    return ping_pong(
        a, [&](const VariableSweep<Real>& s) { launch(kernel, blocks, naive_threads, 0, a.stream, s, Core{}); });
}

/// The core of a march over variable coefficients: no warp of 32 packs from the row's start has only one of them, whose
/// lane would look beyond both ends.
template <class Real>
Core variable_core(const Sweep<Real>& s) {
    constexpr int width = Pack<Real>::width;
    Core core = core_of(s, true);
    if (core.hi[0] / width % 32 == 1) core.hi[0] -= width, core.books[1] = false;
    return s.dim == 3 && core.hi[0] > core.lo[0] ? core : Core{};
}

template <class Real>
using MarchKernel = void (*)(VariableSweep<Real>, TilePlan, Core);

/// All steps of `a` by a kernel that marches through `core`, and computes the rest in blocks behind it.
template <class Real>
bool run_march(const VariableAdvance<Real>& a, MarchKernel<Real> kernel, const Core& core, const RegisterShape& shape) {
    Core from_start = core;
    from_start.lo[0] = 0;
    const TileShape tile = register_tile<Real>(shape, 3, core.hi[0]);
    const TilePlan plan = plan_core<Real>(a.sweep, from_start, tile, shape.threads(),
                                          resident_blocks(kernel, shape.threads(), 0), shape.longest);
    const index_t rest = shell_packs(core, a.sweep.in.n, Pack<Real>::width) + single_cells(core, a.sweep.in.n);
    const index_t blocks = checked_blocks(plan.blocks() + ceil_div(rest, shape.threads()));
    return ping_pong(
        a, [&](const VariableSweep<Real>& s) { launch(kernel, blocks, shape.threads(), 0, a.stream, s, plan, core); });
}

/// A lane's way up its column of the core. Warps begin at multiples of 32 packs, whatever cells the core leaves out, so
/// that what is known of pieces of rows (media_runs.hpp) holds for a warp.
template <class Real>
struct Column {
    const Real* here = nullptr; ///< T of the pack
    int piece, j, k;            ///< of the first plane
    int steps = 0;              ///< planes that are left; 0: the warp has none
    int face;                   ///< number of the cell of an x wall
    int beside_x;               ///< from the pack to the cell beyond it that no other lane has
    LaneDuty duty;

    __device__ __forceinline__ Column(const Sweep<Real>& s, const TilePlan& plan, const Core& core) {
        constexpr int cells = 32 * Pack<Real>::width;
        const TilePlace tile = tile_place(plan);
        const int warp = threadIdx.x / 32, warps_x = plan.tile.x / cells;
        piece = static_cast<int>(tile.x) * warps_x + warp % warps_x;
        j = static_cast<int>(core.lo[1] + index_t{tile.y} * plan.tile.y) + warp / warps_x;
        k = static_cast<int>(core.lo[2] + tile.z * plan.chunk);
        if (index_t{piece} * cells >= core.hi[0] || j >= core.hi[1]) return; // whole warps
        const LanePlace<Real, 1> place(s, core, index_t{piece} * cells);
        const bool active = place.active && place.x >= core.lo[0];
        duty = active ? place.duty : place.duty.without(LaneDuty::active | LaneDuty::books);
        beside_x = place.beside_x;
        const index_t end = k + plan.chunk < core.hi[2] ? k + plan.chunk : core.hi[2];
        steps = static_cast<int>(end - k);
        face = static_cast<int>(j + s.in.n[1] * k);
        here = s.in.data + (place.x + j * s.in.pitch + k * s.in.plane);
    }
    /// What another array laid out as the field has there.
    template <class T>
    __device__ __forceinline__ const T* of(const T* array, const Sweep<Real>& s) const {
        const index_t bytes = reinterpret_cast<const char*>(here) - reinterpret_cast<const char*>(s.in.data);
        if constexpr (sizeof(T) == sizeof(Real))
            return reinterpret_cast<const T*>(reinterpret_cast<const char*>(array) + bytes);
        else return array + (here - s.in.data);
    }
    /// The cells of the row of `centre` with those beyond both ends of the pack, and in `gain` what an x wall adds.
    __device__ __forceinline__ void complete(Real (&line)[Pack<Real>::width + 2], Real (&gain)[1],
                                             const Pack<Real>& centre, const EndRows<Real, 1>& ends) const {
        shuffle_line<1>(line, centre);
        complete_line<1>(line, gain, duty, ends);
    }
    /// Stores new values and books what an x wall let in.
    __device__ __forceinline__ void finish(const Sweep<Real>& s, const Pack<Real>& out, const Real (&gain)[1],
                                           const EndRows<Real, 1>& ends) const {
        if (duty.has(LaneDuty::active)) store_pack(const_cast<Real*>(of(static_cast<const Real*>(s.out.data), s)), out);
        if (duty.has(LaneDuty::books)) book_gains(gain, ends.heat[duty.has(LaneDuty::right)] + face, s.heat_weight);
    }
    __device__ __forceinline__ void advance(const Sweep<Real>& s, const TilePlan& plan) {
        here = reinterpret_cast<const Real*>(reinterpret_cast<const char*>(here) + plan.stride_bytes);
        face += static_cast<int>(s.in.n[1]);
        --steps;
    }
};

/// s of the cells of a pack beside what their medium has, at `field` of the heating field.
template <class Real>
__device__ __forceinline__ void add_heating_field(Pack<Real>& heating, const Real* field) {
    const Pack<Real> more = load_pack(field);
#pragma unroll
    for (int q = 0; q < Pack<Real>::width; ++q) heating.v[q] += more.v[q];
}

} // namespace isotherm::cuda
