#pragma once

/// The heat sources of a case on a device. What is the same in all cells of a medium is a table of heating per medium
/// and step; what varies from cell to cell a field, made once, or before every sweep by programs on the device where it
/// varies in time too (by muParser on the host where an expression uses a function that programs lack); spots are
/// deposited behind each sweep.

#include <memory>
#include <span>

#include "kernels/stencil/variable/deposit.hpp"
#include "solver/operator/heating_programs.hpp"
#include "solver/operator/spot.hpp"

namespace isotherm {

/// Times at which some source has a kink; these are events of the schedule.
std::vector<double> source_kinks(const CaseSpec& spec, const Grid& grid);

/// Throws UsageError, beginning with the key, when a source is confined to cells of which later regions leave none.
void require_heated_cells(const CaseSpec& spec, const Media& media);

class Sources {
public:
    /// `media` must outlive this. Throws UsageError when it does not fit.
    Sources(const CaseSpec& spec, const Grid& grid, const Media& media, const Device& device);

    /// Where the cells' media and heat capacities are on the device: C per medium, or per cell where materials are
    /// functions of place. Before the first sweep.
    void set_cells(const std::uint8_t* index, const double* capacities) { cells_ = {index, capacities, graded_}; }

    [[nodiscard]] bool empty() const { return laws_.empty() && field_laws_.empty() && spots_.empty(); }
    [[nodiscard]] bool vary_in_time() const { return in_time_; }
    /// How many moments one evaluate() may cover.
    [[nodiscard]] index_t capacity() const { return capacity_; }
    /// Evaluates everything at these moments; row index = index in `moments`.
    void evaluate(std::span<const SourceMoment> moments);
    /// Whether something must be done before or behind every sweep.
    [[nodiscard]] bool live() const { return makes_fields() || has_spots(); }
    [[nodiscard]] bool makes_fields() const { return field_in_time_; } ///< before
    [[nodiscard]] bool has_spots() const { return !spots_.empty(); }   ///< behind

    /// Adds the heating to what a sweep reads.
    template <class Real>
    void set(Medium<Real>& medium) const;
    /// Before the sweep that takes row `row`, whose heat is booked with `weight` [s].
    void make_field(index_t row, double weight);
    /// Behind the sweep: deposits the spots' heat into its result.
    template <class Real>
    void deposit_spots(const FieldView<Real>& out, index_t row, double dt_stage) const {
        deposit_spots(out, {all_cells(grid_), all_cells(grid_), cells_}, row, dt_stage, device_);
    }
    /// A part of the grid that has cells of its own.
    struct Part {
        CellBox box, heated; ///< of the grid: what it holds; spots that reach out of `heated` are left out
        HeatingPrograms::Cells cells;
    };
    template <class Real>
    void deposit_spots(const FieldView<Real>& out, const Part& part, index_t row, double dt_stage,
                       const Device& device) const;
    /// What each spot reaches in rows row .. row + steps - 1; nothing of those that are off.
    [[nodiscard]] std::vector<CellBox> reached(index_t row, index_t steps) const;
    [[nodiscard]] const HeatingPrograms::Cells& cells() const { return cells_; }

    /// Books what the sweeps of rows row .. row + steps - 1 bring in, `weight` [s] each.
    void book(index_t row, index_t steps, double weight);
    [[nodiscard]] double heat() const;                      ///< [J] into the grid so far
    [[nodiscard]] double missed() const { return missed_; } ///< [J] of spots beside the grid
    void forget_heat();
    /// Flux [W/m^2] that beams bring through one face of a side at t.
    [[nodiscard]] double surface_flux(int side, const std::array<index_t, 3>& cell, double t) const;
    /// q [W/m^3] of a box of cells at t, densely packed, x fastest. Throws NumericsError naming an expression that is
    /// not finite.
    void density(const CellBox& box, double t, double* to) const;

private:
    /// A value and the cells that it heats.
    struct Law {
        ValueFunction value;
        int region = -1;         ///< number of the region; -1: everywhere
        bool of_default = false; ///< what no region covers
        double per_value = 1;    ///< [W/m^3] per unit of the value
        [[nodiscard]] bool heats(const CellOwners& kind) const {
            return of_default ? kind.any < 0 : region < 0 || kind.source == region;
        }
    };
    /// A spot on a piece of its way, and where its parts are on the device.
    struct Placed {
        Spot::Now now;
        index_t parts = 0;
    };
    struct Row {
        std::vector<std::vector<Placed>> spots; ///< per spot
        double power = 0, missed = 0;           ///< [W]
    };
    void add_law(const Value& value, int region, bool of_default, const UniformSource::Given given);
    void make_programs();
    void fill_table(std::span<const SourceMoment> moments);
    template <class Real>
    void upload_table(const std::vector<double>& table);
    template <class Real>
    void upload_spots(index_t parts);
    /// Heating [K/s] of the laws that vary in space at t, into the field; returns the power [W].
    double fill_field(double t);
    [[nodiscard]] index_t row_of(index_t row) const { return in_time_ ? row : 0; }

    CaseSpec spec_;
    Grid grid_;
    const Media& media_;
    Device device_;
    Precision precision_;
    std::vector<Law> laws_, field_laws_; ///< by medium; by place
    std::vector<Spot> spots_;
    bool graded_, in_time_ = false, field_in_time_ = false, filled_ = false;
    index_t capacity_ = 4096;
    std::vector<Row> rows_;
    std::vector<double> times_; ///< of the rows
    double field_power_ = 0, heat_ = 0, missed_ = 0;
    Memory table_, parts_;
    HeatingPrograms programs_; ///< of the field laws, where they vary in time
    HeatingPrograms::Cells cells_;
    Field field_;
};

} // namespace isotherm
