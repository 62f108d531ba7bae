#pragma once

/// The grid in two parts: a core, whose cells a fast kernel computes without knowing any wall, and the shell around it,
/// as thick as the stencil reaches, which is computed cell by cell by blocks of their own at the end of the launch,
/// where the last tiles leave room.
///
///       z hi  +-----------+          No kernel that has a core wraps or makes ghosts along y and z. Along x, where
///             |  planes   |          single cells cost as much as whole sectors of memory, periodic and uniform walls
///             +--+-----+--+          are left to the core.
///        rows |  |core |  |  cells
///             +--+-----+--+
///             |  planes   |
///       z lo  +-----------+

#include "kernels/stencil/cuda/plan.hpp"

namespace isotherm::cuda {

/// Cells lo .. hi - 1 of every axis; all of a grid that has no core are shell (lo == hi on every axis).
struct Core {
    index_t lo[3] = {0, 0, 0}, hi[3] = {0, 0, 0};

    [[nodiscard]] ISO_HD index_t n(int axis) const { return hi[axis] - lo[axis]; }
    [[nodiscard]] ISO_HD bool empty() const { return hi[0] == lo[0]; }
};

/// Cells of `grid` outside the core.
ISO_HD index_t shell_cells(const Core& core, const index_t grid[3]) {
    return grid[0] * grid[1] * grid[2] - core.n(0) * core.n(1) * core.n(2);
}

struct CellPlace {
    index_t i, j, k;
};

/// a / b and the rest; a division of 32 bits is several times quicker.
ISO_HD index_t divide(index_t a, index_t b, index_t& rest) {
    const bool small = (a | b) >> 32 == 0;
    const index_t q = small ? static_cast<unsigned>(a) / static_cast<unsigned>(b) : a / b;
    rest = a - q * b;
    return q;
}

/// Place of shell cell `cell`: first whole planes, then rows, then the ends of rows; x fastest.
ISO_HD CellPlace shell_place(const Core& core, const index_t grid[3], index_t cell) {
    index_t in_plane = 0, in_row = 0;
    const index_t plane_cells = grid[0] * grid[1], planes = grid[2] - core.n(2);
    if (cell < planes * plane_cells) {
        const index_t p = divide(cell, plane_cells, in_plane), j = divide(in_plane, grid[0], in_row);
        return {in_row, j, p < core.lo[2] ? p : p + core.n(2)};
    }
    cell -= planes * plane_cells;
    const index_t rows = grid[1] - core.n(1);
    if (cell < rows * grid[0] * core.n(2)) {
        const index_t r = divide(cell, grid[0], in_row);
        index_t j = 0;
        const index_t k = divide(r, rows, j);
        return {in_row, j < core.lo[1] ? j : j + core.n(1), core.lo[2] + k};
    }
    cell -= rows * grid[0] * core.n(2);
    index_t i = 0, j = 0;
    const index_t r = divide(cell, grid[0] - core.n(0), i), k = divide(r, core.n(1), j);
    return {i < core.lo[0] ? i : i + core.n(0), core.lo[1] + j, core.lo[2] + k};
}

/// Lanes at either end of a warp that need cells which no other lane holds, when every lane has a pack of `width`.
ISO_HD constexpr int lanes_of_line(int layers, int width) { return (layers + width - 1) / width; }

/// The core of a kernel whose warps compute rows of whole packs of `width` cells, the first at a multiple of `width`.
/// With `walls_x` the kernel makes the ghosts of periodic or uniform x walls itself, where they mirror cells of the
/// pack beside the wall. No warp's row is so short that a lane needs cells on both sides.
template <class Real>
Core core_of(const Sweep<Real>& s, int width, bool walls_x) {
    Core core;
    const index_t layers = s.layers(), nx = s.in.n[0];
    for (int axis = 0; axis < 3; ++axis) {
        core.lo[axis] = axis < s.dim ? layers : 0;
        core.hi[axis] = s.in.n[axis] - core.lo[axis];
        if (core.n(axis) < 1) return {};
    }
    const bool whole = nx % width == 0;
    const auto kept = [&](bool high) { // whether the core goes up to this end of the row
        const WallView<Real>& wall = s.walls[side_of(0, high)];
        return walls_x && layers <= width && (wall.periodic ? whole : wall.cell_stride == 0 && (whole || !high));
    };
    core.lo[0] = kept(false) ? 0 : ceil_div(layers, width) * width;
    core.hi[0] = kept(true) ? nx : (nx - layers) / width * width;
    const index_t last = core.n(0) / width % 32; // packs of the last warp, if it is not full
    if (last < 2 * lanes_of_line(static_cast<int>(layers), width)) core.hi[0] -= last * width;
    return core.n(0) < 1 ? Core{} : core;
}

/// Blocks that march along the last axis of the core over columns of tile.x * tile.y cells (2-D: tile.x; 1-D: no
/// march).
template <class Real>
TilePlan plan_core(const Sweep<Real>& s, const Core& core, TileShape tile, int threads, index_t slots) {
    const index_t x = ceil_div(core.n(0), tile.x), y = s.dim == 3 ? ceil_div(core.n(1), tile.y) : 1;
    const index_t planes = s.dim == 1 ? 1 : core.n(s.dim - 1);
    if (core.empty()) return plan_blocks(s, 1, 1, 0, tile, 1, threads);
    const index_t chunk = best_chunk(planes, x * y, std::max<index_t>(slots, 1), 2 * s.layers());
    return plan_blocks(s, x, y, ceil_div(planes, chunk), tile, chunk, threads);
}

} // namespace isotherm::cuda
