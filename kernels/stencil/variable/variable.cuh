#pragma once

/// The CUDA kernels for variable coefficients.
///
///     naive   one thread per cell, everything through `update_any_variable`
///     march   inside the grid: a thread owns 16 bytes of cells along x and marches along z, keeping the planes below,
///             of and above it in registers, and the one after that on its way; cells left and right come by shuffle,
///             rows beside through the caches. Media travel beside the temperatures, a byte per cell: where all cells
///             that a thread looks at are of one medium, its three coefficients stay in registers. Coefficients of
///             single cells come as packs. The outermost cells, and the heat of the walls, are left to blocks of their
///             own at the end of the launch: few, and no thread inside knows of walls.

#include "kernels/base/choose.hpp"
#include "kernels/base/cuda_check.hpp"
#include "kernels/stencil/cuda/launch.cuh"
#include "kernels/stencil/cuda/plan.hpp"
#include "kernels/stencil/variable/variants.hpp"

namespace isotherm::cuda {

inline constexpr int shell_threads = 256;

/// The cells that the marching kernel leaves out: `inner` is its box [lo, hi) in x (whole packs), and all rows and
/// planes but the outermost. Empty inner box: every cell is shell.
struct Shell {
    index_t lo = 0, hi = 0; ///< of x
    bool all = true;
};

/// Cells of the shell in the order: two planes z, then two rows y of each other plane, then both ends x of what is
/// left.
struct ShellCount {
    index_t planes, rows, ends, all;
};
template <class Real>
ISO_HD ShellCount shell_count(const Sweep<Real>& s, const Shell& shell) {
    const index_t nx = s.in.n[0], ny = s.in.n[1], nz = s.in.n[2];
    if (shell.all) return {nx * ny * nz, 0, 0, nx * ny * nz};
    const index_t planes = 2 * nx * ny, rows = 2 * nx * (nz - 2);
    const index_t ends = (shell.lo + nx - shell.hi) * (ny - 2) * (nz - 2);
    return {planes, rows, ends, planes + rows + ends};
}

struct CellPlace {
    index_t i, j, k;
};
template <class Real>
__device__ __forceinline__ CellPlace shell_cell(const Sweep<Real>& s, const Shell& shell, const ShellCount& count,
                                                index_t cell) {
    const index_t nx = s.in.n[0], ny = s.in.n[1], nz = s.in.n[2];
    if (cell < count.planes) {
        const index_t row = cell / nx, i = cell - row * nx, k = row / ny;
        return {i, row - k * ny, shell.all ? k : k * (nz - 1)};
    }
    cell -= count.planes;
    if (cell < count.rows) {
        const index_t row = cell / nx, i = cell - row * nx;
        return {i, row % 2 == 0 ? 0 : ny - 1, 1 + row / 2};
    }
    cell -= count.rows;
    const index_t width = shell.lo + nx - shell.hi, row = cell / width, end = cell - row * width;
    return {end < shell.lo ? end : shell.hi + end - shell.lo, 1 + row % (ny - 2), 1 + row / (ny - 2)};
}

/// Cell `cell` of the shell, and the heat of the walls beside it.
template <int Dim, class Real>
__device__ __noinline__ void compute_shell(const VariableSweep<Real>& s, const Shell& shell, index_t cell) {
    const ShellCount count = shell_count<Real>(s, shell);
    if (cell >= count.all) return;
    const CellPlace p = shell_cell<Real>(s, shell, count, cell);
    book_cell_heat<Real>(s, p.i, p.j, p.k);
    s.out(p.i, p.j, p.k) = update_any_variable<Dim>(s, p.i, p.j, p.k);
}

template <class Real, int Dim>
__global__ void __launch_bounds__(shell_threads)
    variable_shell(const __grid_constant__ VariableSweep<Real> s, const __grid_constant__ Shell shell) {
    compute_shell<Dim>(s, shell, index_t{blockIdx.x} * shell_threads + threadIdx.x);
}

template <class Real>
void launch_shell(const VariableSweep<Real>& s, const Shell& shell, void* stream) {
    using Kernel = void (*)(VariableSweep<Real>, Shell);
    const Kernel kernel =
        choose<int, 1, 2, 3>(s.dim, [](auto dim) -> Kernel { return &variable_shell<Real, decltype(dim)::value>; });
    const index_t blocks = ceil_div(shell_count<Real>(s, shell).all, shell_threads);
    if (blocks > most_blocks) throw UsageError("grid.cells: more cells than one GPU launch can have; use fewer");
    launch(kernel, blocks, shell_threads, 0, stream, s, shell);
}

template <class Real>
bool advance_variable_naive(const VariableAdvance<Real>& a) {
    return ping_pong(a, [&](const VariableSweep<Real>& s) { launch_shell(s, Shell{}, a.stream); });
}

// --- march -----------------------------------------------------------------------------------------------------------

inline constexpr int march_rows = 8; ///< warps of a block, one row of cells each
inline constexpr int march_threads = 32 * march_rows;

/// 16 bytes of temperatures and the media of the same cells in one word.
template <class Real>
struct Cells;
template <>
struct Cells<float> {
    static constexpr int width = 4;
    using Word = std::uint32_t;
    static constexpr Word ones = 0x01010101U;
};
template <>
struct Cells<double> {
    static constexpr int width = 2;
    using Word = std::uint16_t;
    static constexpr Word ones = 0x0101U;
};

template <class Real>
struct alignas(16) Four {
    Real v[Cells<Real>::width];
};

struct VariablePlan {
    unsigned tiles_x = 1, tiles_y = 1;
    unsigned tiles = 1; ///< blocks that march; those behind them do the shell
    int chunk = 1;      ///< planes that a block marches through
    Shell shell;
};

template <class Real>
__device__ __forceinline__ Four<Real> load_cells(const Real* p) {
    return *reinterpret_cast<const Four<Real>*>(p);
}
template <class Real>
__device__ __forceinline__ std::uint32_t load_media(const std::uint8_t* p) {
    return *reinterpret_cast<const typename Cells<Real>::Word*>(p);
}
__device__ __forceinline__ int byte_of(std::uint32_t word, int q) { return static_cast<int>(word >> (8 * q) & 0xffU); }

/// Media beside a pack of cells: along x one byte each, along y and z words.
struct MediaNear {
    std::uint32_t own, y_lo, y_hi, z_lo, z_hi;
    int x_lo, x_hi;
};

/// a_f of cell q of the pack.
template <class Real>
__device__ __forceinline__ void look_up(const Medium<Real>& m, const MediaNear& near, int q, Real (&a)[6]) {
    constexpr int last = Cells<Real>::width - 1;
    const int count = m.count, own = byte_of(near.own, q);
    const Real *const x = m.pairs + own * count, *const y = x + count * count, *const z = y + count * count;
    a[0] = x[q == 0 ? near.x_lo : byte_of(near.own, q - 1)];
    a[1] = x[q == last ? near.x_hi : byte_of(near.own, q + 1)];
    a[2] = y[byte_of(near.y_lo, q)];
    a[3] = y[byte_of(near.y_hi, q)];
    a[4] = z[byte_of(near.z_lo, q)];
    a[5] = z[byte_of(near.z_hi, q)];
}

/// a_f of all cells of the pack at `at`, where every cell has its own.
template <class Real>
__device__ __forceinline__ void load_coefficients(const Medium<Real>& m, index_t at, Four<Real> (&a)[6]) {
#pragma unroll
    for (int side = 0; side < 6; ++side) a[side] = load_cells(m.cell[side] + at);
}

template <class Real, bool PerCell>
__global__ void __launch_bounds__(march_threads, 3)
    variable_march(const __grid_constant__ VariableSweep<Real> s, const __grid_constant__ VariablePlan plan) {
    static_assert(march_threads == shell_threads);
    if (blockIdx.x >= plan.tiles)
        return compute_shell<3>(s, plan.shell, index_t{blockIdx.x - plan.tiles} * shell_threads + threadIdx.x);
    constexpr int width = Cells<Real>::width, last = width - 1;
    const int lane = threadIdx.x % 32, nz = static_cast<int>(s.in.n[2]);
    const unsigned tile = blockIdx.x % (plan.tiles_x * plan.tiles_y),
                   piece = blockIdx.x / (plan.tiles_x * plan.tiles_y);
    const index_t j = 1 + index_t{tile / plan.tiles_x} * march_rows + threadIdx.x / 32;
    if (j >= s.in.n[1] - 1) return; // a whole warp
    index_t x = plan.shell.lo + (index_t{tile % plan.tiles_x} * 32 + lane) * width;
    const bool active = x < plan.shell.hi;
    if (!active) x = plan.shell.hi - width; // lanes behind the end repeat the last pack and store nothing
    const bool reads_left = lane == 0, reads_right = lane == 31 || x + width == plan.shell.hi;
    const int k0 = 1 + static_cast<int>(piece) * plan.chunk, k1 = k0 + plan.chunk < nz - 1 ? k0 + plan.chunk : nz - 1;

    const index_t pitch = s.in.pitch, plane = s.in.plane;
    index_t at = x + j * pitch + k0 * plane;
    const Medium<Real>& m = s.medium;
    const Real* const heating = m.heating == nullptr ? nullptr : m.heating + s.wall_step * m.heating_stride;
    Four<Real> below = load_cells(s.in.data + at - plane), c = load_cells(s.in.data + at);
    Four<Real> above = load_cells(s.in.data + at + plane);
    MediaNear near{};
    if constexpr (!PerCell) {
        near.z_lo = load_media<Real>(m.index + at - plane);
        near.own = load_media<Real>(m.index + at);
        near.z_hi = load_media<Real>(m.index + at + plane);
    }
    int known = -1; // medium whose coefficients are in `one`
    Real one[3] = {};
#pragma unroll 1
    for (int k = k0; k < k1; ++k, at += plane) {
        const index_t beyond = k + 1 < k1 ? at + 2 * plane : at; // the plane after the one above, if it is needed
        const Four<Real> next = load_cells(s.in.data + beyond);
        const Four<Real> south = load_cells(s.in.data + at - pitch), north = load_cells(s.in.data + at + pitch);
        std::uint32_t next_media = 0;
        Four<Real> own[6];
        Real left = __shfl_up_sync(0xffffffffU, c.v[last], 1), right = __shfl_down_sync(0xffffffffU, c.v[0], 1);
        if (reads_left) left = s.in.data[at - 1];
        if (reads_right) right = s.in.data[at + width];
        bool uniform = false;
        if constexpr (PerCell) {
            load_coefficients(m, at, own);
        } else {
            next_media = load_media<Real>(m.index + beyond);
            near.y_lo = load_media<Real>(m.index + at - pitch);
            near.y_hi = load_media<Real>(m.index + at + pitch);
            near.x_lo = byte_of(__shfl_up_sync(0xffffffffU, near.own, 1), last);
            near.x_hi = byte_of(__shfl_down_sync(0xffffffffU, near.own, 1), 0);
            if (reads_left) near.x_lo = m.index[at - 1];
            if (reads_right) near.x_hi = m.index[at + width];
            const int medium = byte_of(near.own, 0);
            uniform = near.own == static_cast<std::uint32_t>(medium) * Cells<Real>::ones && near.y_lo == near.own &&
                      near.y_hi == near.own && near.z_lo == near.own && near.z_hi == near.own && near.x_lo == medium &&
                      near.x_hi == medium;
            if (uniform && medium != known) {
                known = medium;
#pragma unroll
                for (int axis = 0; axis < 3; ++axis) one[axis] = m.pairs[(axis * m.count + medium) * m.count + medium];
            }
        }
        Four<Real> base = c, out;
        for (int t = 0; t < s.n_terms; ++t) {
            const Four<Real> term = load_cells(s.terms[t] + at);
#pragma unroll
            for (int q = 0; q < width; ++q) base.v[q] = fused(s.term_weights[t], term.v[q] - c.v[q], base.v[q]);
        }
        Four<Real> hot{};
        if (heating != nullptr)
#pragma unroll
            for (int q = 0; q < width; ++q) hot.v[q] = heating[byte_of(near.own, q)];
        if (m.heating_field != nullptr) {
            const Four<Real> more = load_cells(m.heating_field + at);
#pragma unroll
            for (int q = 0; q < width; ++q) hot.v[q] += more.v[q];
        }
#pragma unroll
        for (int q = 0; q < width; ++q) {
            const Real t[6] = {q == 0 ? left : c.v[q == 0 ? 0 : q - 1],
                               q == last ? right : c.v[q == last ? last : q + 1],
                               south.v[q],
                               north.v[q],
                               below.v[q],
                               above.v[q]};
            Real a[6] = {one[0], one[0], one[1], one[1], one[2], one[2]};
            if constexpr (PerCell) {
#pragma unroll
                for (int side = 0; side < 6; ++side) a[side] = own[side].v[q];
            } else if (!uniform) look_up(m, near, q, a);
            out.v[q] = update_variable<3>(base.v[q], c.v[q], t, a, hot.v[q], s.r[0]);
        }
        if (active) *reinterpret_cast<Four<Real>*>(s.out.data + at) = out;
        below = c, c = above, above = next;
        near.z_lo = near.own, near.own = near.z_hi, near.z_hi = next_media;
    }
}

/// The box of whole packs that no x wall touches.
template <class Real>
Shell shell_of(const VariableSweep<Real>& s) {
    constexpr index_t width = Cells<Real>::width;
    const index_t nx = s.in.n[0], hi = (nx - 1) / width * width;
    const bool inside = s.dim == 3 && hi > width && s.in.n[1] > 2 && s.in.n[2] > 2;
    const auto on = [](const void* p, std::size_t bytes) { return reinterpret_cast<std::uintptr_t>(p) % bytes == 0; };
    bool aligned = rows_are_aligned<Real>(s) && on(s.medium.index, sizeof(typename Cells<Real>::Word)) &&
                   on(s.medium.heating_field, 16);
    if (s.medium.index == nullptr)
        for (const Real* coefficients : s.medium.cell) aligned = aligned && on(coefficients, 16);
    return inside && aligned ? Shell{width, hi, false} : Shell{};
}

template <class Real>
bool advance_variable_march(const VariableAdvance<Real>& a) {
    const Shell shell = shell_of(a.sweep);
    if (shell.all) return advance_variable_naive(a);
    void (*const kernel)(VariableSweep<Real>, VariablePlan) =
        a.sweep.medium.index == nullptr ? &variable_march<Real, true> : &variable_march<Real, false>;
    VariablePlan plan;
    plan.shell = shell;
    const index_t planes = a.sweep.in.n[2] - 2;
    const index_t tiles_x = ceil_div(shell.hi - shell.lo, 32 * Cells<Real>::width);
    const index_t tiles_y = ceil_div(a.sweep.in.n[1] - 2, march_rows);
    plan.tiles_x = static_cast<unsigned>(tiles_x);
    plan.tiles_y = static_cast<unsigned>(tiles_y);
    plan.chunk = static_cast<int>(best_chunk(planes, tiles_x * tiles_y, resident_blocks(kernel, march_threads, 0), 2));
    const index_t tiles = tiles_x * tiles_y * ceil_div(planes, plan.chunk);
    const index_t blocks = tiles + ceil_div(shell_count<Real>(a.sweep, shell).all, shell_threads);
    if (blocks > most_blocks) throw UsageError("grid.cells: more cells than one GPU launch can have; use fewer");
    plan.tiles = static_cast<unsigned>(tiles);
    return ping_pong(
        a, [&](const VariableSweep<Real>& s) { launch(kernel, blocks, march_threads, 0, a.stream, s, plan); });
}

} // namespace isotherm::cuda
