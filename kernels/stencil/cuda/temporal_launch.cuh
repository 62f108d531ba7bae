#pragma once

/// Starting fused passes: which shape, over which tiles, and single sweeps for what is left.

#include <array>
#include <mutex>

#include "kernels/stencil/cuda/fused_passes.cuh"
#include "kernels/stencil/cuda/launch.cuh"
#include "kernels/stencil/cuda/temporal_schedule.hpp"
#include "kernels/stencil/cuda/temporal_walls.cuh"
#include "kernels/stencil/cuda/variants.hpp"

namespace isotherm::cuda::temporal {

template <class Real, int Order>
Kernel<Real> temporal_kernel_of(int n, bool equal_spacing, bool heun) {
    if constexpr (Order == 4)
        if (heun)
            return equal_spacing ? temporal_kernel_of<Real, 4, true, true>(n)
                                 : temporal_kernel_of<Real, 4, false, true>(n);
    return equal_spacing ? temporal_kernel_of<Real, Order, true, false>(n)
                         : temporal_kernel_of<Real, Order, false, false>(n);
}

/// What is to be launched for a grid.
template <class Real>
struct Choice {
    Kernel<Real> kernel = nullptr; ///< null: no shape fits
    TemporalShape shape{};
    index_t shared_bytes = 0;
    TemporalPlan plan;
    double us = 0; ///< expected time of a pass
    int steps = 0; ///< of a pass: the shape's, or one of Heun's method
};

/// What is asked for.
template <class Real>
struct Task {
    const Sweep<Real>& sweep;
    bool heun = false;
    Blocking cut{}; ///< depth 0: any
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

/// The chunks that a cut names.
inline Chunks chunks_of(index_t planes, const Blocking& cut) {
    const bool tapered = cut.pieces > 1 && cut.pieces <= std::min<index_t>(Chunks::most_tapered, planes);
    return tapered ? tapered_chunks(planes, static_cast<unsigned>(cut.pieces)) : equal_chunks(planes, cut.length);
}

/// Adds what the shape can do, if it fits: its best plan, and others that are worth a trial. With `asked` that cut
/// only.
template <class Real, int Order, class Shape>
void consider(std::vector<Choice<Real>>& all, const Task<Real>& task, int n) {
    constexpr TemporalShape shape = Shape::value;
    constexpr index_t shared_bytes = Layout<Real, Shape>::total;
    const auto& [s, heun, asked] = task;
    const int steps = heun ? shape.steps / 2 : shape.steps;
    const bool any = asked.depth == 0;
    const bool meant = asked.depth == steps && asked.width == shape.tile_x(sizeof(Real)) &&
                       asked.height == shape.tile_y() && asked.length > 0;
    if (!(any || meant) || !shape_fits(shape, sizeof(Real), s.in.n) || shared_bytes > shared_limit()) return;
    const Kernel<Real> kernel = temporal_kernel_of<Real, Order>(n, s.equal_spacing, heun);
    allow_shared(kernel, shared_bytes);
    const index_t slots = resident_blocks(kernel, shape.threads(), shared_bytes);
    if (slots == 0) return;
    const auto plans = any ? plan_temporal(s, shape, slots, Shape::times)
                           : std::vector<TemporalPlan>{plan_chunks(s, shape, chunks_of(s.in.n[2], asked))};
    for (const TemporalPlan& plan : plans) {
        const double us = any ? pass_us(plan, shape.reach(), 16 / int{sizeof(Real)}, slots, Shape::times) : 0.0;
        if (plan.blocks() <= most_blocks) all.push_back({kernel, shape, shared_bytes, plan, us, steps});
    }
}

/// All that can be done, what is expected to be the quickest first; empty: no shape fits, or not as `asked`.
template <class Real, int Order, class... Shapes>
std::vector<Choice<Real>> choices(const Task<Real>& task, ShapeList<Shapes...>) {
    std::vector<Choice<Real>> all;
    int n = 0;
    (consider<Real, Order, Shapes>(all, task, n++), ...);
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.us < b.us; });
    return all;
}
template <class Real>
std::vector<Choice<Real>> choices(const Task<Real>& task) {
    if (task.heun) return choices<Real, 4>(task, typename TemporalTable<Real, 4, true>::Shapes{});
    if (task.sweep.order == 4) return choices<Real, 4>(task, typename TemporalTable<Real, 4, false>::Shapes{});
    return choices<Real, 2>(task, typename TemporalTable<Real, 2, false>::Shapes{});
}

/// What was asked for, where the kernel can do that, else what is planned; remembered, as a run asks for the same at
/// every segment.
template <class Real>
Choice<Real> choice_for(const Advance<Real>& a) {
    const Sweep<Real>& s = a.sweep;
    int device = 0;
    check(cudaGetDevice(&device), "asking for the current GPU");
    const Blocking& cut = a.blocking;
    const std::array key{s.in.n[0],
                         s.in.n[1],
                         s.in.n[2],
                         index_t{s.walls[0].periodic},
                         index_t{s.walls[2].periodic},
                         index_t{s.equal_spacing},
                         index_t{s.order},
                         index_t{a.heun},
                         index_t{device},
                         cut.depth,
                         cut.width,
                         cut.height,
                         cut.length,
                         cut.pieces};
    static std::mutex mutex;
    static std::remove_const_t<decltype(key)> last{};
    static Choice<Real> choice;
    const std::lock_guard lock(mutex);
    if (key == last) return choice;
    auto all = choices(Task<Real>{s, a.heun, cut});
    if (all.empty()) all = choices(Task<Real>{s, a.heun});
    choice = all.empty() ? Choice<Real>{} : all[0], last = key;
    return choice;
}

/// Packs must lie on 16 bytes, and 32 bits count the bytes of a plane.
template <class Real>
bool can_fuse(const Advance<Real>& a) {
    const Sweep<Real>& s = a.sweep;
    const bool taken = s.order == 4 || (s.order == 2 && !a.heun);
    return gpu_can_fuse() && s.dim == 3 && taken && s.n_terms == 0 && rows_are_aligned(s) &&
           s.in.plane < (index_t{1} << 32) / index_t{sizeof(Real)};
}

} // namespace isotherm::cuda::temporal

namespace isotherm::cuda {

template <class Real>
bool advance_temporal(const Advance<Real>& a) {
    if (a.sweep.dim == 2 && !a.heun) return advance_temporal_rows(a);
    const auto choice = temporal::can_fuse(a) ? temporal::choice_for(a) : temporal::Choice<Real>{};
    if (choice.kernel == nullptr || a.steps < choice.steps) return a.heun ? heun_singly(a) : advance_register(a);
    const auto pass = [&](const Sweep<Real>& s) {
        launch(choice.kernel, choice.plan.blocks(), choice.shape.threads(), choice.shared_bytes, a.stream, s,
               choice.plan);
    };
    return a.heun ? heun_passes(a, pass) : fused_passes(a, choice.steps, pass);
}

template <class Real>
KernelFacts temporal_facts(const StencilTraits& t) {
    if (t.dim == 2) return temporal_rows_facts<Real>(t);
    if (!temporal::gpu_can_fuse()) return register_facts<Real>(t);
    const Sweep<Real> like = sweep_like<Real>(t);
    const auto all = temporal::choices(temporal::Task<Real>{like, t.heun});
    if (all.empty()) return register_facts<Real>(t);
    const temporal::Choice<Real>& choice = all[0];
    const TemporalPlan& plan = choice.plan;
    const double tile = double(plan.x.tile) * plan.y.tile,
                 stored = static_cast<double>(plan.x.stride() * plan.y.stride());
    const double loaded =
        tile / stored * (1.0 + 2.0 * choice.shape.reach() / static_cast<double>(plan.z.planes) * plan.z.count);
    return {choice.shape.threads(), registers_of(choice.kernel), choice.shared_bytes,
            sizeof(Real) * (loaded + 1.0) / choice.steps};
}

/// Every shape with the chunks that are worth a trial, what is expected to be the quickest first.
template <class Real>
std::vector<Blocking> temporal_cuts(const StencilTraits& t) {
    if (t.dim == 2) return temporal_rows_cuts<Real>(t);
    std::vector<Blocking> cuts;
    if (!temporal::gpu_can_fuse()) return cuts;
    const Sweep<Real> like = sweep_like<Real>(t);
    for (const auto& c : temporal::choices(temporal::Task<Real>{like, t.heun}))
        cuts.push_back({c.steps, c.shape.tile_x(sizeof(Real)), c.shape.tile_y(), c.plan.z.length,
                        c.plan.z.tapered ? index_t{c.plan.z.count} : 0});
    return cuts;
}

} // namespace isotherm::cuda
