#pragma once

/// What observers see of a run: everything, read only. Case, grid and facts stay as they are from the first record on:
/// a writer's thread may look at them while the run goes on.

#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "solver/core/field_source.hpp"
#include "solver/spec/case_spec.hpp"
#include "solver/time/clock.hpp"

namespace isotherm {

/// Global figures at one moment. Powers [W] and heats [J] are positive into the domain; heats count from the start.
struct Diagnostics {
    double T_min = 0, T_max = 0, T_mean = 0;
    double stored_heat = 0;                 ///< [J] relative to the start
    std::array<double, 6> power{}, heat{};  ///< per side; 0 on a periodic one
    double source_heat = 0;                 ///< [J]
    double source_missed = 0;               ///< [J] of beams and Gaussians that went beside the domain
    double filter_heat = 0;                 ///< [J] what an in-run filter added to the field
    [[nodiscard]] double residual() const { ///< [J] what the balance does not explain
        double r = stored_heat - source_heat - filter_heat;
        for (const double q : heat) r -= q;
        return r;
    }
};

/// Volume-weighted norms of T - exact at the cell centres, and where the largest error is.
struct ErrorNorms {
    double L1 = 0, L2 = 0, Linf = 0;
    std::array<index_t, 3> cell{};
};

/// What was chosen for the run, for people and summary.json.
struct RunFacts {
    std::string version, backend, device, kernel, integrator, instruction_set;
    int threads = 1;
    double dt_max = 0;    ///< [s] the largest step that the run may take
    double reference = 0; ///< T_0, what the field is stored relative to
    std::string plan{};   ///< how the kernel cuts the grid, for people; empty where it has no choice
};

class RunView {
public:
    virtual ~RunView() = default;
    [[nodiscard]] virtual const CaseSpec& spec() const = 0;
    [[nodiscard]] virtual const Grid& grid() const = 0;
    [[nodiscard]] virtual const Clock& clock() const = 0;
    [[nodiscard]] virtual const RunFacts& facts() const = 0;

    /// True temperatures (reference added) of a box, densely packed, x fastest.
    virtual void read(const CellBox& box, void* to, Precision precision) const = 0;
    /// Another field of a box: heat_flux (three components per cell), conductivity (one, or three where the case has
    /// one per axis), source, heat_capacity, temperature_max, temperature_mean.
    virtual void read_field(std::string_view name, const CellBox&, double*) const {
        throw std::logic_error("no field " + std::string(name) + " here");
    }
    /// Throws NumericsError if a cell is not finite, which it names; looks at all.
    virtual void check_finite() const {}
    /// Heat [W] that flows along +axis through the faces nearest to a plane.
    [[nodiscard]] virtual double plane_power(int, double) const { throw std::logic_error("no faces here"); }
    /// The field as it is now, for another thread to read while the run goes on; must not outlive the run. Waits while
    /// earlier captures take up all the memory for them. Null where there is no memory for it: read() at once, then.
    [[nodiscard]] virtual std::unique_ptr<FieldSource> capture() const { return nullptr; }
    /// T in the ghost cell of first layer beyond `side` next to the wall cell `cell`, with the wall's values now, when
    /// the cell it mirrors holds `T`: the cell's own temperature, or near an edge that of another wall's ghost.
    [[nodiscard]] virtual double ghost_temperature(int side, const std::array<index_t, 3>& cell, double T) const = 0;
    /// Computed at most once per step.
    [[nodiscard]] virtual const Diagnostics& diagnostics() const = 0;
    /// Computed at most once per step; none without `exact:`.
    [[nodiscard]] virtual const std::optional<ErrorNorms>& error_norms() const = 0;
    /// [s] since the run began.
    [[nodiscard]] virtual double wall_seconds() const = 0;
    /// Why the run ended ("end", "steady", "wall_clock", "max_temperature", "signal"); empty while it goes on.
    [[nodiscard]] virtual const std::string& stopped_by() const = 0;
};

} // namespace isotherm
