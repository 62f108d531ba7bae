#pragma once

/// How a sweep is cut into blocks. Plain arithmetic on the host, the same numbers as value structs on the device.
///
/// Every launch is one-dimensional: first the tiles, x fastest, then blocks that book the heat of the walls. So no axis
/// meets the limit of 65,535 blocks that launches have along y and z.

#include <algorithm>
#include <string>

#include "kernels/base/error.hpp"
#include "kernels/stencil/sweep.hpp"

namespace isotherm::cuda {

inline constexpr index_t most_blocks = (index_t{1} << 31) - 1;

constexpr index_t ceil_div(index_t a, index_t b) { return (a + b - 1) / b; }

/// a / b and the rest; a division of 32 bits is several times quicker.
ISO_HD index_t divide(index_t a, index_t b, index_t& rest) {
    const bool small = (a | b) >> 32 == 0;
    const index_t q = small ? static_cast<unsigned>(a) / static_cast<unsigned>(b) : a / b;
    rest = a - q * b;
    return q;
}

/// Cells along x, y, z.
struct TileShape {
    int x = 1, y = 1, z = 1;
    ISO_HD constexpr int cells() const { return x * y * z; }
};

/// A launch of tiles. `chunk` is how many planes a marching block goes through (others: tile.z).
struct TilePlan {
    unsigned tiles_x = 1, tiles_y = 1, tiles = 1;
    unsigned face_blocks = 0;
    TileShape tile;
    index_t chunk = 1;

    [[nodiscard]] constexpr index_t blocks() const { return index_t{tiles} + face_blocks; }
};

/// Wall cells that one thread books: their memory accesses overlap.
inline constexpr int face_cells_per_thread = 4;

/// Cells of a side whose heat is booked, else 0.
template <class Real>
ISO_HD index_t booked_cells(const Sweep<Real>& s, int side) {
    if (s.walls[side].periodic || s.walls[side].heat == nullptr) return 0;
    const int axis = side / 2;
    return (axis == 0 ? 1 : s.in.n[0]) * (axis == 1 ? 1 : s.in.n[1]) * (axis == 2 ? 1 : s.in.n[2]);
}

/// Blocks that one side takes; none is shared between sides.
ISO_HD constexpr index_t face_blocks(index_t cells, int threads) {
    const index_t per_block = index_t{threads} * face_cells_per_thread;
    return (cells + per_block - 1) / per_block;
}

/// Throws UsageError where a launch cannot have that many blocks.
template <class Real>
TilePlan plan_blocks(const Sweep<Real>& s, index_t x, index_t y, index_t z, TileShape tile, index_t chunk, int threads,
                     bool book_faces = true) {
    index_t faces = 0;
    for (int side = 0; book_faces && side < 2 * s.dim; ++side) faces += face_blocks(booked_cells(s, side), threads);
    if (x * y * z + faces > most_blocks)
        throw UsageError("the grid needs " + std::to_string(x * y * z + faces) +
                         " blocks of GPU threads, more than a launch can have; make x the longest axis");
    return {static_cast<unsigned>(x),
            static_cast<unsigned>(y),
            static_cast<unsigned>(x * y * z),
            static_cast<unsigned>(faces),
            tile,
            chunk};
}

/// One block per tile of `tile` cells.
template <class Real>
TilePlan plan_tiles(const Sweep<Real>& s, TileShape tile, int threads) {
    return plan_blocks(s, ceil_div(s.in.n[0], tile.x), ceil_div(s.in.n[1], tile.y), ceil_div(s.in.n[2], tile.z), tile,
                       tile.z, threads);
}

/// Number of pieces to cut `planes` into, when every piece also reads `extra` planes, there are `columns` columns of
/// pieces and the GPU holds `slots` blocks at a time: the one with the fewest planes per slot.
inline index_t best_chunk(index_t planes, index_t columns, index_t slots, index_t extra) {
    constexpr index_t start_up = 4; // planes' worth of time until a block's first plane is there
    const index_t least = ceil_div(columns, slots);
    index_t best = planes, best_cost = -1;
    for (index_t waves = least; waves < least + 8; ++waves) {
        const index_t pieces = std::min(std::max<index_t>(waves * slots / columns, 1), planes);
        const index_t chunk = ceil_div(planes, pieces);
        const index_t cost = ceil_div(columns * ceil_div(planes, chunk), slots) * (chunk + extra + start_up);
        if (best_cost < 0 || cost < best_cost) best = chunk, best_cost = cost;
    }
    return best;
}

/// Blocks that march along the last axis over columns of tile.x * tile.y cells (2-D: tile.x; 1-D: one column whose
/// "planes" are pieces of tile.x cells).
template <class Real>
TilePlan plan_march(const Sweep<Real>& s, TileShape tile, int threads, index_t slots) {
    const index_t x = s.dim == 1 ? 1 : ceil_div(s.in.n[0], tile.x);
    const index_t y = s.dim == 3 ? ceil_div(s.in.n[1], tile.y) : 1;
    const index_t planes = s.dim == 1 ? ceil_div(s.in.n[0], tile.x) : s.in.n[s.dim - 1];
    const index_t chunk = best_chunk(planes, x * y, std::max<index_t>(slots, 1), s.dim == 1 ? 0 : 2 * s.layers());
    return plan_blocks(s, x, y, ceil_div(planes, chunk), tile, chunk, threads);
}

/// Whether rows start and stay on 16 bytes, so that packs of cells can be moved at once, and 32 bits count rows,
/// planes, the cells of an x wall and the bytes of a plane of the march.
template <class Real>
bool rows_are_aligned(const Sweep<Real>& s) {
    constexpr index_t width = 16 / static_cast<index_t>(sizeof(Real));
    const auto aligned = [](const void* p) { return reinterpret_cast<std::uintptr_t>(p) % 16 == 0; };
    bool all = aligned(s.in.data) && aligned(s.out.data) && s.in.plane % width == 0 && s.in.pitch % width == 0 &&
               s.out.pitch == s.in.pitch && s.out.plane == s.in.plane;
    for (int t = 0; t < s.n_terms; ++t) all = all && aligned(s.terms[t]);
    constexpr index_t most = (index_t{1} << 31) - 1024;
    const index_t march_bytes = (s.dim == 1 ? 0 : s.dim == 2 ? s.in.pitch : s.in.plane) * index_t{sizeof(Real)};
    all = all && s.in.n[1] < most && s.in.n[2] < most && s.in.n[1] * s.in.n[2] < most && march_bytes < 2 * most;
    // The last pack of a row may reach past the row's end: there must be memory.
    return all && (s.in.n[0] % width == 0 || s.in.pitch >= ceil_div(s.in.n[0], width) * width);
}

} // namespace isotherm::cuda
