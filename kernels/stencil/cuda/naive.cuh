#pragma once

/// One thread per cell, x along the warp: what everybody writes first. Every neighbour is read from global memory; the
/// caches make most of the seven reads cheap, but each plane is still fetched three times from L2.

#include "kernels/stencil/cuda/beyond.cuh"
#include "kernels/stencil/cuda/launch.cuh"
#include "kernels/stencil/cuda/variants.hpp"

namespace isotherm::cuda {

/// Cells of a block, one thread each.
constexpr TileShape naive_tile(int dim) { return dim == 1 ? TileShape{256, 1, 1} : TileShape{64, 4, 1}; }

template <class Real, int Dim, int Order, bool Equal>
__global__ void __launch_bounds__(256, 5)
    naive_kernel(const __grid_constant__ Sweep<Real> s, const __grid_constant__ TilePlan plan) {
    if (blockIdx.x >= plan.tiles) return book_faces<Dim, Order>(s, plan);
    constexpr int layers = Order / 2;
    constexpr TileShape shape = naive_tile(Dim);
    const TilePlace tile = tile_place(plan);
    const index_t i = index_t{tile.x} * shape.x + threadIdx.x % shape.x;
    const int j = Dim < 2 ? 0 : static_cast<int>(tile.y) * shape.y + threadIdx.x / shape.x,
              k = static_cast<int>(tile.z);
    const index_t nx = s.in.n[0];
    const int ny = static_cast<int>(s.in.n[1]), nz = static_cast<int>(s.in.n[2]);
    if (i >= nx || j >= ny) return;

    const index_t at = i + j * s.in.pitch + k * s.in.plane;
    const Real c = s.in.data[at], base = stage_base(s, at, c);
    const bool inner = i >= layers && i < nx - layers && (Dim < 2 || (j >= layers && j < ny - layers)) &&
                       (Dim < 3 || (k >= layers && k < nz - layers));
    if (inner)
        s.out(i, j, k) = update_cell<Dim, Order, Equal>(
            base, c, MemoryNear<Real, index_t>{s.in.data + at, s.in.pitch, s.in.plane}, s.r);
    else s.out(i, j, k) = update_cell<Dim, Order, Equal>(base, c, CheckedNear<Real>{s, s.in.data + at, i, j, k}, s.r);
}

template <class Real>
struct NaiveKernels {
    template <int Dim, int Order, bool Equal>
    static TileKernel<Real> get() {
        return &naive_kernel<Real, Dim, Order, Equal>;
    }
};

template <class Real>
bool advance_naive(const Advance<Real>& a) {
    const Sweep<Real>& first = a.sweep;
    const TileKernel<Real> kernel = choose_stencil<NaiveKernels<Real>>(first.dim, first.order, first.equal_spacing);
    const TileShape tile = naive_tile(first.dim);
    const TilePlan plan = plan_tiles(first, tile, tile.cells());
    return ping_pong(a,
                     [&](const Sweep<Real>& s) { launch(kernel, plan.blocks(), tile.cells(), 0, a.stream, s, plan); });
}

template <class Real>
KernelFacts naive_facts(const StencilTraits& t) {
    const double reads = 1 + t.dim * t.order; // every point of the star, as the kernel asks for it
    return {naive_tile(t.dim).cells(),
            registers_of(choose_stencil<NaiveKernels<Real>>(t.dim, t.order, t.equal_spacing)), 0,
            sizeof(Real) * (reads + t.n_terms + 1)};
}

} // namespace isotherm::cuda
