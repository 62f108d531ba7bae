#pragma once

/// The diffusion operator of a case on a device: dT/dt = alpha lap T with its walls, in the arithmetic and order of
/// kernels/stencil/cell_update.hpp. It turns "n steps of length dt" into what a kernel variant is asked for.

#include <span>

#include "kernels/stencil/variants.hpp"
#include "solver/boundary/wall_tables.hpp"

namespace isotherm {

/// One stage of an explicit step as the operator sees it: out = in + sum_j w_j (term_j - in) + dt_stage L(in).
struct StageCall {
    Field* in = nullptr;
    Field* out = nullptr;
    std::span<Field* const> terms{};
    std::span<const double> term_weights{};
    double dt_stage = 0;    ///< [s] weight of L(in)
    double heat_weight = 0; ///< [s] the stage's share in the heat of the step; 0: books nothing
    index_t wall_row = 0;   ///< row of the wall tables
    index_t steps = 1;      ///< > 1: equal steps back and forth between in and out (no terms), one wall row each
};

class DiffusionOperator {
public:
    /// Chooses the kernel (`compute.kernel`). `n_terms`: the largest number of stage terms of the integrator.
    DiffusionOperator(const CaseSpec& spec, const Grid& grid, const Device& device, const WallTables& walls,
                      int n_terms);

    /// Runs the stage; returns whether the result is in `out` (else, after an even number of steps, in `in`).
    bool run(const StageCall& call) const;

    [[nodiscard]] const StencilVariant& variant() const { return *variant_; }
    [[nodiscard]] const Grid& grid() const { return grid_; }

private:
    template <class Real>
    bool run_as(const StageCall& call) const;

    Grid grid_;
    int order_;
    double alpha_;
    Precision precision_;
    const Device& device_;
    const WallTables& walls_;
    const StencilVariant* variant_;
};

/// Largest -lambda h^2 of the 1-D stencil: 4, 16/3, 272/45 at order 2, 4, 6.
double stencil_radius(int order);

/// Step limits of a case [s]; infinite where nothing diffuses.
struct StepLimits {
    double positivity =
        0; ///< min C / sum G with walls by their half-cell conductance: Euler keeps the maximum principle
    double spectral =
        0; ///< stability of the integrator for the whole grid, 2 / (alpha S) scaled by its real axis limit
};

/// `real_axis`: the integrator's stability interval (Euler 2). Positivity holds for order 2 only; elsewhere it equals
/// the spectral limit.
StepLimits step_limits(const CaseSpec& spec, const Grid& grid, const WallTables& walls, double real_axis);

} // namespace isotherm
