#pragma once

/// Explicit integrators. Each is a table of coefficients over the one fused sweep; adding one is a row in schemes().

#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "solver/operator/diffusion.hpp"
#include "solver/time/clock.hpp"
#include "solver/time/tuner.hpp"

namespace isotherm {

/// One stage: buffer[out] = buffer[in] + sum w (buffer[term] - buffer[in]) + b dt L(buffer[in]), walls at t + c dt.
/// Buffer 0 holds the solution before and after the step.
struct Stage {
    struct Term {
        int buffer;
        double weight;
    };
    int in, out;
    double b, c;
    double heat; ///< the stage's weight in the whole step, so that the walls' heat closes the balance
    std::vector<Term> terms;
};

struct Scheme {
    std::string_view name;
    std::string_view what; ///< one line for people
    int order;             ///< in time
    double real_axis;      ///< stable for lambda dt in [-real_axis, 0]
    int buffers;           ///< fields that a step needs
    std::vector<Stage> stages;
    [[nodiscard]] int most_terms() const;
    /// Whether kernels may know a step of it as a whole (Advance::heun).
    [[nodiscard]] bool is_heun() const { return name == "rk2"; }
};

/// The integrators of this version: euler, rk2, rk3, rk4.
std::span<const Scheme> schemes();

/// `auto` pairs order 2 with euler, 4 with rk2, 6 with rk3. Throws UsageError that lists the names.
const Scheme& find_scheme(std::string_view name, int order);

/// The fields of a run and how they go forward in time.
///
/// Where a kernel takes so many steps per pass and others one by one, each as dear as a pass, the whole field stands at
/// the last step that whole passes lead to, and the rest is owed. Whoever reads a few cells gets them from an excerpt
/// that goes ahead; steps of the same length that come next are taken together with those owed; whatever else needs the
/// field settles first. With four steps per pass and somebody who looks every ten:
///
///     0       4       8   10  12      16      20
///     |-------|-------|.. o                          advance: two passes, 2 steps owed; read: an excerpt of 2 steps
///                     |-------|-------|-------o      advance: three passes
class Stepper {
public:
    /// Allocates the scheme's fields, of which one with leeway is enough.
    Stepper(const Scheme& scheme, const Grid& grid, const Device& device, Precision precision,
            const Leeway& leeway = {});

    /// From now on steps are cut as the tuner says, and it learns how long they take.
    void tune(Tuner tuner) { tuner_ = std::move(tuner); }
    [[nodiscard]] const Tuner& tuner() const { return tuner_; }

    /// As if the kernel took so many steps per pass, neither more nor fewer; for tests.
    void take_passes_of(index_t steps) { steps_per_pass_ = steps; }

    /// Advances by the segment, but for the steps owed. The walls' tables and the sources are evaluated on the way.
    void advance(const Segment& segment, const DiffusionOperator& op, WallTables& walls);
    /// Takes the steps owed, one by one.
    void settle(const DiffusionOperator& op);
    [[nodiscard]] index_t owed() const { return owed_.m; }
    /// read_cells() of the field at the end of what advance() was asked for.
    void read(const CellBox& box, double reference, void* to, Precision precision, const DiffusionOperator& op);

    /// Largest |dT/dt| [K/s] now: one Euler step of length dt into a spare buffer, nothing booked.
    double rate_of_change(double t, double dt, const DiffusionOperator& op, WallTables& walls, const Device& device);

    /// Throws logic_error while steps are owed.
    [[nodiscard]] Field& field() {
        if (owed_.m > 0) throw std::logic_error("the field lacks steps: settle first");
        return fields_[0];
    }
    /// A field that holds nothing between steps, and its exchange with field().
    [[nodiscard]] Field& spare() { return fields_.at(1); }
    void swap_spare() { std::swap(fields_[0], fields_[1]); }
    [[nodiscard]] const Scheme& scheme() const { return scheme_; }
    [[nodiscard]] static index_t bytes(const Scheme& scheme, const Grid& grid, Precision precision, Backend backend,
                                       const Leeway& leeway = {}) {
        return buffers(scheme, leeway) * Field::bytes_of(grid, precision, backend, leeway);
    }

private:
    static int buffers(const Scheme& scheme, const Leeway& leeway) { return leeway.steps > 0 ? 1 : scheme.buffers; }
    /// Steps that the walls' tables and the sources have rows for.
    [[nodiscard]] index_t longest_batch(const DiffusionOperator& op, const WallTables& walls) const;
    /// What of the segment is better owed.
    [[nodiscard]] index_t left_over(const Segment& segment, const DiffusionOperator& op, index_t longest) const;
    /// The walls' tables and the sources at the steps of the segment.
    void evaluate(const Segment& segment, const DiffusionOperator& op, WallTables& walls);
    /// Steps of one stage, or Heun's.
    [[nodiscard]] StageCall whole_steps(double dt, index_t first_row, index_t steps);
    void run_whole_steps(double dt, index_t first_row, index_t steps, const DiffusionOperator& op);
    void run_steps(double dt, index_t first_row, index_t steps, const DiffusionOperator& op);

    const Scheme& scheme_;
    std::vector<Field> fields_;
    std::vector<double> times_;
    Tuner tuner_;
    std::vector<SourceMoment> moments_;
    std::optional<index_t> steps_per_pass_;
    Segment owed_{.m = 0}; ///< its rows are evaluated
    double looked_ = 0;    ///< what reading ahead has taken since, in units of what settling would
};

} // namespace isotherm
