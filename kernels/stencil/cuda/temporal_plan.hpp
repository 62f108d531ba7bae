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
#include <functional>
#include <queue>
#include <vector>

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

/// The same as a type, for templates, with the time that a block takes for a plane, measured on one H200, and an
/// estimate, how many percent of that beside a wall, when all tiles of a plane run at a time and when they do not.
template <int Steps, int Lanes, int Warps, int Rows, int Ahead, int Nanoseconds = 1000, int WallPercent = 130,
          int CrowdedWallPercent = WallPercent, int Layers = 1>
struct Shape {
    static constexpr TemporalShape value{Steps, Lanes, Warps, Rows, Ahead, Layers};
    static constexpr double plane_us = Nanoseconds / 1000.0;
    static constexpr double wall_factor(bool crowded) { return (crowded ? CrowdedWallPercent : WallPercent) / 100.0; }
};

template <class... Shapes>
struct ShapeList {};

/// A shape of order 4: half the levels of order 2, of twice the planes each. The times are estimates by instructions.
template <int Lanes, int Warps, int Rows, int Ahead, int Nanoseconds, int WallPercent = 130>
using WideShape = Shape<2, Lanes, Warps, Rows, Ahead, Nanoseconds, WallPercent, WallPercent, 2>;

/// The table of shapes, per order: another one is a line. Order 2: tiles of 64 x 64 and 128 x 32 cells in fp32, 64 x 40
/// and 32 x 64 in fp64. Order 4: 64 x 64 and 128 x 32, 64 x 32 and 32 x 64.
template <class Real, int Order>
struct TemporalTable;
template <>
struct TemporalTable<float, 4> {
    using Shapes = ShapeList<WideShape<16, 8, 4, 3, 1020>, //
                             WideShape<32, 8, 4, 3, 980>>;
};
template <>
struct TemporalTable<double, 4> {
    using Shapes = ShapeList<WideShape<32, 8, 4, 2, 970>, //
                             WideShape<16, 8, 4, 3, 970>>;
};
template <>
struct TemporalTable<float, 2> {
    using Shapes = ShapeList<Shape<4, 16, 8, 4, 3, 1060, 130, 180>, //
                             Shape<4, 32, 8, 4, 3, 1010, 130>>;
};
template <>
struct TemporalTable<double, 2> {
    using Shapes = ShapeList<Shape<4, 32, 8, 5, 2, 1224>, //
                             Shape<4, 16, 8, 4, 3, 1025>>;
};

/// How much longer tiles at walls are taken to need for a plane when z is cut.
inline constexpr double wall_slowdown = 1.1;

/// Where a tile lies on one axis. [own_begin, own_end) is stored; the tile begins at `origin`, which is negative for
/// the first tile of a periodic axis.
struct TileSpan {
    index_t origin, own_begin, own_end;
    bool low_wall, high_wall; ///< the tile begins or ends at a wall
};

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
    [[nodiscard]] ISO_HD constexpr TileSpan span(index_t m) const {
        if (periodic) {
            const index_t begin = m * stride(), end = begin + stride();
            return {begin - halo, begin, end < n ? end : n, false, false};
        }
        const index_t last = count() - 1, begin = m == 0 ? 0 : tile - halo + (m - 1) * stride();
        if (m == last) return {n - tile, begin, n, false, true};
        return {m == 0 ? 0 : begin - halo, begin, m == 0 ? tile - halo : begin + stride(), m == 0, false};
    }
};

/// Whether a shape can compute a grid at all, whatever its walls: no tile may reach over both walls of an axis.
constexpr bool shape_fits(const TemporalShape& shape, int real_bytes, const index_t (&n)[3]) {
    return n[0] >= shape.tile_x(real_bytes) && n[1] >= shape.tile_y() && n[2] >= shape.reach();
}

/// The planes of a chunk. Stage t = 0 .. steps - 1 of iteration i advances plane i - (t + 1) layers from level t to
/// level t + 1; iteration i is when plane i has arrived. With one layer:
///
///     i      stage 0     stage 1     stage 2     stage 3
///     k      k-1: 0->1   k-2: 1->2   k-3: 2->3   k-4: 3->4, stored
struct ChunkSpan {
    index_t begin, end;  ///< planes that are stored
    index_t first, last; ///< planes that are read, `last` behind the end; outside the grid where z is periodic
    index_t iteration, iterations_end;
    bool low_wall, high_wall; ///< a wall plane passes through the stages
};
ISO_HD constexpr ChunkSpan chunk_span(index_t nz, index_t chunk, index_t m, int steps, int layers, bool periodic) {
    const int reach = steps * layers;
    ChunkSpan c{};
    c.begin = m * chunk;
    c.end = c.begin + chunk < nz ? c.begin + chunk : nz;
    c.low_wall = !periodic && c.begin < reach;
    c.high_wall = !periodic && c.end + reach > nz;
    c.first = c.low_wall ? 0 : c.begin - reach;
    c.last = c.high_wall ? nz : c.end + reach;
    c.iteration = c.first + (c.low_wall ? layers : 2 * layers); // with a wall there are no planes below the first
    c.iterations_end = c.end + reach;
    return c;
}

/// A launch. Tiles of x and y are columns, cut into chunks of planes. Blocks start in the order x, y, chunk, those at
/// walls in their place among the others: tiles side by side share what they read in L2 and rows of DRAM.
struct TemporalPlan {
    AxisTiles x, y;
    unsigned tiles_x = 1, tiles_y = 1;
    index_t planes = 1, chunk = 1; ///< of the grid, of a chunk
    unsigned chunks = 1;

    [[nodiscard]] ISO_HD constexpr index_t blocks() const { return index_t{tiles_x} * tiles_y * chunks; }
};

/// What a block of the launch does.
struct BlockPlace {
    unsigned x, y;        ///< tile
    index_t chunk, piece; ///< planes per chunk, number of the chunk
};
ISO_HD constexpr BlockPlace block_place(const TemporalPlan& plan, unsigned block) {
    const unsigned row = block / plan.tiles_x;
    return {block % plan.tiles_x, row % plan.tiles_y, plan.chunk, index_t{row / plan.tiles_y}};
}

/// Whether a block's tile touches a wall, or has packs that wrap.
constexpr bool takes_longer(const TemporalPlan& plan, const BlockPlace& place, int width) {
    const TileSpan x = plan.x.span(place.x), y = plan.y.span(place.y);
    return x.low_wall || x.high_wall || y.low_wall || y.high_wall ||
           (plan.x.n % width != 0 && (place.x == 0 || place.x + 1 == plan.tiles_x));
}

/// A sweep of the shape that the traits tell, for planning.
template <class Real>
Sweep<Real> sweep_like(const StencilTraits& t) {
    Sweep<Real> s;
    std::copy(t.n, t.n + 3, s.in.n);
    s.dim = t.dim, s.order = t.order, s.equal_spacing = t.equal_spacing;
    for (int side = 0; side < 6; ++side) s.walls[side].periodic = t.periodic[side / 2];
    return s;
}

/// Time until the last of a plan's blocks is done, in iterations of a fast one, when `slots` run at a time and each
/// that ends makes room for the next. `slow` is how much longer a tile at a wall takes for a plane.
inline double plan_cost(const TemporalPlan& plan, int reach, int width, index_t slots, double slow) {
    constexpr double start_up = 4; // iterations' worth of time until a block's first plane is there
    std::priority_queue<double, std::vector<double>, std::greater<>> busy;
    double end = 0;
    for (index_t block = 0; block < plan.blocks(); ++block) {
        double start = 0;
        if (static_cast<index_t>(busy.size()) == slots) start = busy.top(), busy.pop();
        const BlockPlace place = block_place(plan, static_cast<unsigned>(block));
        const index_t planes = std::min(plan.chunk, plan.planes - place.piece * plan.chunk);
        const double time =
            (static_cast<double>(planes) + 2 * reach - 2 + start_up) * (takes_longer(plan, place, width) ? slow : 1.0);
        busy.push(start + time);
        end = std::max(end, start + time);
    }
    return end;
}

/// The tiles of one shape over the grid of `s`, z in chunks of `chunk` planes.
template <class Real>
TemporalPlan plan_chunks(const Sweep<Real>& s, const TemporalShape& shape, index_t chunk) {
    constexpr int bytes = sizeof(Real);
    TemporalPlan plan;
    plan.x = {s.in.n[0], shape.tile_x(bytes), shape.halo_x(bytes), s.walls[0].periodic};
    plan.y = {s.in.n[1], shape.tile_y(), shape.reach(), s.walls[2].periodic};
    plan.tiles_x = static_cast<unsigned>(plan.x.count());
    plan.tiles_y = static_cast<unsigned>(plan.y.count());
    plan.planes = s.in.n[2];
    plan.chunk = std::clamp<index_t>(chunk, 1, plan.planes);
    plan.chunks = static_cast<unsigned>(ceil_div(plan.planes, plan.chunk));
    return plan;
}

/// The same with z cut so that all multiprocessors end at about the same time; then the best with clearly longer chunks
/// and the best with clearly shorter ones, where there are any.
template <class Real>
std::vector<TemporalPlan> plan_temporal(const Sweep<Real>& s, const TemporalShape& shape, index_t slots, double slow) {
    constexpr int width = 16 / static_cast<int>(sizeof(Real));
    const index_t nz = s.in.n[2];
    std::vector<std::pair<double, TemporalPlan>> all;
    for (index_t pieces = 1; pieces <= nz; ++pieces) {
        const TemporalPlan plan = plan_chunks(s, shape, ceil_div(nz, pieces));
        if (pieces > 1 && plan.blocks() > 12 * slots) break;
        all.emplace_back(plan_cost(plan, shape.reach(), width, slots, slow), plan);
    }
    const auto cheaper = [](const auto& a, const auto& b) { return a.first < b.first; };
    std::stable_sort(all.begin(), all.end(), cheaper);
    std::vector<TemporalPlan> plans{all.front().second};
    const auto add_first = [&](const auto& wanted) {
        const auto found = std::find_if(all.begin(), all.end(), [&](const auto& p) { return wanted(p.second.chunk); });
        if (found != all.end()) plans.push_back(found->second);
    };
    const index_t chunk = plans[0].chunk;
    add_first([&](index_t c) { return 4 * c >= 5 * chunk; });
    add_first([&](index_t c) { return 5 * c <= 4 * chunk; });
    return plans;
}

template <class Real, class... Shapes>
bool any_fits(ShapeList<Shapes...>, const index_t (&n)[3]) {
    return (shape_fits(Shapes::value, static_cast<int>(sizeof(Real)), n) || ...);
}

/// Whether fusing steps pays: below some millions of cells too few tiles are to be shared out.
inline bool tiles_pay(const StencilTraits& t) {
    const bool taken = t.order == 2 ? t.n_terms == 0 : t.order == 4 && (t.n_terms == 0 || t.heun);
    if (t.dim != 3 || !taken || t.n[0] * t.n[1] * t.n[2] < 8'000'000) return false;
    const auto fits = [&]<class Real>(Real) {
        return t.order == 2 ? any_fits<Real>(typename TemporalTable<Real, 2>::Shapes{}, t.n)
                            : any_fits<Real>(typename TemporalTable<Real, 4>::Shapes{}, t.n);
    };
    return t.precision == Precision::fp32 ? fits(float{}) : fits(double{});
}

} // namespace isotherm::cuda
