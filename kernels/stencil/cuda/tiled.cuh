#pragma once

/// The textbook tile: a block loads its cells and their halo into shared memory, waits, and computes from there. Every
/// cell is asked of global memory about once per tile that sees it, so what the halo costs is
///
///     prod(edge + 2 layers) / prod(edge)      reads per cell (without corners)
///
/// which is why small cubes lose to the caches behind the naive kernel, and why the next kernels march.

#include "kernels/stencil/cuda/beyond.cuh"
#include "kernels/stencil/cuda/launch.cuh"
#include "kernels/stencil/cuda/variants.hpp"

namespace isotherm::cuda {

/// Cells that a block computes, one thread each.
constexpr TileShape tiled_tile(int dim) {
    return dim == 1 ? TileShape{512, 1, 1} : dim == 2 ? TileShape{32, 16, 1} : TileShape{32, 4, 4};
}

/// With its halo, as it lies in shared memory.
constexpr TileShape with_halo(TileShape tile, int dim, int layers) {
    return {tile.x + 2 * layers, dim >= 2 ? tile.y + 2 * layers : 1, dim >= 3 ? tile.z + 2 * layers : 1};
}

template <class Real, int Dim, int Order, bool Equal>
__global__ void __launch_bounds__(512)
    tiled_kernel(const __grid_constant__ Sweep<Real> s, const __grid_constant__ TilePlan plan) {
    if (blockIdx.x >= plan.tiles) return book_faces<Dim, Order>(s, plan);
    constexpr int layers = Order / 2;
    constexpr TileShape shape = tiled_tile(Dim), whole = with_halo(shape, Dim, layers);
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    Real* const tile = reinterpret_cast<Real*>(shared_bytes);

    const TilePlace place = tile_place(plan);
    const index_t x0 = index_t{place.x} * shape.x, y0 = index_t{place.y} * shape.y, z0 = index_t{place.z} * shape.z;
    constexpr int y_layers = Dim >= 2 ? layers : 0, z_layers = Dim >= 3 ? layers : 0;
    for (int n = threadIdx.x; n < whole.cells(); n += shape.cells()) {
        const int a = n % whole.x - layers, b = n / whole.x % whole.y - y_layers,
                  c = n / (whole.x * whole.y) - z_layers;
        const int outside = (a < 0 || a >= shape.x) + (b < 0 || b >= shape.y) + (c < 0 || c >= shape.z);
        if (outside <= 1) tile[n] = value_at<Dim, Order>(s, x0 + a, y0 + b, z0 + c);
    }
    __syncthreads();

    const int t = threadIdx.x;
    const int a = t % shape.x, b = t / shape.x % shape.y, c = t / (shape.x * shape.y);
    const index_t i = x0 + a, j = y0 + b, k = z0 + c;
    if (i >= s.in.n[0] || j >= s.in.n[1] || k >= s.in.n[2]) return;
    const Real* const p = tile + (a + layers) + whole.x * ((b + y_layers) + whole.y * (c + z_layers));
    const MemoryNear<Real, int> near{p, whole.x, whole.x * whole.y};
    const Real base = stage_base(s, i + j * s.in.pitch + k * s.in.plane, *p);
    s.out(i, j, k) = update_cell<Dim, Order, Equal>(base, *p, near, s.r);
}

template <class Real>
struct TiledKernels {
    template <int Dim, int Order, bool Equal>
    static TileKernel<Real> get() {
        return &tiled_kernel<Real, Dim, Order, Equal>;
    }
};

template <class Real>
bool advance_tiled(const Advance<Real>& a) {
    const Sweep<Real>& first = a.sweep;
    const TileKernel<Real> kernel = choose_stencil<TiledKernels<Real>>(first.dim, first.order, first.equal_spacing);
    const TileShape tile = tiled_tile(first.dim);
    const index_t bytes = with_halo(tile, first.dim, first.layers()).cells() * index_t{sizeof(Real)};
    const TilePlan plan = plan_tiles(first, tile, tile.cells());
    return ping_pong(
        a, [&](const Sweep<Real>& s) { launch(kernel, plan.blocks(), tile.cells(), bytes, a.stream, s, plan); });
}

template <class Real>
KernelFacts tiled_facts(const StencilTraits& t) {
    const TileShape tile = tiled_tile(t.dim), whole = with_halo(tile, t.dim, t.order / 2);
    const double faces = t.order * (double(tile.cells()) / tile.x + (t.dim > 1 ? double(tile.cells()) / tile.y : 0) +
                                    (t.dim > 2 ? double(tile.cells()) / tile.z : 0));
    return {tile.cells(), registers_of(choose_stencil<TiledKernels<Real>>(t.dim, t.order, t.equal_spacing)),
            whole.cells() * index_t{sizeof(Real)}, sizeof(Real) * (2 + faces / tile.cells() + t.n_terms)};
}

} // namespace isotherm::cuda
