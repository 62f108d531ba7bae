#pragma once

/// One wall's law with its values ready to evaluate: a row at any place and time.

#include <optional>

#include "kernels/boundary/law_row.hpp"
#include "solver/core/expression.hpp"

namespace isotherm {

class WallLaw {
public:
    /// `area` [m^2]: what a power is spread over. `kelvin`: added to a temperature of the case gives kelvin.
    WallLaw(const WallSpec& wall, double area, double kelvin = 0);

    [[nodiscard]] bool periodic() const { return kind_ == WallKind::periodic; }
    [[nodiscard]] bool insulated() const { return insulated_; }
    [[nodiscard]] bool radiates() const { return kind_ == WallKind::radiation; }
    [[nodiscard]] bool varies_in_time() const;
    [[nodiscard]] bool varies_in_space() const;
    /// Whether the row depends on the conductivity beside the wall.
    [[nodiscard]] bool needs_kappa() const;
    [[nodiscard]] std::vector<double> kinks() const;
    [[nodiscard]] WallKind kind() const { return kind_; }
    /// In the order of law_row (kernels/boundary/law_row.hpp).
    [[nodiscard]] const std::vector<ValueFunction>& values() const { return values_; }
    [[nodiscard]] double flux_per_value() const { return flux_per_value_; } ///< turns a flux or power into W/m^2

    /// What a row is made for: mirror distance d [m], conductivity across the wall, place on it, time.
    struct Place {
        double d = 1, kappa = 1;
        std::array<double, 3> x{};
        double t = 0;
    };
    /// The row beside a cell of temperature T; T_ref is a true temperature. T matters where the wall radiates alone.
    [[nodiscard]] WallRow<double> row(const Place& at, double T) const;
    /// The same as WallView wants it (kernels/boundary/wall_view.hpp): radiation as its parameters.
    [[nodiscard]] WallRow<double> table_row(const Place& at) const;
    /// The prescribed temperature (wall or ambient) there, for walls that have one.
    [[nodiscard]] std::optional<double> temperature(const std::array<double, 3>& x, double t) const;
    /// Largest w over [0, t_end] at this place; 2, the most that there is, where it cannot be known.
    [[nodiscard]] double largest_w(const Place& at, double t_end) const;

private:
    WallKind kind_ = WallKind::flux;
    [[nodiscard]] double value(std::size_t which, const Place& at) const { return values_[which](at.x, at.t); }
    /// Throws NumericsError: a value is not what it must be.
    [[noreturn]] void refuse(std::size_t which, const Place& at, const char* what, const char* must) const;

    bool insulated_ = false;
    double flux_per_value_ = 1;
    double kelvin_ = 0;
    std::vector<ValueFunction> values_;
};

} // namespace isotherm
