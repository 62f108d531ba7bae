#pragma once

/// The diffusion operator of a case on a device: dT/dt = alpha lap T with its walls, in the arithmetic and order of
/// kernels/stencil/cell_update.hpp; where materials or heating vary C dT/dt = div(kappa grad T) + q, in those of
/// kernels/stencil/variable/medium.hpp. It turns "n steps of length dt" into what a kernel variant is asked for.

#include <memory>
#include <span>

#include "kernels/stencil/variants.hpp"
#include "solver/boundary/wall_tables.hpp"
#include "solver/operator/excerpt.hpp"
#include "solver/operator/medium_tables.hpp"

namespace isotherm {

/// One stage of an explicit step as the operator sees it: out = in + sum_j w_j (term_j - in) + dt_stage L(in).
struct StageCall {
    Field* in = nullptr;
    Field* out = nullptr; ///< the same where the kernel moves a field in its memory (leeway)
    std::span<Field* const> terms{};
    std::span<const double> term_weights{};
    double dt_stage = 0;    ///< [s] weight of L(in)
    double heat_weight = 0; ///< [s] the stage's share in the heat of the step; 0: books nothing
    index_t wall_row = 0;   ///< row of the wall tables
    index_t steps = 1;      ///< > 1: equal steps back and forth between in and out (no terms), one wall row each
    Blocking blocking{};    ///< how the kernel cuts the grid for them
    bool heun = false;      ///< every step is Heun's, with two wall rows; dt_stage is the whole step
};

class DiffusionOperator {
public:
    /// Chooses the kernel (`compute.kernel`). `n_terms`: the largest number of stage terms of the integrator; `heun`:
    /// whether it is Heun's method.
    DiffusionOperator(const CaseSpec& spec, const Grid& grid, const Device& device, const WallTables& walls,
                      int n_terms, bool heun = false);

    /// Runs the stage; returns whether the result is in `out` (else, after an even number of steps, in `in`).
    bool run(const StageCall& call) const;

    /// The room that the kernel needs around a field, so that it can do with one.
    [[nodiscard]] Leeway leeway() const;

    /// Whether whole steps of Heun's method may be asked for.
    [[nodiscard]] bool takes_heun() const;

    /// How many of the call's steps are fused around the spots, and the excerpts that takes; 1: that does not pay.
    index_t plan_excerpts(const StageCall& call, std::vector<ExcerptShape>& shapes) const;

    /// Whether read_ahead() may be asked: nothing live is done before or behind sweeps.
    [[nodiscard]] bool reads_ahead() const { return sources() == nullptr || !sources()->live(); }
    /// read_cells() of what call.in will hold after the call's whole steps, of one stage or Heun's; nothing else is
    /// touched.
    void read_ahead(const StageCall& call, const CellBox& box, double reference, void* to, Precision precision) const;
    /// What that takes, in units of those steps of the whole field.
    [[nodiscard]] double cost_ahead(const StageCall& call, const CellBox& box) const;
    /// Whether the kernel takes so many steps per pass as a Blocking says, and others one by one.
    [[nodiscard]] bool takes_whole_passes() const {
        return kernel_.constant != nullptr && kernel_.constant->whole_passes;
    }

    /// Ways to cut the grid that are worth a trial, the best guess first; empty: the kernel has nothing to choose.
    [[nodiscard]] std::vector<Blocking> cuts() const;
    /// Waits until the device has done what was asked of it.
    void synchronise() const { device_.synchronise(); }
    /// Name of the kernel, whichever kind it is.
    [[nodiscard]] std::string_view kernel() const {
        return kernel_.variable != nullptr ? kernel_.variable->name : kernel_.constant->name;
    }
    [[nodiscard]] const Grid& grid() const { return grid_; }
    /// What the cells are made of; null where that is the same everywhere and nothing is heated.
    [[nodiscard]] const MediumTables* media() const { return media_.get(); }
    /// The heat sources; null where there is none.
    [[nodiscard]] Sources* sources() const {
        return media_ && !media_->sources().empty() ? &media_->sources() : nullptr;
    }

private:
    struct Kernel {
        const StencilVariant* constant = nullptr; ///< one of the two
        const VariableVariant* variable = nullptr;
    };
    template <class Real>
    bool advance(const Kernel& kernel, const VariableSweep<Real>& sweep, index_t steps, const Blocking& blocking,
                 const Device& device) const;
    template <class Real>
    bool run_as(const StageCall& call) const;
    /// The kernel's steps, with nothing between them.
    template <class Real>
    bool run_fused(const StageCall& call) const;
    template <class Real>
    bool run_in_place(StageCall call) const;
    template <class Real>
    bool run_singly(StageCall call) const;
    template <class Real>
    bool run_around_spots(StageCall call) const;
    /// A whole step of an excerpt.
    template <class Real>
    void step_excerpt(VariableSweep<Real>& sweep, bool heun) const;
    template <class Real>
    void read_ahead_as(const StageCall& call, const CellBox& box, double reference, void* to,
                       Precision precision) const;
    [[nodiscard]] ExcerptShape shape_ahead(const StageCall& call, const CellBox& box) const;
    [[nodiscard]] std::array<bool, 3> periodic_axes() const;
    template <class Real>
    void run_excerpt(Excerpt<Real>& excerpt, const StageCall& call) const;
    /// Whether the kernel takes several steps per pass.
    [[nodiscard]] bool fuses() const;
    template <class Real>
    [[nodiscard]] VariableSweep<Real> sweep_of(const StageCall& call) const;

    Grid grid_;
    int order_;
    double alpha_;
    Precision precision_;
    const Device& device_;
    const WallTables& walls_;
    StencilTraits traits_;
    Kernel kernel_, of_excerpts_;
    std::unique_ptr<MediumTables> media_;
    std::unique_ptr<Excerpts> excerpts_;
    bool around_spots_ = false; ///< spots are all that comes between steps that could be fused
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

/// The kernel that a run of a case takes, and the room that it needs around a field.
struct KernelChoice {
    std::string_view name;
    Leeway leeway;
};

/// That of the case, nothing allocated. Throws UsageError (unknown kernel).
KernelChoice kernel_of(const CaseSpec& spec, const Grid& grid, const Device& device, int n_terms, bool heun = false);

/// `real_axis`: the integrator's stability interval (Euler 2). Positivity holds for order 2 only; elsewhere it equals
/// the spectral limit. Where materials differ every cell is looked at.
StepLimits step_limits(const CaseSpec& spec, const Grid& grid, const WallTables& walls, double real_axis,
                       int threads = 1);

} // namespace isotherm
