#pragma once

/// A block marches along the last axis over a column of cells: the plane that is being computed lies in shared memory
/// with its halo, what is below and above stays in each thread's registers. A cell is read once per column that sees
/// it.
///
///            z ^   [above]  registers, one value per thread
///              |   [plane]  shared memory, tile + halo        out(plane)
///              |   [below]  registers                         then everything moves up by one
///
/// P. Micikevicius, 3D finite difference computation on GPUs using CUDA, GPGPU-2 (2009). In 2-D the march is along y
/// and the plane is a row; in 1-D a block goes through pieces of the row, with nothing below or above.

#include "kernels/stencil/cuda/beyond.cuh"
#include "kernels/stencil/cuda/launch.cuh"
#include "kernels/stencil/cuda/variants.hpp"

namespace isotherm::cuda {

/// Cells of a plane that a block computes, one thread each.
constexpr TileShape coarsened_tile(int dim) { return dim == 3 ? TileShape{64, 8, 1} : TileShape{512, 1, 1}; }

constexpr int coarsened_shared_cells(int dim, int layers) {
    const TileShape tile = coarsened_tile(dim);
    return (tile.x + 2 * layers) * (dim == 3 ? tile.y + 2 * layers : 1);
}

/// Neighbours in the plane from shared memory, the others from the thread's window.
template <class Real, int Dim, int Window>
struct ColumnNear {
    const Real* p;
    int pitch;
    const Real (&window)[2 * Window + 1];
    template <int Axis, int Offset>
    __device__ __forceinline__ Real at() const {
        if constexpr (Axis == 0) return p[Offset];
        else if constexpr (Axis == Dim - 1) return window[Window + Offset];
        else return p[Offset * pitch];
    }
};

template <class Real, int Dim, int Order, bool Equal>
__global__ void __launch_bounds__(512)
    coarsened_kernel(const __grid_constant__ Sweep<Real> s, const __grid_constant__ TilePlan plan) {
    if (blockIdx.x >= plan.tiles) return book_faces<Dim, Order>(s, plan);
    constexpr int layers = Order / 2, reach = Dim == 1 ? 0 : layers, y_layers = Dim == 3 ? layers : 0;
    constexpr TileShape shape = coarsened_tile(Dim);
    constexpr int pitch = shape.x + 2 * layers;
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    Real* const tile = reinterpret_cast<Real*>(shared_bytes);

    const TilePlace place = tile_place(plan);
    const index_t x0 = index_t{place.x} * shape.x, y0 = index_t{place.y} * shape.y;
    const index_t planes = Dim == 1 ? (s.in.n[0] + shape.x - 1) / shape.x : s.in.n[Dim - 1];
    const index_t k0 = place.z * plan.chunk, k1 = k0 + plan.chunk < planes ? k0 + plan.chunk : planes;
    const auto value = [&](int a, int b, index_t p) { // cell (a, b) of the tile in plane p
        return value_at<Dim, Order>(s, x0 + a + (Dim == 1 ? p * shape.x : 0), Dim == 2 ? p : y0 + b, Dim == 3 ? p : 0);
    };

    const int a = threadIdx.x % shape.x, b = threadIdx.x / shape.x;
    Real* const centre = tile + (a + layers) + (b + y_layers) * pitch;
    constexpr int x_halo = 2 * layers * shape.y, halo = x_halo + 2 * y_layers * shape.x;
    Real window[2 * reach + 1] = {};
    for (index_t p = k0 - reach; p < k1 + reach; ++p) {
#pragma unroll
        for (int w = 0; w < 2 * reach; ++w) window[w] = window[w + 1];
        window[2 * reach] = value(a, b, p);
        const index_t k = p - reach;
        if (k < k0) continue;

        __syncthreads(); // all have read the plane before
        const Real c = window[reach];
        *centre = c;
        for (int n = threadIdx.x; n < halo; n += shape.cells()) {
            const int m = n - x_halo;
            const int ha = n < x_halo ? n % (2 * layers) : m % shape.x,
                      hb = n < x_halo ? n / (2 * layers) : m / shape.x;
            const int at_a = n < x_halo && ha < layers ? ha - layers : n < x_halo ? ha - layers + shape.x : ha;
            const int at_b = n < x_halo ? hb : hb < y_layers ? hb - y_layers : hb - y_layers + shape.y;
            tile[(at_a + layers) + (at_b + y_layers) * pitch] = value(at_a, at_b, k);
        }
        __syncthreads();
        const index_t i = x0 + a + (Dim == 1 ? k * shape.x : 0), j = Dim == 2 ? k : y0 + b, z = Dim == 3 ? k : 0;
        if (i >= s.in.n[0] || j >= s.in.n[1]) continue;
        const ColumnNear<Real, Dim, reach> near{centre, pitch, window};
        s.out(i, j, z) =
            update_cell<Dim, Order, Equal>(stage_base(s, i + j * s.in.pitch + z * s.in.plane, c), c, near, s.r);
    }
}

template <class Real>
struct CoarsenedKernels {
    template <int Dim, int Order, bool Equal>
    static TileKernel<Real> get() {
        return &coarsened_kernel<Real, Dim, Order, Equal>;
    }
};

template <class Real>
bool advance_coarsened(const Advance<Real>& a) {
    const Sweep<Real>& first = a.sweep;
    const TileKernel<Real> kernel = choose_stencil<CoarsenedKernels<Real>>(first.dim, first.order, first.equal_spacing);
    const TileShape tile = coarsened_tile(first.dim);
    const index_t bytes = coarsened_shared_cells(first.dim, first.layers()) * index_t{sizeof(Real)};
    const TilePlan plan = plan_march(first, tile, tile.cells(), resident_blocks(kernel, tile.cells(), bytes));
    return ping_pong(
        a, [&](const Sweep<Real>& s) { launch(kernel, plan.blocks(), tile.cells(), bytes, a.stream, s, plan); });
}

template <class Real>
KernelFacts coarsened_facts(const StencilTraits& t) {
    const TileShape tile = coarsened_tile(t.dim);
    const double halo = t.order * (1.0 / tile.x + (t.dim == 3 ? 1.0 / tile.y : 0.0));
    return {tile.cells(), registers_of(choose_stencil<CoarsenedKernels<Real>>(t.dim, t.order, t.equal_spacing)),
            coarsened_shared_cells(t.dim, t.order / 2) * index_t{sizeof(Real)}, sizeof(Real) * (2 + halo + t.n_terms)};
}

} // namespace isotherm::cuda
