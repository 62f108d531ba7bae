#pragma once

/// Rules between keys of a case (check.cpp has their table), those of materials, sources and walls.

#include <string>
#include <utility>
#include <vector>

#include "solver/core/grid.hpp"

namespace isotherm {

using Findings = std::vector<SpecFinding>;

/// A fault at a key from an error's text: what is wrong and, behind "; ", the way out.
SpecFinding finding_of(const std::string& key, const std::string& text);

/// The law of every wall and patch of the grid with its key, as in "boundary.z_hi.patches[0]".
std::vector<std::pair<std::string, const WallSpec*>> laws_of(const CaseSpec& spec);

void check_region_materials(const CaseSpec& spec, Findings& found);
void check_interfaces(const CaseSpec& spec, Findings& found);
void check_sources(const CaseSpec& spec, Findings& found);
/// Gaussians and beams that can heat nothing, or not all the time that they say.
void check_spots(const CaseSpec& spec, Findings& found);
/// Radiation needs kelvin: refuses temperatures below absolute zero, and such as look like degrees Celsius unless the
/// case names its unit.
void check_radiation(const CaseSpec& spec, Findings& found);
void check_patches(const CaseSpec& spec, Findings& found);
/// Initial fields from files can be read and fit.
void check_files(const CaseSpec& spec, Findings& found);
/// Whether the shape has a cell; true, with a finding, where its file cannot be used.
bool covers_a_cell_or_says_why(const Shape& shape, const Grid& grid, const std::string& key, Findings& found);
/// Every expression has a value at the start.
void check_values(const CaseSpec& spec, Findings& found);
/// A kernel that keeps one field can compute the case.
void check_kernel(const CaseSpec& spec, Findings& found);
/// Warnings about numbers that are far from any physical value.
void check_plausibility(const CaseSpec& spec, Findings& found);

} // namespace isotherm
