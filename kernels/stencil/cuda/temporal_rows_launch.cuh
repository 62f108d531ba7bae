#pragma once

/// Starting fused passes on two axes: which shape, which pieces of strips, and single sweeps for what is left.

#include "kernels/stencil/cuda/fused_passes.cuh"
#include "kernels/stencil/cuda/temporal_rows.cuh"
#include "kernels/stencil/cuda/temporal_schedule.hpp"
#include "kernels/stencil/cuda/variants.hpp"

namespace isotherm::cuda {

template <class Real>
using RowsKernel = void (*)(Sweep<Real>, RowsPlan);

/// What is to be launched for a grid.
template <class Real>
struct RowsChoice {
    RowsKernel<Real> kernel = nullptr;
    RowsShape shape{};
    RowsPlan plan;
};

/// Adds what the shape can do: its best plan and shorter pieces, or with `asked` that cut only.
template <class Real, int Order, class Shape>
void consider_rows(std::vector<RowsChoice<Real>>& all, const Sweep<Real>& s, const Blocking& asked) {
    constexpr RowsShape shape = Shape::value;
    const bool any = asked == Blocking{}, first = all.empty();
    if (!any && (asked.depth != shape.steps || asked.width != shape.strip(sizeof(Real)) || asked.length <= 0)) return;
    RowsKernel<Real> kernel = &temporal_rows_kernel<Real, Order, true, Shape>;
    if (!s.equal_spacing) {
        using Measured = Rows<first_of_rows(Order).steps, first_of_rows(Order).packs, first_of_rows(Order).blocks>;
        if (!std::is_same_v<Shape, Measured>) return;
        kernel = &temporal_rows_kernel<Real, Order, false, Measured>;
    }
    if (!any) return all.push_back({kernel, shape, plan_pieces(s, shape, asked.length)});
    const index_t slots = resident_blocks(kernel, RowsShape::threads, 0) * RowsShape::warps;
    all.push_back({kernel, shape, plan_rows(s, shape, slots)});
    for (const index_t waves : {index_t{4}, index_t{8}}) {
        const RowsPlan plan = plan_waves(s, shape, std::max<index_t>(slots, 1), waves);
        if (first && plan.chunk < all.back().plan.chunk) all.push_back({kernel, shape, plan});
    }
}

/// All that can be done, what was measured best first; empty where it cannot be done as `asked`.
template <class Real>
std::vector<RowsChoice<Real>> rows_choices(const Sweep<Real>& s, const Blocking& asked = {}) {
    std::vector<RowsChoice<Real>> all;
    const auto consider = [&]<int Order, class... Shapes>(std::integral_constant<int, Order>, ShapeList<Shapes...>) {
        (consider_rows<Real, Order, Shapes>(all, s, asked), ...);
    };
    if (s.order == 2) consider(std::integral_constant<int, 2>{}, RowsTable<2>::Shapes{});
    else consider(std::integral_constant<int, 4>{}, RowsTable<4>::Shapes{});
    return all;
}

/// Whether the kernel takes this sweep.
template <class Real>
bool fuses_rows(const Sweep<Real>& s) {
    return s.dim == 2 && s.order <= 4 && s.n_terms == 0 && rows_are_aligned(s) && rows_fit<Real>(s.order, s.in.n);
}

/// Passes of several steps, single sweeps for what is left of `a`.
template <class Real>
bool advance_temporal_rows(const Advance<Real>& a) {
    if (!fuses_rows(a.sweep)) return advance_register(a);
    std::vector<RowsChoice<Real>> all;
    if (a.blocking.depth > 0) all = rows_choices(a.sweep, a.blocking);
    if (all.empty()) all = rows_choices(a.sweep);
    const auto& [kernel, shape, plan] = all[0];
    if (a.steps < shape.steps) return advance_register(a);
    return fused_passes(a, shape.steps, [&, kernel = kernel, plan = plan](const Sweep<Real>& s) {
        launch(Start::early, kernel, ceil_div(plan.tasks, RowsShape::warps), RowsShape::threads, 0, a.stream, s, plan);
    });
}

template <class Real>
KernelFacts temporal_rows_facts(const StencilTraits& t) {
    if (t.order > 4 || t.n_terms > 0 || !rows_fit<Real>(t.order, t.n)) return register_facts<Real>(t);
    constexpr int bytes = sizeof(Real);
    const RowsChoice<Real> choice = rows_choices(sweep_like<Real>(t))[0];
    const RowsShape& shape = choice.shape;
    const double strip = shape.strip(bytes), stored = strip - 2 * shape.halo(bytes, t.order / 2);
    return {RowsShape::threads, registers_of(choice.kernel), 0, sizeof(Real) * (strip / stored + 1.0) / shape.steps};
}

/// The measured shape in pieces of several lengths, then the others.
template <class Real>
std::vector<Blocking> temporal_rows_cuts(const StencilTraits& t) {
    std::vector<Blocking> cuts;
    for (const auto& c : rows_choices(sweep_like<Real>(t)))
        cuts.push_back({c.shape.steps, c.shape.strip(sizeof(Real)), 0, c.plan.chunk});
    return cuts;
}

} // namespace isotherm::cuda
