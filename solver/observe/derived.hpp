#pragma once

/// Fields that follow from the temperature or from the case, cell by cell: heat flux, conductivity, source.

#include "solver/boundary/wall_tables.hpp"
#include "solver/observe/run_view.hpp"
#include "solver/operator/medium_tables.hpp"

namespace isotherm {

/// What they are computed from.
struct Ingredients {
    const RunView& view;
    const MediumTables* media; ///< null: one material
    const WallTables& walls;
};

/// Heat flux [W/m^2] at the cell centres, three components per cell (0 along absent axes): along each axis the mean of
/// the fluxes through the cell's two faces, which are those of the scheme.
void heat_flux(const Ingredients& from, const CellBox& box, double* to);

/// Heat flux [W/m^2] through the lower faces across `axis` of the cells of the box, along +axis; box.hi[axis] may be
/// one beyond the grid: the faces of the upper wall.
void face_flux(const Ingredients& from, int axis, const CellBox& box, double* to);

/// Conductivity [W/(m K)] (diffusivity where only that was given), `components` 1 or 3 per cell.
void conductivity(const Ingredients& from, const CellBox& box, int components, double* to);

/// Heat capacity rho c [J/(m^3 K)].
void heat_capacity(const Ingredients& from, const CellBox& box, double* to);

/// Whether some material has a conductivity per axis.
bool has_vector_conductivity(const CaseSpec& spec);

/// Heat source [W/m^3] now.
void source(const Ingredients& from, const CellBox& box, double* to);

} // namespace isotherm
