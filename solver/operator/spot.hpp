#pragma once

/// A Gaussian source, in the volume or on a wall, as the parts of its power that fall into the cells along each axis:
///
///     w_i = (erf((x_{i+1} - c) / (sqrt(2) sigma)) - erf((x_i - c) / (sqrt(2) sigma))) / 2
///
/// exact for any ratio of sigma to the spacing, never renormalised: the sum of the w is the part inside the domain.
/// While a spot moves, a step takes the mean of w_x w_y w_z over its part within the windows: a weighted sum over
/// positions on the way, by Gauss-Legendre quadrature on pieces of at most 0.4 sigma, to some 1e-13.

#include <array>
#include <span>
#include <vector>

#include "solver/core/expression.hpp"
#include "solver/core/field.hpp"

namespace isotherm {

/// A moment at which a source is evaluated, and the step that it stands for.
struct SourceMoment {
    double t = 0, begin = 0, end = 0; ///< [s]
};

/// Parts of a Gaussian in n cells of length h from `lower` on.
std::vector<double> parts_in_cells(double lower, double h, index_t n, double centre, double sigma);

class Spot {
public:
    Spot(const GaussianSource& source, const Grid& grid);
    Spot(const BeamSource& source, const Grid& grid);

    /// What a step gives in one piece of the way.
    struct Now {
        double power = 0;     ///< [W] asked for, the share of the step within the windows and this piece counted
        CellBox box{};        ///< outside of it nothing reaches a cell
        index_t n_places = 1; ///< on the way
        /// Of the cells of the box, place by place; those of the last axis hold the weights of the places, sum 1.
        std::array<std::vector<double>, 3> parts;
        double inside = 0; ///< part of the power that the grid receives
        [[nodiscard]] double in_cell(const std::array<index_t, 3>& cell) const; ///< [W]
    };
    /// A step, in pieces of about two sigma of the way; one where the spot stands still.
    [[nodiscard]] std::vector<Now> over(const SourceMoment& moment) const;
    /// The moment t.
    [[nodiscard]] Now at(double t) const;
    [[nodiscard]] bool varies_in_time() const;
    /// Times of the path, the windows and the power's table: events of the schedule.
    [[nodiscard]] std::vector<double> kinks() const;
    /// The wall of a beam; -1 in the volume.
    [[nodiscard]] int side() const { return side_; }

private:
    /// A position on the way of a step, and its part of the step.
    struct Place {
        std::array<double, 3> centre;
        double weight;
    };
    [[nodiscard]] std::vector<Place> places(const SourceMoment& moment) const;
    [[nodiscard]] Now deposit(std::span<const Place> places, double power) const;
    /// The longest way along an axis, in sigma.
    [[nodiscard]] double way(const std::array<double, 3>& from, const std::array<double, 3>& to) const;

    Grid grid_;
    ValueFunction power_;
    double factor_ = 1; ///< absorptivity
    std::array<double, 3> sigma_{};
    int side_ = -1; ///< a beam's heat is all in the layer of cells next to this wall
    std::vector<std::array<double, 4>> path_;
    Windows windows_;
};

} // namespace isotherm
