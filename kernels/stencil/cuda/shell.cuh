#pragma once

/// The device side of shell.hpp: what the blocks behind the tiles do, and the launch of kernels that have a core.

#include "kernels/stencil/cuda/beyond.cuh"
#include "kernels/stencil/cuda/launch.cuh"
#include "kernels/stencil/cuda/shell.hpp"

namespace isotherm::cuda {

/// Blocks behind the tiles: first the heat of the walls, then the cells of the shell, one per thread.
template <int Dim, int Order, bool Equal, class Real>
__device__ __noinline__ void compute_edges(const Sweep<Real>& s, const TilePlan& plan, const Core& core) {
    if (blockIdx.x < plan.tiles + plan.face_blocks) return book_faces<Dim, Order>(s, plan);
    const index_t block = blockIdx.x - (plan.tiles + plan.face_blocks), cell = block * blockDim.x + threadIdx.x;
    if (cell >= shell_cells(core, s.in.n)) return;
    const auto [i, j, k] = shell_place(core, s.in.n, cell);
    const index_t at = i + j * s.in.pitch + k * s.in.plane;
    const Real c = s.in.data[at];
    s.out.data[at] =
        update_cell<Dim, Order, Equal>(stage_base(s, at, c), c, CheckedNear<Real>{s, s.in.data + at, i, j, k}, s.r);
}

template <class Real>
using CoreKernel = void (*)(Sweep<Real>, TilePlan, Core);

/// All steps of `a` by a kernel that marches over tiles of the core along the last axis (1-D: has a tile per block).
template <class Real>
bool run_core(const Advance<Real>& a, CoreKernel<Real> kernel, const Core& core, TileShape tile, int threads,
              index_t shared_bytes) {
    const Sweep<Real>& first = a.sweep;
    const TilePlan plan = plan_core(first, core, tile, threads, resident_blocks(kernel, threads, shared_bytes));
    const index_t blocks = plan.blocks() + ceil_div(shell_cells(core, first.in.n), threads);
    return ping_pong(
        a, [&](const Sweep<Real>& s) { launch(kernel, blocks, threads, shared_bytes, a.stream, s, plan, core); });
}

} // namespace isotherm::cuda
