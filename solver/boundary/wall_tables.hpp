#pragma once

/// The rows (w, T_ref, s) of every wall, evaluated from the case's values at the beginning of steps (stages) and laid
/// out for the kernels: a constant wall is one row for ever, one that varies in time has a row per step of a batch, one
/// that varies over its face a row per cell, any other both. Also where the walls' heat is accumulated.
///
/// A wall of patches, or beside several materials, has a row per class of cells. Where values vary from cell to cell
/// and in time, programs on the device make them there (on the host where an expression uses a function that programs
/// lack). Radiating rows hold their parameters: kernels make of them what a cell's temperature asks for.

#include <memory>
#include <span>

#include "kernels/boundary/wall_view.hpp"
#include "solver/boundary/wall_programs.hpp"
#include "solver/core/field.hpp"

namespace isotherm {

struct Range {
    double lo = std::numeric_limits<double>::infinity(), hi = -std::numeric_limits<double>::infinity();
    void add(double v) { lo = std::min(lo, v), hi = std::max(hi, v); }
    [[nodiscard]] bool empty() const { return lo > hi; }
};

/// 273.15 where the case's temperatures are degrees Celsius, else 0.
double kelvin_offset(const CaseSpec& spec);

class WallTables {
public:
    WallTables(const CaseSpec& spec, const Grid& grid);

    /// Allocates the device tables; `reference` is T_0. Once, before evaluate().
    void allocate(const Device& device, Precision precision, int order, double reference);

    /// How many times (steps x stages) one evaluate() may cover: bounded so that tables stay small.
    [[nodiscard]] index_t capacity() const { return capacity_; }
    /// Evaluates all walls at these times; row index = index in `times`. Waits until the device no longer needs the old
    /// ones.
    void evaluate(std::span<const double> times);
    /// Throws NumericsError naming what is wrong where programs make rows from values at t that are none; they
    /// themselves can only make rows that are not numbers.
    void require_values(double t) const;

    template <class Real>
    [[nodiscard]] WallView<Real> view(int side) const;

    /// Row of one wall cell (numbers along the face's two axes, the lower axis first) in true temperatures at time t,
    /// beside a cell of temperature T.
    [[nodiscard]] WallRow<double> row_at(int side, index_t a, index_t b, double t, double T, int layer = 0) const;
    /// Whether row_at() is the same for all cells of a side, whatever their temperatures.
    [[nodiscard]] bool same_row(int side) const { return at(side).entries == 1 && !at(side).radiates; }
    /// Heat [J] through the side so far, for rho c = kappa / alpha = C: the sum over the face of kappa / h A times the
    /// accumulators, in a fixed order.
    [[nodiscard]] double heat(int side) const;
    /// Sets all heat accumulators to zero.
    void forget_heat();
    [[nodiscard]] bool periodic(int side) const { return sides_[static_cast<std::size_t>(side)].laws[0].periodic(); }
    [[nodiscard]] bool insulated(int side) const { return sides_[static_cast<std::size_t>(side)].insulated; }
    /// Conductivity [W/(m K)] across the side at a cell of its face.
    [[nodiscard]] double kappa(int side, index_t cell) const;

    /// Largest w of a side over the face and [0, t_end]; 2 where it cannot be known.
    [[nodiscard]] double largest_w(int side, double t_end) const;
    /// Adds the prescribed temperatures at t = 0 and at table rows (for T_0 and for the scale of `stop.steady`).
    void add_data_range(Range& range) const;
    /// Times at which some wall has a kink.
    [[nodiscard]] std::vector<double> kinks() const;
    [[nodiscard]] bool vary_in_time() const;
    /// Bytes that the tables and accumulators of a case take.
    [[nodiscard]] index_t bytes(Precision precision, int order) const;
    /// Sides whose values depend on position and t: their faces are evaluated for every step.
    [[nodiscard]] std::vector<int> evaluated_per_step() const;
    /// Patches that cover no cell, as "boundary.z_hi.patches[1]".
    [[nodiscard]] std::vector<std::string> empty_patches() const;

private:
    struct Side {
        std::vector<WallLaw> laws; ///< the wall itself, then its patches
        bool in_time = false, in_space = false, radiates = false, insulated = false;
        index_t cells = 1;                           ///< of the face
        index_t entries = 1;                         ///< of the table per time: 1, classes, or cells
        std::vector<std::uint16_t> law_of, class_of; ///< per cell; empty: all 0
        std::vector<double> kappa;                   ///< per cell, or one for all
        std::vector<index_t> example;                ///< a cell of every entry
        Memory rows, classes, heat;
        WallPrograms programs; ///< that make the rows of a step, where complete
        [[nodiscard]] bool per_class() const { return !class_of.empty(); }
        [[nodiscard]] const WallLaw& law(index_t cell) const {
            return laws[law_of.empty() ? 0 : law_of[static_cast<std::size_t>(cell)]];
        }
        [[nodiscard]] double kappa_at(index_t cell) const {
            return kappa[kappa.size() == 1 ? 0 : static_cast<std::size_t>(cell)];
        }
    };
    void find_patches(const CaseSpec& spec, int side);
    void find_kappa(const CaseSpec& spec, int side);
    void find_classes(int side, bool graded);
    [[nodiscard]] std::array<double, 3> wall_point(int side, index_t cell) const;
    [[nodiscard]] WallLaw::Place place(int side, index_t cell, double t, int layer) const;
    [[nodiscard]] const Side& at(int side) const { return sides_[static_cast<std::size_t>(side)]; }
    template <class Real>
    void fill(int side, std::span<const double> times);
    template <class Real>
    void evaluate_as(std::span<const double> times);
    /// For how many times a side's table may have rows, `bytes` for one time.
    [[nodiscard]] static index_t most_times(const Side& s, index_t bytes);
    /// Whether each cell has a copy of its class's row.
    [[nodiscard]] bool spread(const Side& s) const {
        return s.per_class() && !s.in_time && device_->backend == Backend::cuda;
    }

    Grid grid_;
    int layers_ = 1;
    Precision precision_ = Precision::fp64;
    double reference_ = 0, kelvin_ = 0;
    index_t capacity_ = 1;
    bool filled_ = false;
    std::array<Side, 6> sides_;
    std::vector<std::string> empty_patches_;
    std::optional<Device> device_;
};

} // namespace isotherm
