#pragma once

/// The rows (w, T_ref, s) of every wall, evaluated from the case's values at the beginning of steps (stages) and laid
/// out for the kernels: a constant wall is one row for ever, one that varies in time has a row per step of a batch, one
/// that varies over its face a row per cell, any other both. Also where the walls' heat is accumulated.

#include <span>

#include "kernels/boundary/wall_row.hpp"
#include "solver/core/expression.hpp"
#include "solver/core/field.hpp"

namespace isotherm {

struct Range {
    double lo = std::numeric_limits<double>::infinity(), hi = -std::numeric_limits<double>::infinity();
    void add(double v) { lo = std::min(lo, v), hi = std::max(hi, v); }
    [[nodiscard]] bool empty() const { return lo > hi; }
};

/// One wall's law with its values ready to evaluate: a row at any place and time.
class WallLaw {
public:
    WallLaw(const WallSpec& wall, const MaterialSpec& material, double wall_area);

    [[nodiscard]] bool periodic() const { return periodic_; }
    [[nodiscard]] bool insulated() const { return insulated_; }
    [[nodiscard]] bool varies_in_time() const;
    [[nodiscard]] bool varies_in_space() const;
    [[nodiscard]] std::vector<double> kinks() const;
    /// Row for mirror distance d [m] at x (on the wall) and t; T_ref is a true temperature.
    [[nodiscard]] WallRow<double> row(double d, const std::array<double, 3>& x, double t) const;
    /// The prescribed temperature (wall or ambient) there, for walls that have one.
    [[nodiscard]] std::optional<double> temperature(const std::array<double, 3>& x, double t) const;
    /// Times of [0, t_end] one of which has the largest w; none where it cannot be known (h is an expression of t).
    [[nodiscard]] std::vector<double> times_of_largest_w(double t_end) const;

private:
    enum class Kind { periodic, neumann, dirichlet, convection } kind_ = Kind::neumann;
    bool periodic_ = false, insulated_ = false;
    double kappa_ = 1;          ///< [W/(m K)]
    double flux_per_value_ = 1; ///< turns the given flux, power or gradient into W/m^2
    std::vector<ValueFunction> values_;
};

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

    template <class Real>
    [[nodiscard]] WallView<Real> view(int side) const;

    /// Row of one wall cell (numbers along the face's two axes, the lower axis first) in true temperatures at time t.
    [[nodiscard]] WallRow<double> row_at(int side, index_t a, index_t b, double t, int layer = 0) const;
    /// Sum over the face of the heat accumulators in a fixed order: sum of dt * (T_ghost - T) in layer-weighted form.
    [[nodiscard]] double accumulated(int side) const;
    /// Sets all heat accumulators to zero.
    void forget_heat();
    [[nodiscard]] const WallLaw& law(int side) const { return laws_[static_cast<std::size_t>(side)]; }

    /// Largest w of a side over the face and [0, t_end]; 2 where it cannot be known.
    [[nodiscard]] double largest_w(int side, double t_end) const;
    /// Adds the prescribed temperatures at t = 0 and at table rows (for T_0 and for the scale of `stop.steady`).
    void add_data_range(Range& range) const;
    /// Times at which some wall has a kink.
    [[nodiscard]] std::vector<double> kinks() const;
    [[nodiscard]] bool vary_in_time() const;
    /// Bytes that the tables and accumulators of a case take.
    [[nodiscard]] index_t bytes(Precision precision, int order) const;
    /// Sides whose values depend on position and t: these need one evaluation of the face per step.
    [[nodiscard]] std::vector<int> evaluated_per_step() const;

private:
    struct Side {
        bool in_time = false, in_space = false;
        index_t cells = 1, entries = 1; ///< rows' entries per time
        Memory rows, heat;
    };
    [[nodiscard]] std::array<double, 3> wall_point(int side, index_t a, index_t b) const;
    template <class Real>
    void fill(int side, std::span<const double> times);

    Grid grid_;
    int layers_ = 1;
    Precision precision_ = Precision::fp64;
    double reference_ = 0;
    index_t capacity_ = 1;
    bool filled_ = false;
    std::vector<WallLaw> laws_;
    std::array<Side, 6> sides_;
    std::optional<Device> device_;
};

} // namespace isotherm
