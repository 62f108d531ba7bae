#include "solver/operator/diffusion.hpp"

#include <algorithm>
#include <limits>

#include "kernels/stencil/cell_update.hpp"

namespace isotherm {

DiffusionOperator::DiffusionOperator(const CaseSpec& spec, const Grid& grid, const Device& device,
                                     const WallTables& walls, int n_terms)
    : grid_(grid), order_(spec.order), alpha_(spec.material.diffusivity), precision_(spec.compute.precision),
      device_(device), walls_(walls) {
    const StencilTraits traits{grid.dim,   order_, grid.equal_spacing(), {grid.n[0], grid.n[1], grid.n[2]},
                               precision_, n_terms};
    variant_ = &find_stencil_variant(device.backend, spec.compute.kernel, traits);
}

template <class Real>
bool DiffusionOperator::run_as(const StageCall& call) const {
    Advance<Real> a;
    Sweep<Real>& s = a.sweep;
    s.in = call.in->const_view<Real>();
    s.out = call.out->view<Real>();
    s.n_terms = static_cast<int>(call.terms.size());
    for (int t = 0; t < s.n_terms; ++t) {
        s.terms[t] = call.terms[static_cast<std::size_t>(t)]->const_view<Real>().data;
        s.term_weights[t] = static_cast<Real>(call.term_weights[static_cast<std::size_t>(t)]);
    }
    s.dim = grid_.dim;
    s.order = order_;
    s.equal_spacing = grid_.equal_spacing();
    for (int d = 0; d < 3; ++d) {
        const double h = grid_.h[static_cast<std::size_t>(d)];
        s.r[d] =
            d < grid_.dim ? static_cast<Real>(alpha_ * call.dt_stage / (stencil_divisor(order_) * h * h)) : Real(0);
    }
    for (int side = 0; side < 2 * grid_.dim; ++side) {
        s.walls[side] = walls_.view<Real>(side);
        if (call.heat_weight == 0) s.walls[side].heat = nullptr;
    }
    s.wall_step = call.wall_row;
    s.heat_weight = call.heat_weight;
    a.steps = call.steps;
    a.threads = device_.threads;
    a.stream = device_.stream;
    if constexpr (sizeof(Real) == 4) return variant_->advance_fp32(a);
    else return variant_->advance_fp64(a);
}

bool DiffusionOperator::run(const StageCall& call) const {
    return precision_ == Precision::fp32 ? run_as<float>(call) : run_as<double>(call);
}

double stencil_radius(int order) { return order == 2 ? 4.0 : order == 4 ? 16.0 / 3.0 : 272.0 / 45.0; }

StepLimits step_limits(const CaseSpec& spec, const Grid& grid, const WallTables& walls, double real_axis) {
    double spectral = 0, positivity = 0; // 1 / dt
    for (int d = 0; d < grid.dim; ++d) {
        const double rate =
            spec.material.diffusivity / (grid.h[static_cast<std::size_t>(d)] * grid.h[static_cast<std::size_t>(d)]);
        spectral += rate * stencil_radius(spec.order) / real_axis;
        const double lo = walls.largest_w(side_of(d, false), spec.time.end),
                     hi = walls.largest_w(side_of(d, true), spec.time.end);
        const index_t n = grid.n[static_cast<std::size_t>(d)];
        const double neighbours = n == 1 ? lo + hi : n == 2 ? 1 + std::max(lo, hi) : std::max({2.0, 1 + lo, 1 + hi});
        positivity += rate * neighbours;
    }
    constexpr double never = std::numeric_limits<double>::infinity();
    StepLimits limits;
    limits.spectral = spectral > 0 ? 1 / spectral : never;
    limits.positivity = spec.order != 2 ? limits.spectral : positivity > 0 ? 1 / positivity : never;
    return limits;
}

} // namespace isotherm
