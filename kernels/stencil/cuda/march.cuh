#pragma once

/// The sliding window, shared by the kernels `register` and `async`. A warp owns 32 packs of 16 bytes along x; a thread
/// owns the packs of `rows` rows, keeps the planes below, of and above them in registers, and marches along the last
/// axis:
///
///     z ^   plane p = k + reach   comes in         window[2 reach]
///       |   plane k               is computed      window[reach]
///       |   plane k - reach       leaves           window[0]
///
/// Neighbours along the march and inside the thread's rows are registers; the rows beside them and the cells left and
/// right of the warp come from `Planes`, which also brings the coming planes: from global memory or from shared memory.
///
/// Beyond a wall, `Planes` delivers the mirrored (or wrapped) row or plane; here it is turned into the ghost. So the
/// inner loop asks for each plane and row only whether it lies outside, and the address arithmetic is the same
/// everywhere.
///
/// In 2-D the march is along y and a thread owns one row; in 1-D the "planes" are pieces of the row and there is no
/// window.

#include "kernels/stencil/cuda/beyond.cuh"

namespace isotherm::cuda {

/// What is tuned per precision, order and dimension.
struct MarchShape {
    int warps_x = 2; ///< of a block along x
    int warps_y = 4; ///< of a block along y (3-D)
    int rows = 1;    ///< of a thread along y (3-D)
    int ahead = 1;   ///< planes asked for before they are needed
    int blocks = 2;  ///< that a multiprocessor should hold
    ISO_HD constexpr int threads() const { return 32 * warps_x * warps_y; }
};

/// 16 bytes of a row.
template <class Real>
struct alignas(16) Pack {
    static constexpr int width = 16 / static_cast<int>(sizeof(Real));
    Real v[width];
};

/// Cells of a plane that a block computes.
template <class Real>
constexpr TileShape march_tile(MarchShape shape) {
    return {shape.warps_x * 32 * Pack<Real>::width, shape.warps_y * shape.rows, 1};
}

/// Everything that is known when the kernel is compiled. `Tuning::shape<Real, Dim, Order>()` is a MarchShape.
template <class R, int D, int O, bool E, class Tuning>
struct March {
    using Real = R;
    static constexpr MarchShape S = Tuning::template shape<R, D, O>();
    static constexpr bool equal = E;
    static constexpr int dim = D, order = O, layers = O / 2, reach = D == 1 ? 0 : layers, rows = D == 3 ? S.rows : 1;
    static constexpr int width = Pack<R>::width, threads = S.threads(), ahead = S.ahead;
    static constexpr int y_layers = D == 3 ? layers : 0;
    static constexpr TileShape tile = march_tile<R>(S);
};

/// Where a thread works. Rows and planes are counted in 32 bits (rows_are_aligned looks after that), cells in 64.
template <class M>
struct MarchPlace {
    index_t x;      ///< first cell of its packs; 1-D: in piece 0
    int j;          ///< its first row (3-D)
    int k0, k1;     ///< planes of its block
    int planes;     ///< of the grid along the march
    index_t stride; ///< elements from plane to plane
    index_t offset; ///< of its first row's pack in plane 0

    __device__ MarchPlace(const Sweep<typename M::Real>& s, const TilePlan& plan) {
        const TilePlace tile = tile_place(plan);
        const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        x = index_t{tile.x} * M::tile.x + (warp % M::S.warps_x * 32 + lane) * M::width;
        j = M::dim == 3 ? static_cast<int>(tile.y) * M::tile.y + warp / M::S.warps_x * M::rows : 0;
        planes = static_cast<int>(M::dim == 1 ? (s.in.n[0] + M::tile.x - 1) / M::tile.x : s.in.n[M::dim - 1]);
        k0 = static_cast<int>(tile.z * plan.chunk);
        k1 = static_cast<int>(k0 + plan.chunk < planes ? k0 + plan.chunk : planes);
        stride = M::dim == 1 ? M::tile.x : M::dim == 2 ? s.in.pitch : s.in.plane;
        offset = x + (M::dim == 3 ? j * s.in.pitch : 0);
    }
};

/// Row or plane of memory that stands for place `p` of an axis: itself, or beyond a wall the wrapped or mirrored one;
/// further out, where nobody looks, the last one.
template <int Layers, class Real>
__device__ __forceinline__ int source_index(const Sweep<Real>& sweep, int axis, int p) {
    const int n = static_cast<int>(sweep.in.n[axis]);
    if (p >= 0 && p < n) return p;
    if (p < -Layers || p >= n + Layers) return n - 1;
    if (seldom(sweep).walls[side_of(axis, p >= n)].periodic) return static_cast<int>(wrapped(p, n));
    return p < 0 ? -p - 1 : 2 * n - 1 - p;
}

/// Turns the mirrored cells of a pack into the ghosts of layer `layer`; `face` is the face cell of the first, `valid`
/// how many cells of the pack lie in the row.
template <class Real>
__device__ __forceinline__ void make_ghosts(Pack<Real>& pack, const Sweep<Real>& sweep, int side, int layer,
                                            index_t face, index_t valid) {
    const Sweep<Real>& s = seldom(sweep);
    const WallView<Real>& wall = s.walls[side];
    if (wall.periodic || valid <= 0) return;
    WallRow<Real> row = wall.row(s.wall_step, face, layer);
#pragma unroll
    for (int q = 0; q < Pack<Real>::width; ++q) {
        if (wall.cell_stride != 0 && q < valid) row = wall.row(s.wall_step, face + q, layer);
        pack.v[q] = ghost(row, pack.v[q]);
    }
}

/// How many of `cells` there are, as a small number.
__device__ __forceinline__ int cells_within(index_t cells) {
    constexpr index_t many = 1 << 20;
    return static_cast<int>(cells < many ? cells : many);
}

/// Turns a mirrored plane into the ghosts of plane p, which is beyond a wall of the march.
template <class M>
__device__ __forceinline__ void make_ghost_plane(Pack<typename M::Real> (&packs)[M::rows],
                                                 const Sweep<typename M::Real>& s, const MarchPlace<M>& place, int p) {
    const int layer = p < 0 ? -p - 1 : p - place.planes;
#pragma unroll
    for (int r = 0; r < M::rows; ++r) {
        const index_t j = M::dim == 3 ? source_index<M::layers>(s, 1, place.j + r) : 0;
        make_ghosts(packs[r], s, side_of(M::dim - 1, p >= 0), layer, place.x + s.in.n[0] * j,
                    cells_within(s.in.n[0] - place.x));
    }
}

/// Replaces the cells of `line` (cells x - layers .. x + width + layers - 1 of row r of plane k, which is row (j, z) of
/// the grid) that lie beyond one x wall.
template <class M, bool High, class Planes>
__device__ __forceinline__ void make_x_ghosts(typename M::Real (&line)[M::width + 2 * M::layers],
                                              const Sweep<typename M::Real>& sweep, const Planes& planes, index_t k,
                                              int r, index_t x, index_t j, index_t z) {
    using Real = typename M::Real;
    constexpr int step = High ? 1 : -1;
    const Sweep<Real>& s = seldom(sweep);
    const index_t nx = s.in.n[0];
    const int outside = static_cast<int>((High ? nx : -1) - x); // first cell beyond the wall, counted from x
    const WallView<Real>& wall = s.walls[side_of(0, High)];
#pragma unroll
    for (int m = 0; m < M::layers; ++m) {
        const Real g = wall.periodic ? s.in(wrapped(x + outside + step * m, nx), j, z)
                                     : ghost(wall.row(s.wall_step, j + s.in.n[1] * z, m),
                                             planes.cell(k, r, outside - step * (m + 1)));
#pragma unroll
        for (int n = 0; n < M::width + 2 * M::layers; ++n) line[n] = n - M::layers == outside + step * m ? g : line[n];
    }
}

/// Neighbours of cell q of row r of the plane that is being computed.
template <class M>
struct MarchNear {
    using Real = typename M::Real;
    const Pack<Real> (&window)[2 * M::reach + 1][M::rows];
    const Real (&line)[M::width + 2 * M::layers];
    const Pack<Real> (&beside)[2][M::layers]; ///< rows -1, -2, .. and rows, rows + 1, ..
    int r, q;
    template <int Axis, int Offset>
    __device__ __forceinline__ Real at() const {
        if constexpr (Axis == 0) return line[M::layers + q + Offset];
        else if constexpr (Axis == M::dim - 1) return window[M::reach + Offset][r].v[q];
        else {
            const int row = r + Offset;
            return row < 0          ? beside[0][-row - 1].v[q]
                   : row >= M::rows ? beside[1][row - M::rows].v[q]
                                    : window[M::reach][row].v[q];
        }
    }
};

/// Loads and stores that only touch cells of the row.
template <class Real>
__device__ __forceinline__ void store_pack(Real* to, const Pack<Real>& pack, int valid) {
    if (valid >= Pack<Real>::width) {
        if constexpr (sizeof(Real) == 4)
            __stcs(reinterpret_cast<float4*>(to), make_float4(pack.v[0], pack.v[1], pack.v[2], pack.v[3]));
        else __stcs(reinterpret_cast<double2*>(to), make_double2(pack.v[0], pack.v[1]));
    } else {
#pragma unroll
        for (int q = 0; q < Pack<Real>::width; ++q)
            if (q < valid) to[q] = pack.v[q];
    }
}

/// Computes and stores one pack.
template <class M>
__device__ __forceinline__ void compute_pack(const Sweep<typename M::Real>& s, MarchNear<M> near, index_t at,
                                             int valid) {
    using Real = typename M::Real;
    const Pack<Real>& centre = near.window[M::reach][near.r];
    Pack<Real> base = centre, out;
#pragma unroll 1
    for (int t = 0; t < s.n_terms; ++t) {
        const Pack<Real> term = *reinterpret_cast<const Pack<Real>*>(s.terms[t] + at);
#pragma unroll
        for (int q = 0; q < M::width; ++q) base.v[q] = fused(s.term_weights[t], term.v[q] - centre.v[q], base.v[q]);
    }
#pragma unroll
    for (int q = 0; q < M::width; ++q) {
        near.q = q;
        out.v[q] = update_cell<M::dim, M::order, M::equal>(base.v[q], centre.v[q], near, s.r);
    }
    store_pack(s.out.data + at, out, valid);
}

/// The march itself.
///
/// `Planes` offers: take(p, packs) the thread's packs of plane p, planes coming in order; request_after(p) asks for the
/// plane that follows the ones already asked for; row(k, r) the pack of row r of plane k, beside the thread's own;
/// line(k, r, centre, line) the cells left and right of a pack; cell(k, r, offset) one cell, counted from the pack's
/// first. They need not care for walls beyond delivering mirrored rows and planes.
template <class M, class Planes>
__device__ __forceinline__ void march(const Sweep<typename M::Real>& s, const MarchPlace<M>& place, Planes& planes) {
    using Real = typename M::Real;
    constexpr int rows = M::rows, layers = M::layers, reach = M::reach;
    const int ny = static_cast<int>(s.in.n[1]), height = M::dim == 3 ? ny - place.j : 1; // rows up to the wall
    const bool at_y_wall = M::dim == 3 && (place.j < layers || height < rows + layers);
    Pack<Real> window[2 * reach + 1][rows] = {};
    Pack<Real> beside[2][layers] = {};

#pragma unroll 1
    for (int p = place.k0 - reach; p < place.k1 + reach; ++p) {
#pragma unroll
        for (int w = 0; w < 2 * reach; ++w)
#pragma unroll
            for (int r = 0; r < rows; ++r) window[w][r] = window[w + 1][r];
        planes.take(p, window[2 * reach]);
        if (M::dim > 1 && (p < 0 || p >= place.planes)) make_ghost_plane<M>(window[2 * reach], s, place, p);
        const int k = p - reach;
        if (k < place.k0) continue;

        const index_t x = place.x + (M::dim == 1 ? index_t{k} * M::tile.x : 0);
        const int valid = cells_within(s.in.n[0] - x);
        if constexpr (M::dim == 3) {
#pragma unroll
            for (int m = 0; m < layers; ++m) {
                beside[0][m] = planes.row(k, -1 - m);
                beside[1][m] = planes.row(k, rows + m);
            }
            if constexpr (Planes::has_ghosts) { // they have come since the plane was taken
#pragma unroll
                for (int r = 1; r < rows; ++r)
                    if (r >= height) window[reach][r] = planes.row(k, r);
            } else if (at_y_wall) {
#pragma unroll
                for (int r = -layers; r < rows + layers; ++r) {
                    Pack<Real>& pack = r < 0 ? beside[0][-r - 1] : r >= rows ? beside[1][r - rows] : window[reach][r];
                    const int layer = r < 0 ? -1 - r - place.j : r - height; // beyond the wall, negative inside
                    if (layer >= 0 && layer < layers)
                        make_ghosts(pack, s, side_of(1, r >= 0), layer, x + s.in.n[0] * k, valid);
                }
            }
        }
#pragma unroll
        for (int r = 0; r < rows; ++r) {
            if (r >= height) break;
            Real line[M::width + 2 * layers];
            planes.line(k, r, window[reach][r], line);
            if (valid <= 0) continue;
            const index_t j = M::dim == 1 ? 0 : M::dim == 2 ? k : place.j + r, z = M::dim == 3 ? k : 0;
            if constexpr (!Planes::has_ghosts) {
                if (x < layers) make_x_ghosts<M, false>(line, s, planes, k, r, x, j, z);
                if (valid < M::width + layers) make_x_ghosts<M, true>(line, s, planes, k, r, x, j, z);
            }
            compute_pack<M>(s, MarchNear<M>{window, line, beside, r, 0},
                            place.offset + r * s.in.pitch + k * place.stride, valid);
        }
    }
}

} // namespace isotherm::cuda
