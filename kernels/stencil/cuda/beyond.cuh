#pragma once

/// What the CUDA kernels share: where a block works, the field beyond its walls, and the heat of the walls.

#include "kernels/stencil/cuda/plan.hpp"
#include "kernels/stencil/neighbour.hpp"

namespace isotherm::cuda {

/// Tile of this block.
struct TilePlace {
    unsigned x, y, z;
};
__device__ __forceinline__ TilePlace tile_place(const TilePlan& plan) {
    const unsigned row = blockIdx.x / plan.tiles_x;
    return {blockIdx.x % plan.tiles_x, row % plan.tiles_y, row / plan.tiles_y};
}

/// Where cell `cell` of a side's face lies in the field.
template <class Real>
__device__ __forceinline__ index_t place_of_face_cell(const Sweep<Real>& s, int side, index_t cell) {
    const int axis = side / 2;
    const index_t row = axis == 0 ? s.in.n[1] : s.in.n[0], end = side % 2 != 0 ? s.in.n[axis] - 1 : 0;
    index_t a = 0;
    const index_t b = divide(cell, row, a);
    return end * s.in.stride(axis) + a * s.in.stride(axis == 0 ? 1 : 0) + b * s.in.stride(axis == 2 ? 1 : 2);
}

/// Books the heat of this block's part of the walls (book_wall_heat of neighbour.hpp, several cells at a time). What a
/// sweep lets in depends on `in` alone, so blocks of their own do it, at the end where the last tiles leave room, and
/// the blocks that compute need not know.
template <int Dim, int Order, class Real>
__device__ __forceinline__ void book_faces(const Sweep<Real>& s, const TilePlan& plan) {
    constexpr int layers = Order / 2, many = face_cells_per_thread;
    index_t block = blockIdx.x - plan.tiles, cells = 0;
    int side = 0;
    for (; side < 2 * Dim; ++side) {
        cells = booked_cells(s, side);
        const index_t blocks = face_blocks(cells, static_cast<int>(blockDim.x));
        if (block < blocks) break;
        block -= blocks;
    }
    if (side == 2 * Dim) return;
    const WallView<Real>& wall = s.walls[side];
    const index_t inward = (side % 2 != 0 ? -1 : 1) * s.in.stride(side / 2);
    const index_t first = block * many * blockDim.x + threadIdx.x;
    Real T[many][layers];
    double heat[many];
#pragma unroll
    for (int c = 0; c < many; ++c) {
        const index_t cell = first + c * index_t{blockDim.x} < cells ? first + c * index_t{blockDim.x} : cells - 1;
        const Real* const p = s.in.data + place_of_face_cell(s, side, cell);
#pragma unroll
        for (int m = 0; m < layers; ++m) T[c][m] = p[m * inward];
        heat[c] = wall.heat[cell];
    }
#pragma unroll
    for (int c = 0; c < many; ++c) {
        const index_t cell = first + c * index_t{blockDim.x};
        if (cell >= cells) break;
        double gain = 0.0;
#pragma unroll
        for (int m = 0; m < layers; ++m)
            gain =
                fused(heat_layer_weight(Order, m), static_cast<double>(wall.gain(s.wall_step, cell, m, T[c][m])), gain);
        wall.heat[cell] = add_heat(heat[c], s.heat_weight, gain);
    }
}

/// The field at any place, in the domain or up to order/2 cells beyond one wall; 0 elsewhere (edges and corners, which
/// no star reads).
template <int Dim, int Order, class Real>
__device__ __forceinline__ Real value_at(const Sweep<Real>& s, index_t i, index_t j, index_t k) {
    constexpr index_t layers = Order / 2;
    const index_t nx = s.in.n[0], ny = s.in.n[1], nz = s.in.n[2];
    const bool in_x = i >= 0 && i < nx, in_y = Dim < 2 || (j >= 0 && j < ny), in_z = Dim < 3 || (k >= 0 && k < nz);
    if (in_x && in_y && in_z) return s.in(i, j, k);
    const int axis = !in_x ? 0 : !in_y ? 1 : 2;
    if ((axis != 1 && !in_y) || (axis != 2 && !in_z)) return Real(0);
    const index_t at = axis == 0 ? i : axis == 1 ? j : k, n = s.in.n[axis];
    if (at < -layers || at >= n + layers) return Real(0);
    const index_t end = at < 0 ? 0 : n - 1;
    return extended(s, axis, static_cast<int>(at - end), axis == 0 ? end : i, axis == 1 ? end : j, axis == 2 ? end : k);
}

/// Neighbours at constant distances in memory, global or shared.
template <class Real, class Stride>
struct MemoryNear {
    const Real* p;
    Stride pitch, plane;
    template <int Axis, int Offset>
    __device__ __forceinline__ Real at() const {
        return p[Offset * (Axis == 0 ? Stride(1) : Axis == 1 ? pitch : plane)];
    }
};

/// Neighbours of a cell that may be near a wall: from memory where they are in the grid.
template <class Real>
struct CheckedNear {
    const Sweep<Real>& s;
    const Real* p;
    index_t i, j, k;
    template <int Axis, int Offset>
    __device__ __forceinline__ Real at() const {
        const index_t q = (Axis == 0 ? i : Axis == 1 ? j : k) + Offset;
        if (Offset < 0 ? q >= 0 : q < s.in.n[Axis]) return p[Offset * s.in.stride(Axis)];
        return extended(s, Axis, Offset, i, j, k);
    }
};

} // namespace isotherm::cuda
