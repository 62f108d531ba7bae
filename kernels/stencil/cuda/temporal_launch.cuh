#pragma once

/// Starting fused passes: which shape, over which tiles, and single sweeps for what is left.

#include <array>
#include <mutex>

#include "kernels/stencil/cuda/fused_passes.cuh"
#include "kernels/stencil/cuda/launch.cuh"
#include "kernels/stencil/cuda/temporal_walls.cuh"
#include "kernels/stencil/cuda/variants.hpp"

namespace isotherm::cuda::temporal {

template <class Real>
using Kernel = void (*)(Sweep<Real>, TemporalPlan);

/// The kernel of the table's n-th shape. Each kind of spacing is built in a file of its own, which takes its time.
template <class Real, bool Equal>
Kernel<Real> temporal_kernel_of(int n);

/// What is to be launched for a grid.
template <class Real>
struct Choice {
    Kernel<Real> kernel = nullptr; ///< null: no shape fits
    TemporalShape shape{};
    index_t shared_bytes = 0;
    TemporalPlan plan;
    double us = 0; ///< expected time of a pass
};

/// Shared memory that a block may have.
inline index_t shared_limit() {
    int device = 0, bytes = 0;
    check(cudaGetDevice(&device), "asking for the current GPU");
    check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), "asking for shared memory");
    return bytes;
}

/// Whether the current GPU can run the kernels: built for Hopper and later, whose barriers and shared memory they need.
inline bool gpu_can_fuse() { return gpu_generation() >= 9; }

/// Takes the shape if it fits and is expected to be quicker than what has been chosen so far.
template <class Real, class Shape>
void consider(Choice<Real>& best, const Sweep<Real>& s, int n) {
    constexpr TemporalShape shape = Shape::value;
    constexpr index_t shared_bytes = Layout<Real, Shape>::total;
    if (!shape_fits(shape, sizeof(Real), s.in.n) || shared_bytes > shared_limit()) return;
    const Kernel<Real> kernel =
        s.equal_spacing ? temporal_kernel_of<Real, true>(n) : temporal_kernel_of<Real, false>(n);
    allow_shared(kernel, shared_bytes);
    const index_t slots = resident_blocks(kernel, shape.threads(), shared_bytes);
    if (slots == 0) return;
    const TemporalPlan plan = plan_temporal(s, shape, slots, wall_slowdown);
    const bool crowded = plan.tiles_x * plan.tiles_y > slots;
    const double us =
        Shape::plane_us * plan_cost(plan, shape.steps, 16 / int{sizeof(Real)}, slots, Shape::wall_factor(crowded));
    if (plan.blocks() <= most_blocks && (best.kernel == nullptr || us < best.us))
        best = {kernel, shape, shared_bytes, plan, us};
}

template <class Real, class... Shapes>
Choice<Real> choose_shape(const Sweep<Real>& s, ShapeList<Shapes...>) {
    Choice<Real> best;
    int n = 0;
    (consider<Real, Shapes>(best, s, n++), ...);
    return best;
}

/// The choice for the grid of `s`, remembered: a run asks for the same at every segment.
template <class Real>
Choice<Real> choice_for(const Sweep<Real>& s) {
    using Key = std::array<index_t, 7>;
    int device = 0;
    check(cudaGetDevice(&device), "asking for the current GPU");
    const Key key{s.in.n[0],
                  s.in.n[1],
                  s.in.n[2],
                  index_t{s.walls[0].periodic},
                  index_t{s.walls[2].periodic},
                  index_t{s.equal_spacing},
                  index_t{device}};
    static std::mutex mutex;
    static Key last{};
    static Choice<Real> choice;
    const std::lock_guard lock(mutex);
    if (key != last) choice = choose_shape(s, typename TemporalTable<Real>::Shapes{}), last = key;
    return choice;
}

/// Packs must lie on 16 bytes, and 32 bits count the bytes of a plane.
template <class Real>
bool can_fuse(const Sweep<Real>& s) {
    return gpu_can_fuse() && s.dim == 3 && s.order == 2 && s.n_terms == 0 && rows_are_aligned(s) &&
           s.in.plane < (index_t{1} << 32) / index_t{sizeof(Real)};
}

} // namespace isotherm::cuda::temporal

namespace isotherm::cuda {

template <class Real>
bool advance_temporal(const Advance<Real>& a) {
    if (a.sweep.dim == 2) return advance_temporal_rows(a);
    if (!temporal::can_fuse(a.sweep)) return advance_register(a);
    const temporal::Choice<Real> choice = temporal::choice_for(a.sweep);
    const int steps = choice.shape.steps;
    if (choice.kernel == nullptr || a.steps < steps) return advance_register(a);

    return fused_passes(a, steps, [&](const Sweep<Real>& s) {
        launch(choice.kernel, choice.plan.blocks(), choice.shape.threads(), choice.shared_bytes, a.stream, s,
               choice.plan);
    });
}

template <class Real>
KernelFacts temporal_facts(const StencilTraits& t) {
    if (t.dim == 2) return temporal_rows_facts<Real>(t);
    if (!temporal::gpu_can_fuse()) return register_facts<Real>(t);
    Sweep<Real> s;
    std::copy(t.n, t.n + 3, s.in.n);
    s.equal_spacing = t.equal_spacing;
    const auto choice = temporal::choose_shape(s, typename TemporalTable<Real>::Shapes{});
    if (choice.kernel == nullptr) return register_facts<Real>(t);
    const TemporalPlan& plan = choice.plan;
    const double tile = double(plan.x.tile) * plan.y.tile,
                 stored = static_cast<double>(plan.x.stride() * plan.y.stride());
    const double loaded = tile / stored * (1.0 + 2.0 * choice.shape.steps / static_cast<double>(plan.chunk));
    return {choice.shape.threads(), registers_of(choice.kernel), choice.shared_bytes,
            sizeof(Real) * (loaded + 1.0) / choice.shape.steps};
}

} // namespace isotherm::cuda
