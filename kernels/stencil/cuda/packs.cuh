#pragma once

/// Packs of 16 bytes, their neighbours, what lies around the core (core.hpp), and the launch of kernels of packs.

#include "kernels/stencil/cuda/beyond.cuh"
#include "kernels/stencil/cuda/core.hpp"
#include "kernels/stencil/cuda/launch.cuh"

namespace isotherm::cuda {

template <class Real>
struct alignas(16) Pack {
    static constexpr int width = 16 / static_cast<int>(sizeof(Real));
    Real v[width];
};

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

/// The same where blocks of this launch have written it: not through the cache of what never changes.
template <class Real>
__device__ __forceinline__ Pack<Real> load_written_pack(const Real* from) {
    return *reinterpret_cast<const Pack<Real>*>(from);
}

/// Results are not read again in this sweep: they pass the caches.
template <class Real>
__device__ __forceinline__ void store_pack(Real* to, const Pack<Real>& pack) {
    if constexpr (sizeof(Real) == 4)
        __stcs(reinterpret_cast<float4*>(to), make_float4(pack.v[0], pack.v[1], pack.v[2], pack.v[3]));
    else __stcs(reinterpret_cast<double2*>(to), make_double2(pack.v[0], pack.v[1]));
}

/// Books what a wall lets in at a cell whose sum is at `heat`, from what it adds to the layers of ghosts
/// (book_wall_heat). Nobody else does in this sweep, so that the order of additions is known, and nobody waits for it
/// (atomicAdd would ask what kind of memory it is).
template <int Layers, class Real>
__device__ __forceinline__ void book_gains(const Real (&gains)[Layers], double* heat, double heat_weight) {
    const double what = heat_weight * sum_of_gains(gains); // add_heat
#if defined(__CUDA_ARCH__)
    asm volatile("red.relaxed.gpu.global.add.f64 [%0], %1;" ::"l"(__cvta_generic_to_global(heat)), "d"(what));
#else
    *heat += what;
#endif
}

/// What a wall of any kind adds to a cell of temperature T (WallView::gain): without a call, beside which a march would
/// keep hardly any registers.
template <class Real>
__device__ __forceinline__ Real made_gain(const WallView<Real>& wall, index_t step, index_t cell, int layer, Real T) {
    const WallRow<Real> row = wall.row(step, cell, layer);
    return row.w < 0 ? radiation_gain(row, T, wall.kelvin) : wall_gain(row, T);
}

/// The pack `offset` rows (axis 1) or planes (axis 2) from `here`, which is at place `at` of that axis; beyond a plain
/// wall the ghosts. `face` is the number of the wall's first cell under the pack.
template <int Layers, class Real>
__device__ __forceinline__ Pack<Real> load_across(const Sweep<Real>& s, int axis, const Real* here, index_t at,
                                                  int offset, index_t face) {
    const index_t n = s.in.n[axis], p = at + offset;
    if (p >= 0 && p < n) return load_written_pack(here + offset * s.in.stride(axis));
    const index_t layer = p < 0 ? -1 - p : p - n;
    if (layer >= Layers) return {}; // nobody looks there
    const WallView<Real>& wall = s.walls[side_of(axis, p >= n)];
    const index_t from = wall.periodic ? wrapped(p, n) : p < 0 ? layer : n - 1 - layer;
    Pack<Real> pack = load_written_pack(here + (from - at) * s.in.stride(axis));
    if (wall.periodic) return pack;
#pragma unroll
    for (int q = 0; q < Pack<Real>::width; ++q)
        pack.v[q] += wall.template gain<true>(s.wall_step, face + q, static_cast<int>(layer), pack.v[q]);
    return pack;
}

/// Neighbours of cell q of a pack: along x from its row, along the march from the window, else from the rows beside.
template <class Real, int Dim, int Layers, int WindowSize>
struct PackNear {
    const Pack<Real> (&window)[WindowSize]; ///< planes k - Layers .. k + Layers (and more) of the march
    const Real (&line)[Pack<Real>::width + 2 * Layers];
    const Pack<Real> (&beside)[2][Layers]; ///< rows j - 1, j - 2, .. and j + 1, j + 2, ..
    int q;
    template <int Axis, int Offset>
    __device__ __forceinline__ Real at() const {
        if constexpr (Axis == 0) return line[Layers + q + Offset];
        else if constexpr (Axis == Dim - 1) return window[Layers + Offset].v[q];
        else return beside[Offset > 0][(Offset > 0 ? Offset : -Offset) - 1].v[q];
    }
};

/// What the integrator's stage starts from: `centre`, or for a stage of Runge-Kutta more (stage_base).
template <class Real>
__device__ __forceinline__ Pack<Real> base_pack(const Sweep<Real>& s, const Pack<Real>& centre, index_t at) {
    Pack<Real> base = centre;
#pragma unroll 1
    for (int t = 0; t < s.n_terms; ++t) {
        const Pack<Real> term = *reinterpret_cast<const Pack<Real>*>(s.terms[t] + at);
#pragma unroll
        for (int q = 0; q < Pack<Real>::width; ++q)
            base.v[q] = fused(s.term_weights[t], term.v[q] - centre.v[q], base.v[q]);
    }
    return base;
}

/// The cells of a row beside the packs of a warp, by shuffle. The lanes at the ends of the warp are left to the caller.
template <int Layers, class Real>
__device__ __forceinline__ void shuffle_line(Real (&line)[Pack<Real>::width + 2 * Layers], const Pack<Real>& centre) {
    constexpr int width = Pack<Real>::width;
#pragma unroll
    for (int q = 0; q < width; ++q) line[Layers + q] = centre.v[q];
#pragma unroll
    for (int o = 1; o <= Layers; ++o) {
        const int lanes = (o + width - 1) / width;
        line[Layers - o] = __shfl_up_sync(0xffffffffU, centre.v[lanes * width - o], lanes);
        line[Layers + width - 1 + o] = __shfl_down_sync(0xffffffffU, centre.v[(o - 1) % width], lanes);
    }
}

/// Books the heat that one plain wall lets in beside a pack; `face` is the number of the wall's first cell under it,
/// T[m] the pack m layers from the wall (book_wall_heat).
template <int Order, class Real>
__device__ __forceinline__ void book_pack_heat(const Sweep<Real>& s, int side, index_t face,
                                               const Pack<Real> (&T)[Order / 2]) {
    const WallView<Real>& wall = s.walls[side];
    if (wall.periodic || wall.heat == nullptr) return;
#pragma unroll
    for (int q = 0; q < Pack<Real>::width; ++q) {
        Real gains[Order / 2];
#pragma unroll
        for (int m = 0; m < Order / 2; ++m) gains[m] = wall.template gain<true>(s.wall_step, face + q, m, T[m].v[q]);
        book_gains(gains, wall.heat + face + q, s.heat_weight);
    }
}

/// Books the heat that a plain wall of x lets in at a cell beside it.
template <int Layers, class Real>
__device__ __forceinline__ void book_end_heat(const Sweep<Real>& s, bool high, index_t i, index_t j, index_t k) {
    const WallView<Real>& wall = s.walls[side_of(0, high)];
    if (wall.periodic || wall.heat == nullptr) return;
    const index_t cell = face_cell(s.in.n, 0, i, j, k);
    Real gains[Layers];
#pragma unroll
    for (int m = 0; m < Layers; ++m)
        gains[m] = wall.template gain<true>(s.wall_step, cell, m, s.in(high ? i - m : i + m, j, k));
    book_gains(gains, wall.heat + cell, s.heat_weight);
}

/// A pack between plain walls and all that its cells see, every row and plane through load_across.
template <int Dim, int Layers, class Real>
struct ShellPack {
    static constexpr int width = Pack<Real>::width;
    Pack<Real> window[2 * Layers + 1], beside[2][Layers] = {};
    Real line[width + 2 * Layers];

    __device__ __forceinline__ ShellPack(const Sweep<Real>& s, const CellPlace& at) {
        const auto [i, j, k] = at;
        const index_t nx = s.in.n[0], march_at = Dim == 2 ? j : k, march_face = i + (Dim == 3 ? nx * j : 0);
        const Real* const here = &s.in(i, j, k);
        if constexpr (Dim == 1) window[Layers] = load_written_pack(here);
        else {
#pragma unroll
            for (int w = -Layers; w <= Layers; ++w)
                window[w + Layers] = load_across<Layers>(s, Dim - 1, here, march_at, w, march_face);
        }
        if constexpr (Dim == 3) {
#pragma unroll
            for (int m = 0; m < Layers; ++m) {
                beside[0][m] = load_across<Layers>(s, 1, here, j, -1 - m, i + nx * k);
                beside[1][m] = load_across<Layers>(s, 1, here, j, 1 + m, i + nx * k);
            }
        }
#pragma unroll
        for (int q = 0; q < width; ++q) line[Layers + q] = centre().v[q];
#pragma unroll
        for (int m = 1; m <= Layers; ++m) {
            line[Layers - m] = i >= m ? here[-m] : extended<true>(s, 0, -m, i, j, k);
            line[Layers + width - 1 + m] =
                i + width - 1 + m < nx ? here[width - 1 + m] : extended<true>(s, 0, m, i + width - 1, j, k);
        }
    }
    [[nodiscard]] __device__ __forceinline__ const Pack<Real>& centre() const { return window[Layers]; }

    /// Books the heat of the walls that the pack touches.
    __device__ __forceinline__ void book(const Sweep<Real>& s, const CellPlace& at) const {
        const auto [i, j, k] = at;
        const index_t nx = s.in.n[0], march_face = i + (Dim == 3 ? nx * j : 0);
        if (i == 0) book_end_heat<Layers>(s, false, i, j, k);
        if (i + width == nx) book_end_heat<Layers>(s, true, nx - 1, j, k);
#pragma unroll
        for (int axis = 1; axis < Dim; ++axis)
#pragma unroll
            for (int high = 0; high < 2; ++high) {
                if ((axis == 1 ? j : k) != (high ? s.in.n[axis] - 1 : 0)) continue;
                Pack<Real> T[Layers];
#pragma unroll
                for (int m = 0; m < Layers; ++m)
                    T[m] = axis == Dim - 1 ? window[high ? Layers - m : Layers + m]
                           : m == 0        ? centre()
                                           : beside[!high][m - (m > 0)];
                book_pack_heat<2 * Layers>(s, side_of(axis, high), axis == Dim - 1 ? march_face : i + nx * k, T);
            }
    }
};

template <int Dim, int Order, bool Equal, class Real>
__device__ __forceinline__ void compute_shell_pack(const Sweep<Real>& s, const CellPlace& at) {
    constexpr int layers = Order / 2, width = Pack<Real>::width;
    const ShellPack<Dim, layers, Real> near(s, at);
    const Real* const here = &s.in(at.i, at.j, at.k);
    const Pack<Real> base = base_pack(s, near.centre(), here - s.in.data);
    Pack<Real> out;
#pragma unroll
    for (int q = 0; q < width; ++q)
        out.v[q] = update_cell<Dim, Order, Equal>(
            base.v[q], near.centre().v[q],
            PackNear<Real, Dim, layers, 2 * layers + 1>{near.window, near.line, near.beside, q}, s.r);
    store_pack(&s.out(at.i, at.j, at.k), out);
    near.book(s, at);
}

/// Any cell, and the heat of its walls.
template <int Dim, int Order, bool Equal, class Real>
__device__ __noinline__ void compute_single(const Sweep<Real>& s, index_t i, index_t j, index_t k) {
    s.out(i, j, k) = update_any_cell<Dim, Order, Equal>(s, i, j, k);
    book_cell_heat(s, i, j, k);
}

/// What the blocks behind the tiles do: the packs of the shell, then single cells; both book the heat of their walls.
template <int Dim, int Order, bool Equal, class Real>
__device__ __noinline__ void compute_rest(const Sweep<Real>& s, const TilePlan& plan, const Core& core) {
    constexpr int width = Pack<Real>::width;
    const index_t n = index_t{blockIdx.x - plan.tiles} * blockDim.x + threadIdx.x;
    const index_t packs = shell_packs(core, s.in.n, width);
    if constexpr (Dim > 1)
        if (n < packs) {
            const CellPlace at = shell_place(core, s.in.n, width, n);
            if (core.plain) return compute_shell_pack<Dim, Order, Equal>(s, at);
#pragma unroll 1
            for (int q = 0; q < width; ++q) compute_single<Dim, Order, Equal>(s, at.i + q, at.j, at.k);
            return;
        }
    if (n - packs >= single_cells(core, s.in.n)) return;
    const auto [i, j, k] = single_place(core, s.in.n, n - packs);
    compute_single<Dim, Order, Equal>(s, i, j, k);
}

/// Such a kernel begins with wait_for_previous().
template <class Real>
using PackKernel = void (*)(Sweep<Real>, TilePlan, Core);

/// All steps of `a` by a kernel of packs.
template <class Real>
bool run_packs(const Advance<Real>& a, PackKernel<Real> kernel, const Core& core, TileShape tile, int threads,
               index_t longest, index_t shared_bytes = 0) {
    const Sweep<Real>& first = a.sweep;
    allow_shared(kernel, shared_bytes);
    const index_t slots = resident_blocks(kernel, threads, shared_bytes);
    const TilePlan plan = plan_core(first, core, tile, threads, slots, longest);
    const index_t rest = shell_packs(core, first.in.n, Pack<Real>::width) + single_cells(core, first.in.n);
    const index_t blocks = plan.blocks() + ceil_div(rest, threads);
    // Beside a march of three axes the blocks that wait would take room from the last ones.
    const Start start = first.dim == 3 ? Start::in_turn : Start::early;
    return ping_pong(a, [&](const Sweep<Real>& s) {
        launch(start, kernel, blocks, threads, shared_bytes, a.stream, s, plan, core);
    });
}

} // namespace isotherm::cuda
