#pragma once

/// Fields and label maps that come from files: .npy, .csv, .png, datasets of HDF5, snapshots of isotherm.

#include <memory>
#include <vector>

#include "solver/core/grid.hpp"

namespace isotherm {

/// Values at the cells of a grid, x fastest.
using CellValues = std::shared_ptr<const std::vector<double>>;

/// A file as the field of a grid. Its shape must be that of the grid, (nz, ny, nx) and fewer axes accordingly; a
/// snapshot may be of another grid that covers this one: then every cell gets the mean over its volume. `unit`: K or C
/// of the case; a snapshot in the other one is converted. Throws UsageError that names both shapes, IoError when the
/// file cannot be read. Read once: the same file again gives the same values.
CellValues read_field_file(const FileField& file, const Grid& grid, const std::string& unit = "");

/// A file as labels, whole numbers; a picture's are the values of its pixels.
CellValues read_label_file(const LabelShape& labels, const Grid& grid);

} // namespace isotherm
