#pragma once

/// Turns a case into the objects of a run: device, fields with their initial values, walls, operator, integrator,
/// schedule; and shows them to observers as a RunView.

#include <chrono>
#include <memory>

#include "kernels/reduce/reduce.hpp"
#include "solver/core/field_captures.hpp"
#include "solver/core/field_function.hpp"
#include "solver/filter/field_filter.hpp"
#include "solver/observe/derived.hpp"
#include "solver/observe/run_view.hpp"
#include "solver/operator/diffusion.hpp"
#include "solver/time/schedule.hpp"
#include "solver/time/stepper.hpp"

namespace isotherm {

class Assembly : public RunView {
public:
    /// Allocates and fills everything. Throws UsageError (too large, step above its limit), NumericsError (an initial
    /// value that is not finite), DeviceError.
    Assembly(const CaseSpec& spec, const Device& device);

    /// Advances and moves the clock; whatever was computed for observers is stale afterwards.
    void advance(const Segment& segment);
    /// Throws NumericsError naming step, time and cell when a cell is NaN or infinite.
    void check_finite() const override;
    /// max|dT/dt| over the range of initial and wall data [1/s]; the absolute rate [K/s] where that range is zero.
    double relative_rate();
    void stop(const std::string& reason) { stopped_by_ = reason; }
    /// As if the kernel took so many steps per pass, neither more nor fewer; for tests.
    void take_passes_of(index_t steps) { stepper_.take_passes_of(steps); }
    /// Steps that the whole field lags behind the clock (Stepper).
    [[nodiscard]] index_t owed() const { return stepper_.owed(); }
    /// Replaces the temperatures of a box (densely packed, x fastest); balances start anew.
    void set_field(const CellBox& box, const double* values);

    [[nodiscard]] Schedule& schedule() { return schedule_; }

    [[nodiscard]] const CaseSpec& spec() const override { return spec_; }
    [[nodiscard]] const Grid& grid() const override { return grid_; }
    [[nodiscard]] const Clock& clock() const override { return clock_; }
    [[nodiscard]] const RunFacts& facts() const override { return facts_; }
    void read(const CellBox& box, void* to, Precision precision) const override;
    void read_field(std::string_view name, const CellBox& box, double* to) const override;
    [[nodiscard]] double plane_power(int axis, double position) const override;
    /// On a GPU, where it has room for a copy; memory of a CPU is for cells. With a filter on what snapshots show, that
    /// is what is captured, on a CPU too; throws UsageError when there is no memory for it.
    [[nodiscard]] std::unique_ptr<FieldSource> capture() const override;
    [[nodiscard]] double ghost_temperature(int side, const std::array<index_t, 3>& cell, double T) const override;
    [[nodiscard]] const Diagnostics& diagnostics() const override;
    [[nodiscard]] double hottest() const { return reference_ + stats().max; }
    [[nodiscard]] const std::optional<ErrorNorms>& error_norms() const override;
    [[nodiscard]] double wall_seconds() const override;
    [[nodiscard]] const std::string& stopped_by() const override { return stopped_by_; }

private:
    void set_initial_field();
    void filter_field();
    /// Takes the field as it is now into what it has been over time, with this much of it [s].
    void record(double weight);
    void forget();
    [[nodiscard]] FieldStats stats() const;
    /// At the clock's time.
    [[nodiscard]] Field& field() const;
    /// Sum over the cells of rho c (T - T_0) [J/m^3].
    [[nodiscard]] double heat_sum() const;

    CaseSpec spec_;
    Grid grid_;
    Device device_;
    WallTables walls_;
    const Scheme& scheme_;
    DiffusionOperator operator_;
    mutable Stepper stepper_; ///< its spare field is free between steps; takes those that it owes when somebody looks
    double reference_ = 0, data_range_ = 0, start_sum_ = 0;
    mutable std::optional<FieldFilter> filter_;
    double filter_heat_ = 0; ///< [J] that an in-run filter has added
    Schedule schedule_;
    Clock clock_;
    RunFacts facts_;
    std::optional<FieldFunction> exact_;
    std::optional<Field> highest_, integral_; ///< of the temperature over time, where an output wants them
    std::string stopped_by_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    mutable std::optional<FieldStats> stats_;
    mutable std::optional<Diagnostics> diagnostics_;
    mutable std::optional<ErrorNorms> norms_;
    mutable bool norms_known_ = false;
    mutable std::unique_ptr<FieldCaptures> captures_; ///< made when first needed
};

/// The largest step [s] that a run of this case takes: `time.step`, or `safety` times the positivity limit.
/// Throws UsageError when `time.step` is above the stability limit, and when the steps are too many to count.
double largest_step(const CaseSpec& spec, const StepLimits& limits);

/// Throws UsageError when a run of the case would take more steps than can be counted.
void require_countable(const CaseSpec& spec, double steps);

/// A limit with six digits that may be typed back: rounded down, never above what it says.
std::string limit_text(double limit);

/// What finds the best way to cut the grid; `compute.tune: off` leaves it at the planned one.
Tuner make_tuner(const CaseSpec& spec, const DiffusionOperator& op, const Device& device);

/// Cadences and kinks of everything in the case that sets dt, without the observers': for predictions.
Schedule make_schedule(const CaseSpec& spec, const WallTables& walls, double dt_max);

} // namespace isotherm
