#pragma once

/// Conductivity and heat capacity of the cells, whatever the case gives them by: numbers of a material or expressions
/// of place. For one thread: copy it for others.

#include <optional>
#include <vector>

#include "solver/core/expression.hpp"

namespace isotherm {

/// Whether some material of the case is a function of place, so that cells have coefficients of their own.
bool is_graded(const CaseSpec& spec);

class MaterialLaws {
public:
    explicit MaterialLaws(const CaseSpec& spec);

    /// At the cell centre x, of the material that region `owner` gives (-1: the case's own). Throw UsageError naming
    /// the key where a value is not above 0.
    [[nodiscard]] double kappa(int owner, int axis, const std::array<double, 3>& x) const; ///< [W/(m K)]
    /// Of all three axes.
    [[nodiscard]] std::array<double, 3> kappa(int owner, const std::array<double, 3>& x) const;
    [[nodiscard]] double heat(int owner, const std::array<double, 3>& x) const; ///< rho c [J/(m^3 K)]

private:
    struct Law {
        MaterialSpec material;
        std::string key; ///< "material", "regions[1].material"
        std::optional<Expression> kappa, heat;
    };
    [[nodiscard]] const Law& of(int owner) const { return laws_[static_cast<std::size_t>(owner + 1)]; }

    std::vector<Law> laws_; ///< the case's own, then those of the regions
};

} // namespace isotherm
