#pragma once

#include <optional>

#include "solver/core/expression.hpp"
#include "solver/core/field.hpp"
#include "solver/core/shape.hpp"

namespace isotherm {

/// An initial or exact field ready to evaluate: T(x, t) [temperature]. Not for concurrent use: copy it per thread.
class FieldFunction {
public:
    /// Throws ExpressionError. `allowed`: variables of an expression ("xyz" for an initial field, "xyzt" for an exact
    /// one).
    FieldFunction(const FieldSpec& spec, const Domain& domain, const std::string& allowed);

    double operator()(const std::array<double, 3>& x, double t) const;
    /// The profile, where that is what it is.
    [[nodiscard]] const Profile* profile() const { return std::get_if<Profile>(&spec_); }

private:
    FieldSpec spec_;
    Domain domain_;
    std::optional<Expression> expression_;
};

/// Lowest and highest value that was set.
struct Extent {
    double lo = 0, hi = 0;
};

/// The initial field of a case on a box of cells, regions applied in order, densely packed, x fastest.
class InitialField {
public:
    InitialField(const CaseSpec& spec, const Grid& grid);
    void evaluate(const CellBox& box, double* to, int threads) const;
    /// Lowest and highest value, found by evaluating everything slab by slab.
    [[nodiscard]] Extent extent(int threads) const;

private:
    struct Layer {
        std::optional<ShapeCells> covers; ///< none: everywhere
        FieldFunction value;
        std::shared_ptr<const std::vector<double>> cells{}; ///< instead of `value`, of a file
        std::array<std::vector<double>, 3> parts{};         ///< of a profile, along the axes
    };
    /// The one that is seen at a cell.
    static const Layer& top(const std::vector<Layer>& layers, index_t i, index_t j, index_t k);
    /// Cells [i, end) of row (j, k), all of this layer.
    void fill(const Layer& layer, index_t i, index_t end, index_t j, index_t k, double* to) const;

    Grid grid_;
    std::vector<Layer> layers_;
};

} // namespace isotherm
