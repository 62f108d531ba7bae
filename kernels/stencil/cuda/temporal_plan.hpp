#pragma once

/// How several time steps per pass over memory are cut into blocks. Arithmetic for the host and the device alike.
///
/// A block owns a tile of x and y and marches along z. It reads `halo` cells more than it stores on every side: each
/// step makes `layers` more cells from the edge wrong (stale), and what is stored must still be right after the last.
///
///     x ->    | halo | stored ............ | halo |              tile m
///                                   | halo | stored ..           tile m + 1
///
/// At a wall there is no halo: the first tile begins with the first cell of the grid and the last one ends with the
/// last, so that no tile reaches out of the grid. The last tile may repeat cells that the one before it has computed;
/// each cell is stored by one tile only. A periodic axis has halo everywhere and wraps by index.

#include <algorithm>

#include "kernels/stencil/cuda/plan.hpp"
#include "kernels/stencil/variants.hpp"

namespace isotherm::cuda {

/// What is known of a kernel when it is compiled.
struct TemporalShape {
    int steps; ///< time steps per pass, of Heun's method stages
    int lanes; ///< threads across x, 16 bytes of a row each: 16 or 32
    int warps;
    int rows;       ///< rows of a thread
    int ahead;      ///< planes on their way while one is computed
    int layers = 1; ///< cells that the star reaches: 1, 2

    /// How far what is stored depends on what is read.
    [[nodiscard]] ISO_HD constexpr int reach() const { return steps * layers; }
    /// Planes of a level that are kept, beside the one that arrives.
    [[nodiscard]] ISO_HD constexpr int kept() const { return 2 * layers; }

    [[nodiscard]] ISO_HD constexpr int threads() const { return 32 * warps; }
    /// Threads across y.
    [[nodiscard]] ISO_HD constexpr int bands() const { return threads() / lanes; }
    [[nodiscard]] ISO_HD constexpr int tile_y() const { return bands() * rows; }
    [[nodiscard]] ISO_HD constexpr int tile_x(int real_bytes) const { return lanes * (16 / real_bytes); }
    /// Whether the lowest plane of level 0 is read again from the ring: it costs a slot and spares registers.
    [[nodiscard]] ISO_HD constexpr bool rereads() const { return layers == 1 && rows > 4; }
    [[nodiscard]] ISO_HD constexpr int slots() const { return ahead + layers + (rereads() ? 2 : 1); }
    /// The halo along x consists of whole packs.
    [[nodiscard]] ISO_HD constexpr int halo_x(int real_bytes) const {
        const int width = 16 / real_bytes;
        return (reach() + width - 1) / width * width;
    }
};

/// How long a block takes for a plane, measured on one H200: inside the grid, and how many times as long beside a wall
/// of x (where packs wrap around a periodic axis, too) and of y, and where not all tiles of a plane run at a time: then
/// they are no longer at about the same plane, and share less of what they read.
struct PlaneTimes {
    double us, x_wall, y_wall, crowded = 1;
};

/// Shape and times as a type, for templates.
template <int Steps, int Lanes, int Warps, int Rows, int Ahead, int Nanoseconds = 1000, int XWallPercent = 140,
          int YWallPercent = 120, int CrowdedPercent = 100, int Layers = 1>
struct Shape {
    static constexpr TemporalShape value{Steps, Lanes, Warps, Rows, Ahead, Layers};
    static constexpr PlaneTimes times{Nanoseconds / 1000.0, XWallPercent / 100.0, YWallPercent / 100.0,
                                      CrowdedPercent / 100.0};
};

template <class... Shapes>
struct ShapeList {};

/// A shape of order 4: half the levels of order 2, of twice the planes each.
template <int Lanes, int Warps, int Rows, int Ahead, int Nanoseconds, int XWallPercent = 140, int YWallPercent = 120>
using WideShape = Shape<2, Lanes, Warps, Rows, Ahead, Nanoseconds, XWallPercent, YWallPercent, 100, 2>;

/// The table of shapes, per order and whether a pass is a step of Heun's method: another one is a line, and up to a
/// minute of compiling. Order 2: tiles of 64 x 64 and 128 x 32 cells in fp32, 64 x 40 and 32 x 64 in fp64. Order 4:
/// 64 x 64 and 128 x 32, 32 x 64; Heun's method: 64 x 64 (128 x 32: a sixth slower at 512^3), 32 x 64.
template <class Real, int Order, bool Heun>
struct TemporalTable;
template <>
struct TemporalTable<float, 4, false> {
    using Shapes = ShapeList<WideShape<16, 8, 4, 3, 1020>, //
                             WideShape<32, 8, 4, 3, 980>>;
};
template <>
struct TemporalTable<float, 4, true> {
    using Shapes = ShapeList<WideShape<16, 8, 4, 3, 1020>>;
};
template <bool Heun>
struct TemporalTable<double, 4, Heun> {
    using Shapes = ShapeList<WideShape<16, 8, 4, 3, 970>>;
};
template <>
struct TemporalTable<float, 2, false> {
    using Shapes = ShapeList<Shape<4, 16, 8, 4, 3, 1110, 136, 117, 125>, //
                             Shape<4, 32, 8, 4, 3, 980, 136, 117, 110>>;
};
template <>
struct TemporalTable<double, 2, false> {
    using Shapes = ShapeList<Shape<4, 32, 8, 5, 2, 1224, 138, 136>, //
                             Shape<4, 16, 8, 4, 3, 1025, 138, 136>>;
};

/// Where a tile lies on one axis. [own_begin, own_end) is stored; the tile begins at `origin`, which is negative for
/// the first tile of a periodic axis.
struct TileSpan {
    index_t origin, own_begin, own_end;
    bool low_wall, high_wall; ///< the tile begins or ends at a wall
};

/// A place of a periodic axis of n cells that lies at most once around outside; the loop of wrapped() would become a
/// division, a hundred instructions.
ISO_HD constexpr int wrapped_once(int p, int n) { return p < 0 ? p + n : p < n ? p : p - n; }

/// How tiles cover one axis.
struct AxisTiles {
    index_t n = 1;
    int tile = 1, halo = 0;
    bool periodic = false;

    [[nodiscard]] ISO_HD constexpr index_t stride() const { return tile - 2 * halo; }
    [[nodiscard]] ISO_HD constexpr index_t count() const {
        if (periodic) return (n + stride() - 1) / stride();
        const index_t between = n - 2 * (tile - halo);
        return between <= 0 ? 2 : 2 + (between + stride() - 1) / stride();
    }
    [[nodiscard]] ISO_HD constexpr TileSpan span(index_t m) const { return span(m, count()); }
    /// The same where count() is known, which divides.
    [[nodiscard]] ISO_HD constexpr TileSpan span(index_t m, index_t tiles) const {
        if (periodic) {
            const index_t begin = m * stride(), end = begin + stride();
            return {begin - halo, begin, end < n ? end : n, false, false};
        }
        const index_t last = tiles - 1, begin = m == 0 ? 0 : tile - halo + (m - 1) * stride();
        if (m == last) return {n - tile, begin, n, false, true};
        return {m == 0 ? 0 : begin - halo, begin, m == 0 ? tile - halo : begin + stride(), m == 0, false};
    }
};

/// Whether a shape can compute a grid at all, whatever its walls: no tile may reach over both walls of an axis.
constexpr bool shape_fits(const TemporalShape& shape, int real_bytes, const index_t (&n)[3]) {
    return n[0] >= shape.tile_x(real_bytes) && n[1] >= shape.tile_y() && n[2] >= shape.reach();
}

/// The planes of a piece of a column. Stage t = 0 .. steps - 1 of iteration i advances plane i - (t + 1) layers from
/// level t to level t + 1; iteration i is when plane i has arrived. With one layer:
///
///     i      stage 0     stage 1     stage 2     stage 3
///     k      k-1: 0->1   k-2: 1->2   k-3: 2->3   k-4: 3->4, stored
struct ChunkSpan {
    index_t begin, end;  ///< planes that are stored
    index_t first, last; ///< planes that are read, `last` behind the end; outside the grid where z is periodic
    index_t iteration, iterations_end;
    bool low_wall, high_wall; ///< a wall plane passes through the stages
};
ISO_HD constexpr ChunkSpan chunk_span(index_t nz, index_t begin, index_t end, int steps, int layers, bool periodic) {
    const int reach = steps * layers;
    ChunkSpan c{};
    c.begin = begin;
    c.end = end;
    c.low_wall = !periodic && c.begin < reach;
    c.high_wall = !periodic && c.end + reach > nz;
    c.first = c.low_wall ? 0 : c.begin - reach;
    c.last = c.high_wall ? nz : c.end + reach;
    c.iteration = c.first + (c.low_wall ? layers : 2 * layers); // with a wall there are no planes below the first
    c.iterations_end = c.end + reach;
    return c;
}

/// How z is cut: into chunks of the same length, or into a few that become shorter, so that multiprocessors which end
/// one after the other find less and less to begin with (guided self-scheduling: C. D. Polychronopoulos, D. J. Kuck,
/// IEEE Trans. Comput. C-36 (1987) 1425-1439).
struct Chunks {
    static constexpr unsigned most_tapered = 8;
    index_t planes = 1, length = 1; ///< of the grid, of the first chunk
    unsigned count = 1;
    bool tapered = false;
    int begins[most_tapered] = {}; ///< of tapered ones

    [[nodiscard]] ISO_HD constexpr index_t begin(unsigned chunk) const {
        return chunk >= count ? planes : tapered ? begins[chunk] : chunk * length;
    }
};

/// A launch. Tiles of x and y are columns, cut into chunks of planes. Blocks start in the order x, y, chunk: tiles side
/// by side share what they read in L2 and rows of DRAM. In the last chunk those at walls, which take longest, are
/// first, so that none of them is the last to end.
struct TemporalPlan {
    AxisTiles x, y;
    unsigned tiles_x = 1, tiles_y = 1;
    Chunks z;

    [[nodiscard]] ISO_HD constexpr unsigned columns() const { return tiles_x * tiles_y; }
    [[nodiscard]] ISO_HD constexpr index_t blocks() const { return index_t{columns()} * z.count; }
};

/// What a block of the launch does.
struct BlockPlace {
    unsigned x, y;      ///< tile
    index_t begin, end; ///< planes
};
/// The n-th column when those at x walls come first, then those at y walls.
ISO_HD constexpr unsigned walls_first(const TemporalPlan& plan, unsigned n) {
    const bool x_walls = !plan.x.periodic, y_walls = !plan.y.periodic;
    const unsigned at_x = x_walls ? 2 * plan.tiles_y : 0;
    if (n < at_x) return (n % 2 == 0 ? 0 : plan.tiles_x - 1) + n / 2 * plan.tiles_x;
    n -= at_x;
    const unsigned first = x_walls ? 1 : 0, inner = plan.tiles_x - 2 * first, at_y = y_walls ? 2 * inner : 0;
    const unsigned x = first + n % inner;
    if (n < at_y) return x + (n < inner ? 0 : plan.tiles_y - 1) * plan.tiles_x;
    return x + ((y_walls ? 1 : 0) + (n - at_y) / inner) * plan.tiles_x;
}
ISO_HD constexpr BlockPlace block_place(const TemporalPlan& plan, unsigned block) {
    const unsigned chunk = block / plan.columns(), n = block % plan.columns();
    const unsigned column = chunk + 1 == plan.z.count ? walls_first(plan, n) : n;
    return {column % plan.tiles_x, column / plan.tiles_x, plan.z.begin(chunk), plan.z.begin(chunk + 1)};
}

namespace temporal {

template <class Real>
using Kernel = void (*)(Sweep<Real>, TemporalPlan);

/// The kernel of the table's n-th shape; of order 4 there is one for Heun's method too. Each kind of spacing is built
/// in a file of its own, which takes its time; who plans and starts them is built apart (temporal_launch.cuh).
template <class Real, int Order, bool Equal, bool Heun>
Kernel<Real> temporal_kernel_of(int n);

} // namespace temporal

template <class Real, class... Shapes>
bool any_fits(ShapeList<Shapes...>, const index_t (&n)[3]) {
    return (shape_fits(Shapes::value, static_cast<int>(sizeof(Real)), n) || ...);
}

/// Whether fusing steps pays: below some millions of cells too few tiles are to be shared out.
inline bool tiles_pay(const StencilTraits& t) {
    const bool taken = t.order == 2 ? t.n_terms == 0 : t.order == 4 && (t.n_terms == 0 || t.heun);
    if (t.dim != 3 || !taken || t.n[0] * t.n[1] * t.n[2] < 8'000'000) return false;
    const auto fits = [&]<class Real>(Real) {
        return t.order == 2 ? any_fits<Real>(typename TemporalTable<Real, 2, false>::Shapes{}, t.n)
               : t.heun     ? any_fits<Real>(typename TemporalTable<Real, 4, true>::Shapes{}, t.n)
                            : any_fits<Real>(typename TemporalTable<Real, 4, false>::Shapes{}, t.n);
    };
    return t.precision == Precision::fp32 ? fits(float{}) : fits(double{});
}

} // namespace isotherm::cuda
