#pragma once

/// The parameter tables of the case file, one function per section; a section's file is where its keys are added.

#include "app/case/table.hpp"

namespace isotherm {

/// The whole case file.
const Table<CaseSpec>& case_table();

Codec<GridSpec> grid_section();
Codec<MaterialSpec> material_section();
Codec<std::array<WallSpec, 6>> boundary_section();
Codec<std::vector<RegionSpec>> region_list();
Codec<TimeSpec> time_section();
Codec<OutputSpec> output_section();
Codec<std::vector<ProbeSpec>> probe_list();
Codec<StopSpec> stop_section();
Codec<ComputeSpec> compute_section();

/// An initial or exact field: a number, an expression in `variables`, or a profile.
Codec<FieldSpec> field(const std::string& variables);

} // namespace isotherm
