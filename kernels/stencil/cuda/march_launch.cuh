#pragma once

/// Host side of the marching kernels.

#include "kernels/stencil/cuda/launch.cuh"
#include "kernels/stencil/cuda/variants.hpp"

namespace isotherm::cuda {

/// A marching kernel and what its launch needs.
template <class Real>
struct MarchLaunch {
    TileKernel<Real> kernel = nullptr;
    TileShape tile;
    int threads = 0;
    index_t shared_bytes = 0;
};

/// Rows that are not laid out for packs of 16 bytes go to `coarsened`.
template <class Kernels, class Real>
bool run_march(const Advance<Real>& a) {
    const Sweep<Real>& first = a.sweep;
    if (!rows_are_aligned(first)) return advance_coarsened(a);
    const MarchLaunch<Real> m = choose_stencil<Kernels>(first.dim, first.order, first.equal_spacing);
    allow_shared(m.kernel, m.shared_bytes);
    const TilePlan plan = plan_march(first, m.tile, m.threads, resident_blocks(m.kernel, m.threads, m.shared_bytes));
    return ping_pong(a, [&](const Sweep<Real>& s) {
        launch(m.kernel, plan.blocks(), m.threads, m.shared_bytes, a.stream, s, plan);
    });
}

template <class Kernels, class Real>
KernelFacts march_facts(const StencilTraits& t) {
    const MarchLaunch<Real> m = choose_stencil<Kernels>(t.dim, t.order, t.equal_spacing);
    const double halo = t.order * (1.0 / m.tile.x + (t.dim == 3 ? 1.0 / m.tile.y : 0.0));
    return {m.threads, registers_of(m.kernel), m.shared_bytes, sizeof(Real) * (2 + halo + t.n_terms)};
}

} // namespace isotherm::cuda
