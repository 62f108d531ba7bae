#pragma once

#include <memory>

#include "solver/core/region_map.hpp"
#include "solver/observe/run_view.hpp"

namespace isotherm {

/// Temperatures of a part of the grid in one figure each.
struct RegionFigures {
    double mean = 0, min = 0, max = 0;
    double integral = 0; ///< [K m^3] of the temperature over the volume
    double heat = 0;     ///< [J] of rho c T over the volume, where it was asked for
};

/// The cells whose centres lie in a region's shape; without a name all cells.
class RegionCells {
public:
    RegionCells(const CaseSpec& spec, const std::string& region);
    [[nodiscard]] RegionFigures measure(const RunView& view, bool with_heat) const;

private:
    std::shared_ptr<const ShapeCells> covers_; ///< null: all
};

} // namespace isotherm
