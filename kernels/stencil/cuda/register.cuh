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
/// 48 warps on a multiprocessor. Only threads beside a wall leave the straight path.
///
/// In 2-D the march is along y; in 1-D it goes over pieces of the row and there is no window.

#include "kernels/stencil/cuda/march.cuh"
#include "kernels/stencil/cuda/march_launch.cuh"

namespace isotherm::cuda {

/// What is tuned: warps of a block, blocks that a multiprocessor should hold. One register too many spills in the inner
/// loop and costs a factor of four. How the warps lie over x and y is chosen per grid (register_tile).
struct RegisterShape {
    int warps;
    int blocks;
};
constexpr RegisterShape register_shape(int dim, int order) {
    if (dim < 3) return {8, 4};
    return order == 2 ? RegisterShape{16, 2} : order == 4 ? RegisterShape{8, 3} : RegisterShape{8, 2};
}

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

/// Cells of a row that the march computes: whole packs whose ghosts, if they need any, mirror cells of the same pack.
/// The few others, at the ends of rows of odd length or with packs narrower than the stencil, are computed one by one
/// by blocks of their own.
struct Span {
    index_t begin, end;
    [[nodiscard]] ISO_HD index_t rest(index_t nx) const { return nx - (end - begin); } ///< cells of a row outside
};
template <class Real>
ISO_HD Span marched_span(index_t nx, int layers) {
    constexpr index_t width = 16 / static_cast<index_t>(sizeof(Real));
    const index_t begin = layers <= width ? 0 : (layers + width - 1) / width * width;
    const index_t end = layers <= width && nx % width == 0 ? nx : (nx - layers) / width * width;
    return end > begin ? Span{begin, end} : Span{0, 0};
}

/// The rest of all rows, a cell per thread.
template <int Dim, int Order, bool Equal, class Real>
__device__ __noinline__ void compute_rest(const Sweep<Real>& s, const Span& span, index_t block) {
    const index_t rest = span.rest(s.in.n[0]), n = block * blockDim.x + threadIdx.x, row = n / rest, m = n % rest;
    if (row >= s.in.n[1] * s.in.n[2]) return;
    const index_t i = m < span.begin ? m : m - span.begin + span.end, j = row % s.in.n[1], k = row / s.in.n[1];
    s.out(i, j, k) = update_any_cell<Dim, Order, Equal>(s, i, j, k);
}

/// Turns the mirrored cells of a whole pack into the ghosts of layer `layer`; `face` is the face cell of the first.
template <class Real>
__device__ __forceinline__ void make_pack_ghosts(Pack<Real>& pack, const Sweep<Real>& sweep, int side, int layer,
                                                 index_t face) {
    const Sweep<Real>& s = seldom(sweep);
    const WallView<Real>& wall = s.walls[side];
    if (wall.periodic) return;
#pragma unroll
    for (int q = 0; q < Pack<Real>::width; ++q) pack.v[q] = ghost(wall.row(s.wall_step, face + q, layer), pack.v[q]);
}

/// The pack of plane p of the march, beyond a wall the ghosts; `pack` lies in plane k, `row` is its row in 3-D.
template <int Dim, int Layers, class Real>
__device__ __forceinline__ Pack<Real> load_plane(const Sweep<Real>& s, const Real* pack, int k, int p, index_t x,
                                                 int row, int planes, index_t stride) {
    if (Dim == 1 || (p >= 0 && p < planes)) return load_pack(pack + (p - k) * stride);
    Pack<Real> ghosts = load_pack(pack + (source_index<Layers>(s, Dim - 1, p) - k) * stride);
    make_pack_ghosts(ghosts, s, side_of(Dim - 1, p >= 0), p < 0 ? -p - 1 : p - planes,
                     x + (Dim == 3 ? s.in.n[0] * row : 0));
    return ghosts;
}

/// The pack of row `row + offset` beside `pack`, beyond a y wall the ghosts.
template <int Layers, class Real>
__device__ __forceinline__ Pack<Real> load_beside(const Sweep<Real>& s, const Real* pack, int row, int offset,
                                                  index_t x, int k) {
    const int ny = static_cast<int>(s.in.n[1]), at = row + offset;
    Pack<Real> beside = load_pack(pack + (source_index<Layers>(s, 1, at) - row) * s.in.pitch);
    if (at < 0 || at >= ny)
        make_pack_ghosts(beside, s, side_of(1, at >= ny), at < 0 ? -at - 1 : at - ny, x + s.in.n[0] * k);
    return beside;
}

/// What a thread knows of one x wall: the rows of the wall beside its pack, or that it touches none.
template <class Real, bool High>
struct XWall {
    const WallRow<Real>* rows = nullptr; ///< of the plane that is computed; null: no wall here, or a periodic one
    bool touched;

    __device__ __forceinline__ XWall(const Sweep<Real>& sweep, bool touches, index_t face) : touched(touches) {
        if (!touched) return;
        const WallView<Real>& wall = seldom(sweep).walls[side_of(0, High)];
        if (!wall.periodic) rows = &wall.row(seldom(sweep).wall_step, face, 0);
    }
    /// The rows `faces` wall cells on.
    __device__ __forceinline__ void advance(const Sweep<Real>& s, index_t faces) {
        if (rows != nullptr) rows += faces * s.walls[side_of(0, High)].cell_stride;
    }
    template <int Layers>
    __device__ __forceinline__ void make_ghosts(Real (&line)[Pack<Real>::width + 2 * Layers], const Real* pack,
                                                index_t nx) const {
        constexpr int width = Pack<Real>::width;
        if (!touched) return;
#pragma unroll
        for (int m = 0; m < Layers && m < width; ++m) {
            Real& cell = line[High ? Layers + width + m : Layers - 1 - m];
            if (rows == nullptr) cell = High ? pack[width - nx + m % nx] : pack[nx - 1 - m % nx];
            else cell = ghost(rows[m], line[High ? Layers + width - 1 - m : Layers + m]);
        }
    }
};

/// Cells x - Layers .. x + width + Layers - 1 of the row that `centre` is a pack of, inside the domain. `left` and
/// `right`: lanes on that side that can hand over their packs; what comes from further away is read, unless a wall is
/// there.
template <int Layers, class Real>
__device__ __forceinline__ void make_line(Real (&line)[Pack<Real>::width + 2 * Layers], const Pack<Real>& centre,
                                          const Real* pack, int left, int right) {
    constexpr int width = Pack<Real>::width;
#pragma unroll
    for (int q = 0; q < width; ++q) line[Layers + q] = centre.v[q];
#pragma unroll
    for (int o = 1; o <= Layers; ++o) {
        const int lanes = (o + width - 1) / width;
        line[Layers - o] = __shfl_up_sync(0xffffffffU, centre.v[lanes * width - o], lanes);
        line[Layers + width - 1 + o] = __shfl_down_sync(0xffffffffU, centre.v[(o - 1) % width], lanes);
        if (left < lanes) line[Layers - o] = __ldg(pack - o);
        if (right < lanes) line[Layers + width - 1 + o] = __ldg(pack + width - 1 + o);
    }
}

/// Neighbours of cell q of the pack that is being computed.
template <class Real, int Dim, int Layers>
struct WindowNear {
    static constexpr int reach = Dim == 1 ? 0 : Layers;
    const Pack<Real> (&window)[2 * reach + 1];
    const Real (&line)[Pack<Real>::width + 2 * Layers];
    const Pack<Real> (&beside)[2][Layers]; ///< rows j - 1, j - 2, .. and j + 1, j + 2, ..
    int q;
    template <int Axis, int Offset>
    __device__ __forceinline__ Real at() const {
        if constexpr (Axis == 0) return line[Layers + q + Offset];
        else if constexpr (Axis == Dim - 1) return window[reach + Offset].v[q];
        else return beside[Offset > 0][(Offset > 0 ? Offset : -Offset) - 1].v[q];
    }
};

/// More lanes than any stencil reaches.
inline constexpr int many_lanes = 32;

template <class Real, int Dim, int Order, bool Equal>
__global__ void __launch_bounds__(32 * register_shape(Dim, Order).warps, register_shape(Dim, Order).blocks)
    register_kernel(const __grid_constant__ Sweep<Real> s, const __grid_constant__ TilePlan plan,
                    const __grid_constant__ Span span) {
    if (blockIdx.x >= plan.tiles + plan.face_blocks)
        return compute_rest<Dim, Order, Equal>(seldom(s), span, blockIdx.x - (plan.tiles + plan.face_blocks));
    if (blockIdx.x >= plan.tiles) return book_faces<Dim, Order>(seldom(s), plan);
    constexpr int layers = Order / 2, width = Pack<Real>::width, reach = Dim == 1 ? 0 : layers;
    const TilePlace tile = tile_place(plan);
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int warps_x = plan.tile.x / (32 * width);
    const int row = Dim == 3 ? static_cast<int>(tile.y) * plan.tile.y + warp / warps_x : 0;
    if (Dim == 3 && row >= s.in.n[1]) return; // a whole warp
    const int planes = static_cast<int>(Dim == 1 ? ceil_div(span.end - span.begin, plan.tile.x) : s.in.n[Dim - 1]);
    const index_t stride = Dim == 1 ? plan.tile.x : Dim == 2 ? s.in.pitch : s.in.plane;
    const int k0 = static_cast<int>(tile.z * plan.chunk);
    const int k1 = static_cast<int>(k0 + plan.chunk < planes ? k0 + plan.chunk : planes);
    const bool at_y_wall = Dim == 3 && (row < layers || row + layers >= s.in.n[1]);

    // Lanes behind the end repeat the last pack and store nothing.
    index_t x = span.begin + index_t{tile.x} * plan.tile.x + (warp % warps_x * 32 + lane) * width;
    bool active = x < span.end;
    if (Dim > 1 && !active) x = span.end - width;
    const Real* pack = s.in.data + (x + (Dim == 3 ? row * s.in.pitch : 0) + k0 * stride); // in plane k
    if (Dim == 1) x += k0 * stride, active = x < span.end;

    const index_t nx = s.in.n[0], face = Dim == 1 ? 0 : Dim == 2 ? k0 : row + s.in.n[1] * k0;
    XWall<Real, false> low(s, active && x == 0, face);
    XWall<Real, true> high(s, active && x + width == nx, face);
    // Where a wall is, or nothing to compute, nothing is read either.
    const auto lanes_left = [&] { return low.touched || !active ? many_lanes : lane; };
    const auto lanes_right = [&] {
        const index_t to_end = (span.end - x) / width - 1;
        return high.touched || !active ? many_lanes : to_end < 31 - lane ? static_cast<int>(to_end) : 31 - lane;
    };
    int left = lanes_left(), right = lanes_right();

    Pack<Real> window[2 * reach + 1] = {}, beside[2][layers] = {}, coming = {};
    if (Dim > 1 || active) coming = load_plane<Dim, layers>(s, pack, k0, k0 - reach, x, row, planes, stride);
#pragma unroll 1
    for (int p = k0 - reach; p < k1 + reach; ++p) {
#pragma unroll
        for (int w = 0; w < 2 * reach; ++w) window[w] = window[w + 1];
        window[2 * reach] = coming;
        const int k = p - reach > k0 ? p - reach : k0; // plane that `pack` lies in
        if (Dim == 1 ? x + stride < span.end && p + 1 < k1 : p + 1 < k1 + reach)
            coming = load_plane<Dim, layers>(s, pack, k, p + 1, x, row, planes, stride);
        if (p - reach < k0) continue;

        if constexpr (Dim == 3) {
            if (at_y_wall) {
#pragma unroll
                for (int m = 0; m < layers; ++m) {
                    beside[0][m] = load_beside<layers>(s, pack, row, -1 - m, x, k);
                    beside[1][m] = load_beside<layers>(s, pack, row, 1 + m, x, k);
                }
            } else {
#pragma unroll
                for (int m = 0; m < layers; ++m) {
                    beside[0][m] = load_pack(pack - (m + 1) * s.in.pitch);
                    beside[1][m] = load_pack(pack + (m + 1) * s.in.pitch);
                }
            }
        }
        Real line[width + 2 * layers];
        make_line<layers>(line, window[reach], pack, left, right);
        low.template make_ghosts<layers>(line, pack, nx);
        high.template make_ghosts<layers>(line, pack, nx);

        if (active) {
            const Pack<Real>& centre = window[reach];
            const index_t at = pack - s.in.data;
            Pack<Real> base = centre, out;
#pragma unroll 1
            for (int t = 0; t < s.n_terms; ++t) {
                const Pack<Real> term = *reinterpret_cast<const Pack<Real>*>(s.terms[t] + at);
#pragma unroll
                for (int q = 0; q < width; ++q)
                    base.v[q] = fused(s.term_weights[t], term.v[q] - centre.v[q], base.v[q]);
            }
#pragma unroll
            for (int q = 0; q < width; ++q)
                out.v[q] = update_cell<Dim, Order, Equal>(base.v[q], centre.v[q],
                                                          WindowNear<Real, Dim, layers>{window, line, beside, q}, s.r);
            store_pack(s.out.data + at, out, width);
        }
        pack += stride;
        if constexpr (Dim == 1) {
            x += stride;
            active = x < span.end;
            low = XWall<Real, false>(s, false, 0);
            high = XWall<Real, true>(s, active && x + width == nx, 0);
            left = lanes_left(), right = lanes_right();
        } else {
            low.advance(s, Dim == 2 ? 1 : s.in.n[1]);
            high.advance(s, Dim == 2 ? 1 : s.in.n[1]);
        }
    }
}

/// Warps side by side along x as far as the row and short halos along y allow.
template <class Real>
TileShape register_tile(int dim, int order, index_t nx) {
    const int warps = register_shape(dim, order).warps, cells = 32 * Pack<Real>::width;
    if (dim < 3) return {warps * cells, 1, 1};
    int warps_x = 1;
    while (warps_x < warps / 4 && nx > index_t{warps_x} * cells) warps_x *= 2;
    return {warps_x * cells, warps / warps_x, 1};
}

template <class Real>
using RegisterKernel = void (*)(Sweep<Real>, TilePlan, Span);

template <class Real>
struct RegisterKernels {
    template <int Dim, int Order, bool Equal>
    static RegisterKernel<Real> get() {
        return &register_kernel<Real, Dim, Order, Equal>;
    }
};

template <class Real>
bool advance_register(const Advance<Real>& a) {
    const Sweep<Real>& first = a.sweep;
    const index_t nx = first.in.n[0], rows = first.in.n[1] * first.in.n[2];
    const Span span = marched_span<Real>(nx, first.layers());
    if (!rows_are_aligned(first) || span.end == 0) return advance_coarsened(a);
    const auto kernel = choose_stencil<RegisterKernels<Real>>(first.dim, first.order, first.equal_spacing);
    const int threads = 32 * register_shape(first.dim, first.order).warps;
    const TilePlan plan = plan_march(first, register_tile<Real>(first.dim, first.order, nx), threads,
                                     resident_blocks(kernel, threads, 0));
    const index_t blocks = plan.blocks() + ceil_div(span.rest(nx) * rows, threads);
    return ping_pong(a, [&](const Sweep<Real>& s) { launch(kernel, blocks, threads, 0, a.stream, s, plan, span); });
}

template <class Real>
KernelFacts register_facts(const StencilTraits& t) {
    const TileShape tile = register_tile<Real>(t.dim, t.order, t.n[0]);
    const double halo = t.dim == 3 ? t.order * 1.0 / tile.y : 0.0;
    return {32 * register_shape(t.dim, t.order).warps,
            registers_of(choose_stencil<RegisterKernels<Real>>(t.dim, t.order, t.equal_spacing)), 0,
            sizeof(Real) * (2 + halo + t.n_terms)};
}

} // namespace isotherm::cuda
