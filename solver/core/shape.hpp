#pragma once

#include "solver/core/field.hpp"
#include "solver/spec/case_spec.hpp"

namespace isotherm {

/// Whether x lies inside the shape or on its surface; `tolerance` [m] is what counts as on. Absent axes do not count.
bool contains(const Shape& shape, const std::array<double, 3>& x, int dim, double tolerance);

/// What counts as "on the surface" for a grid: a small part of the smallest spacing, above the round-off of centres.
double surface_tolerance(const Grid& grid);

/// Cells that can belong to the shape: its bounding box clipped to the grid (whole grid for a half space). Empty
/// (hi <= lo on some axis) when the shape lies outside.
CellBox candidate_cells(const Shape& shape, const Grid& grid);

/// Whether any cell's centre belongs to the shape.
bool covers_a_cell(const Shape& shape, const Grid& grid);

} // namespace isotherm
