#pragma once

/// The kernel of a block's march, and those of the table of shapes, for the files that build them.

#include "kernels/stencil/cuda/temporal.cuh"
#include "kernels/stencil/cuda/temporal_plan.hpp"

namespace isotherm::cuda::temporal {

template <class Real, class Shape, bool Equal, bool Heun>
__global__ void __launch_bounds__(Shape::value.threads(), 1)
    temporal_kernel(const __grid_constant__ Sweep<Real> s, const __grid_constant__ TemporalPlan plan) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900 // gpu_can_fuse
    const BlockPlace place = block_place(plan, blockIdx.x);
    const TileSpan x = plan.x.span(place.x, plan.tiles_x), y = plan.y.span(place.y, plan.tiles_y);
    const ChunkSpan z =
        chunk_span(s.in.n[2], place.begin, place.end, Shape::value.steps, Shape::value.layers, s.walls[4].periodic);
    const bool inside = x.origin >= 0 && x.origin + plan.x.tile <= s.in.n[0];
    constexpr int width = Pack<Real>::width;
    const bool whole = x.origin % width == 0 && x.own_end % width == 0 && (inside || s.in.n[0] % width == 0);
    using M = March<Real, Shape, Equal, Heun>; // one for each care, so that they share no registers
    using Walls = TileWalls<Real, Shape>;
    if (Walls::makes(s, 0, x) || Walls::makes(s, 1, y)) M(s, x, y, z, whole).template go<Care::made>();
    else if (!whole || Walls::varies(s, 0, x) || Walls::varies(s, 1, y)) M(s, x, y, z, whole).template go<Care::any>();
    else if (x.low_wall) M(s, x, y, z, true).template go<Care::x_low>();
    else if (x.high_wall) M(s, x, y, z, true).template go<Care::x_high>();
    else if (y.low_wall || y.high_wall) M(s, x, y, z, true).template go<Care::y_wall>();
    else M(s, x, y, z, true).template go<Care::none>();
#endif
}

template <class Real, bool Equal, bool Heun, class... Shapes>
Kernel<Real> kernel_in(ShapeList<Shapes...>, int n) {
    const Kernel<Real> all[] = {&temporal_kernel<Real, Shapes, Equal, Heun>...};
    return all[n];
}

template <class Real, int Order, bool Equal, bool Heun>
Kernel<Real> temporal_kernel_of(int n) {
    return kernel_in<Real, Equal, Heun>(typename TemporalTable<Real, Order, Heun>::Shapes{}, n);
}

} // namespace isotherm::cuda::temporal
