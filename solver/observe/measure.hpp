#pragma once

#include "solver/boundary/wall_tables.hpp"
#include "solver/core/field_function.hpp"
#include "solver/observe/run_view.hpp"

namespace isotherm {

/// Heat power [W] into the domain through one side now: the wall's rows at time t on the cells along it, summed in a
/// fixed order.
double wall_power(const Field& field, double reference, const Grid& grid, const WallTables& walls, int side, double t,
                  int order);

/// Volume-weighted norms of T - exact at the cell centres at time t.
ErrorNorms error_norms(const Field& field, double reference, const Grid& grid, const FieldFunction& exact, double t,
                       int threads);

/// First cell (x fastest) that is NaN or infinite; none if all are finite.
std::optional<std::array<index_t, 3>> first_non_finite(const Field& field, const Grid& grid);

} // namespace isotherm
