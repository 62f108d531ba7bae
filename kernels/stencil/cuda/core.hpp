#pragma once

/// The grid in two parts for kernels that compute rows in packs of 16 bytes: a core, whose packs a fast kernel computes
/// without knowing any wall but those at the ends of its rows, and the rest, which blocks of their own compute at the
/// end of the launch, where the last tiles leave room:
///
///       z hi  +---------------+      The shell: rows and planes that are nearer to an end of their axis than the
///             |     shell     |      stencil reaches; it wraps and makes ghosts along y and z.
///             |  +---------+  |      Single cells: the ends of rows of odd length, and those beside an x wall whose
///             |  |  core   |  |      ghosts a kernel of packs does not make.
///             |  +---------+  |
///             |               |
///       z lo  +---------------+

#include "kernels/stencil/cuda/plan.hpp"

namespace isotherm::cuda {

/// Along x: cells lo .. hi - 1 of every row go in packs, those of the shell too. Along y and z: the core's rows,
/// planes.
struct Core {
    index_t lo[3] = {0, 0, 0}, hi[3] = {0, 0, 0};
    bool books[2] = {false, false}; ///< whether the rows end at the low, high x wall and its heat is booked
    bool plain = true;              ///< the walls' rows are taken as they lie; else the shell goes cell by cell

    [[nodiscard]] ISO_HD constexpr index_t n(int axis) const { return hi[axis] - lo[axis]; }
};

/// Lanes at either end of a warp that need cells which no other lane holds, when every lane has a pack of `width`.
ISO_HD constexpr int lanes_of_line(int layers, int width) { return (layers + width - 1) / width; }

/// The core of a kernel whose warps compute 32 packs side by side, the first at a multiple of the width. With `walls`
/// the kernel makes the ghosts of periodic or uniform x walls itself, where they mirror cells of the pack beside the
/// wall. No warp's row is so short that a lane needs cells on both sides.
template <class Real>
Core core_of(const Sweep<Real>& s, bool walls) {
    constexpr int width = 16 / static_cast<int>(sizeof(Real));
    const index_t layers = s.layers(), nx = s.in.n[0];
    const bool whole = nx % width == 0;
    const auto kept = [&](bool high) { // whether the packs go up to this end of the row
        const WallView<Real>& wall = s.walls[side_of(0, high)];
        return walls && layers <= width && (wall.periodic ? whole : wall.uniform() && (whole || !high));
    };
    Core core;
    core.lo[0] = kept(false) ? 0 : ceil_div(layers, width) * width;
    core.hi[0] = kept(true) ? nx : (nx - layers) / width * width;
    const index_t last = core.n(0) / width % 32; // packs of the last warp, if it is not full
    if (core.n(0) > 0 && last < 2 * lanes_of_line(static_cast<int>(layers), width)) core.hi[0] -= last * width;
    if (core.n(0) <= 0) core.lo[0] = core.hi[0] = 0;
    for (int axis = 1; axis < 3; ++axis) {
        const index_t reach = axis < s.dim ? layers : 0, n = s.in.n[axis];
        if (n > 2 * reach) core.lo[axis] = reach, core.hi[axis] = n - reach;
    }
    if (core.n(1) == 0 || core.n(2) == 0)
        for (int axis = 1; axis < 3; ++axis) core.lo[axis] = core.hi[axis] = 0;
    for (int side = 0; side < 2 * s.dim; ++side) core.plain = core.plain && s.walls[side].plain();
    for (const int high : {0, 1}) {
        const bool at_wall = high != 0 ? core.hi[0] == nx : core.lo[0] == 0 && core.hi[0] > 0;
        core.books[high] = at_wall && core.n(1) > 0 && !s.walls[high].periodic && s.walls[high].heat != nullptr;
    }
    return core;
}

struct CellPlace {
    index_t i, j, k;
};

/// Packs of the shell.
ISO_HD index_t shell_packs(const Core& core, const index_t n[3], int width) {
    return core.n(0) / width * (n[1] * n[2] - core.n(1) * core.n(2));
}
/// First cell of pack `pack` of the shell: along x, first all rows of whole planes, then rows.
ISO_HD CellPlace shell_place(const Core& core, const index_t n[3], int width, index_t pack) {
    index_t m = 0, j = 0;
    index_t row = divide(pack, core.n(0) / width, m);
    const index_t i = core.lo[0] + m * width, in_planes = n[1] * (n[2] - core.n(2));
    if (row < in_planes) {
        const index_t p = divide(row, n[1], j);
        return {i, j, p < core.lo[2] ? p : p + core.n(2)};
    }
    row -= in_planes;
    const index_t k = core.lo[2] + divide(row, n[1] - core.n(1), j);
    return {i, j < core.lo[1] ? j : j + core.n(1), k};
}

/// Cells that are in no pack.
ISO_HD index_t single_cells(const Core& core, const index_t n[3]) { return (n[0] - core.n(0)) * n[1] * n[2]; }
ISO_HD CellPlace single_place(const Core& core, const index_t n[3], index_t cell) {
    index_t m = 0, j = 0;
    const index_t row = divide(cell, n[0] - core.n(0), m), k = divide(row, n[1], j);
    return {m < core.lo[0] ? m : m + core.n(0), j, k};
}

/// Blocks that march along the last axis of the core over columns of tile.x * tile.y cells (2-D: tile.x; 1-D: no
/// march), at most `longest` planes each. Whoever computes a cell books the heat of its walls.
template <class Real>
TilePlan plan_core(const Sweep<Real>& s, const Core& core, TileShape tile, int threads, index_t slots,
                   index_t longest) {
    const index_t x = ceil_div(core.n(0), tile.x), y = s.dim == 3 ? ceil_div(core.n(1), tile.y) : 1;
    const index_t planes = s.dim == 1 ? 1 : core.n(s.dim - 1);
    if (x * y * planes == 0) return plan_blocks(s, 1, 1, 0, tile, 1, threads, false);
    const index_t chunk = std::min(longest, best_chunk(planes, x * y, std::max<index_t>(slots, 1), 2 * s.layers()));
    return plan_blocks(s, x, y, ceil_div(planes, chunk), tile, chunk, threads, false);
}

} // namespace isotherm::cuda
