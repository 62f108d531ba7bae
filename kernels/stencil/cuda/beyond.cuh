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
    const unsigned tile = blockIdx.x - plan.face_blocks;
    const unsigned row = tile / plan.tiles_x;
    return {tile % plan.tiles_x, row % plan.tiles_y, row / plan.tiles_y};
}

/// The same object, read where it is used: the compiler must not keep what is seldom needed (walls) in registers all
/// the time. For kernel parameters that are __grid_constant__.
template <class T>
__device__ __forceinline__ const T& seldom(const T& parameter) {
    const T* p = &parameter;
#if defined(__CUDA_ARCH__)
    asm volatile("" : "+l"(p));
#endif
    return *p;
}

/// Books the heat of one cell of the walls: the walls' cells in one long line, side after side. The heat of a sweep
/// depends on `in` alone, so blocks of their own do it and the blocks that compute need not know.
template <class Real>
__device__ __forceinline__ void book_faces(const Sweep<Real>& s) {
    index_t cell = index_t{blockIdx.x} * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (int side = 0; side < 2 * s.dim; ++side) {
        const WallView<Real>& wall = s.walls[side];
        if (wall.periodic || wall.heat == nullptr) continue;
        const int axis = side / 2;
        const bool high = side % 2 != 0;
        const index_t cells = (axis == 0 ? 1 : s.in.n[0]) * (axis == 1 ? 1 : s.in.n[1]) * (axis == 2 ? 1 : s.in.n[2]);
        if (cell < cells) {
            const index_t row = axis == 0 ? s.in.n[1] : s.in.n[0], end = high ? s.in.n[axis] - 1 : 0;
            const index_t a = cell % row, b = cell / row;
            book_wall_heat(s, axis, high, axis == 0 ? end : a,
                           axis == 0   ? a
                           : axis == 1 ? end
                                       : b,
                           axis == 2 ? end : b);
            return;
        }
        cell -= cells;
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

} // namespace isotherm::cuda
