#pragma once

/// T = 1 + prod_d sin(k_d x_d + p_d) exp(-alpha sum k_d^2 t) on a box, and for every kind of wall on every side the
/// value in place and time that fits it: walls of any kind may be mixed, and the solution stays the same smooth field.

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/validate/problem.hpp"

namespace isotherm::validate {

struct FittingWalls {
    static constexpr double alpha = 0.7, kappa = 1.9, film = 2.3;
    static constexpr std::array<double, 3> wave{2.1, 1.3, 1.7}, phase{0.4, 0.9, -0.3}, size{1.0, 1.2, 0.8};
    std::size_t dim = 3;

    [[nodiscard]] double rate() const {
        double sum = 0;
        for (std::size_t d = 0; d < dim; ++d) sum += alpha * wave[d] * wave[d];
        return sum;
    }

    [[nodiscard]] double exact(const Place& x, double t) const {
        double T = std::exp(-rate() * t);
        for (std::size_t d = 0; d < dim; ++d) T *= std::sin(wave[d] * x[d] + phase[d]);
        return 1 + T;
    }

    /// The product as an expression, with the cosine (its derivative over the wave number) along `derived`.
    [[nodiscard]] std::string shape(std::size_t derived) const {
        std::string text = "exp(-" + std::to_string(rate()) + "*t)";
        for (std::size_t d = 0; d < dim; ++d)
            text += std::string("*") + (d == derived ? "cos(" : "sin(") + std::to_string(wave[d]) + "*" + "xyz"[d] +
                    "+(" + std::to_string(phase[d]) + "))";
        return text;
    }

    /// `kind`: dirichlet, flux, gradient, convection.
    [[nodiscard]] WallSpec wall(const std::string& kind, std::size_t side) const {
        const std::size_t axis = side / 2;
        const std::string T = "1+" + shape(3);
        const std::string slope = std::to_string((side % 2 == 1 ? 1 : -1) * wave[axis]) + "*" + shape(axis); // dT/dn
        if (kind == "dirichlet") return DirichletWall{ExpressionText{T}};
        if (kind == "flux")
            return NeumannWall{NeumannWall::Given::flux, ExpressionText{std::to_string(kappa) + "*" + slope}};
        if (kind == "gradient") return NeumannWall{NeumannWall::Given::gradient, ExpressionText{slope}};
        return ConvectionWall{film, ExpressionText{T + "+" + std::to_string(kappa / film) + "*" + slope}};
    }

    /// n cells along x, 3/4 n along y, 2/4 n along z; one kind of wall per side. Ends at 0.1 s.
    [[nodiscard]] CaseSpec spec(const std::array<std::string, 6>& kinds, index_t n) const {
        std::vector<index_t> cells;
        for (std::size_t d = 0; d < dim; ++d) cells.push_back(n - n / 4 * static_cast<index_t>(d));
        CaseSpec spec = plain_case(cells, {size.begin(), size.begin() + static_cast<std::ptrdiff_t>(dim)}, alpha);
        spec.material = {alpha, true, kappa, kappa / alpha};
        for (std::size_t side = 0; side < 2 * dim; ++side) spec.walls[side] = wall(kinds[side], side);
        spec.time.end = 0.1;
        return spec;
    }
};

inline const std::vector<std::string> fitting_kinds{"dirichlet", "flux", "gradient", "convection"};

} // namespace isotherm::validate
