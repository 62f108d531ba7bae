#pragma once

#include <span>

#include "solver/observe/run_view.hpp"

namespace isotherm {

/// Temperature at a point of the domain, its surface included: multilinear between cell centres of the field extended
/// by one layer of ghost cells, so that a point on a wall has the wall's value (T_cell + T_ghost) / 2. Beyond two or
/// three walls at once the ghost is the mean over the orders of extension. Periodic axes wrap. Coordinates of absent
/// axes are not used.
double temperature_at(const RunView& view, const std::array<double, 3>& x);

/// The same at many points. Cells of points that follow each other are read at once where they lie together.
std::vector<double> temperatures_at(const RunView& view, std::span<const std::array<double, 3>> points);

} // namespace isotherm
