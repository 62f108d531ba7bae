#pragma once

#include <memory>
#include <optional>

#include "solver/core/field.hpp"
#include "solver/spec/case_spec.hpp"

namespace isotherm {

/// Whether x lies inside the shape or on its surface; `tolerance` [m] is what counts as on. Absent axes do not count.
/// Not for label maps, which know cells alone.
bool contains(const Shape& shape, const std::array<double, 3>& x, int dim, double tolerance);

/// A shape ready to be asked about many cells of a grid.
class ShapeCells {
public:
    /// Throws UsageError when the file of a label map cannot be used with this grid.
    ShapeCells(const Shape& shape, const Grid& grid);
    /// Whether the cell's centre is inside the shape or on its surface.
    [[nodiscard]] bool operator()(index_t i, index_t j, index_t k) const;
    /// Cells outside of this box do not belong.
    [[nodiscard]] const CellBox& box() const { return box_; }

private:
    Shape shape_;
    Grid grid_;
    double tolerance_;
    CellBox box_;
    std::shared_ptr<const std::vector<double>> labels_; ///< of a label map
    std::optional<double> label_;                       ///< the one that is meant; none: all but 0
};

/// Unit normal of the shape's surface near x (its direction does not matter); none where the shape does not know.
std::optional<std::array<double, 3>> normal_near(const Shape& shape, const std::array<double, 3>& x, const Grid& grid);

/// What counts as "on the surface" for a grid: a small part of the smallest spacing, above the round-off of centres.
double surface_tolerance(const Grid& grid);

/// Cells that can belong to the shape: its bounding box clipped to the grid (whole grid for a half space). Empty
/// (hi <= lo on some axis) when the shape lies outside.
CellBox candidate_cells(const Shape& shape, const Grid& grid);

/// Whether any cell's centre belongs to the shape.
bool covers_a_cell(const Shape& shape, const Grid& grid);

} // namespace isotherm
