#pragma once

/// The parameter tables of the case file, one function per section; a section's file is where its keys are added.

#include "app/case/table.hpp"

namespace isotherm {

/// The whole case file.
const Table<CaseSpec>& case_table();

Codec<GridSpec> grid_section();
Codec<MaterialSpec> material_section();
/// The walls, and the patches before them.
struct BoundarySpec {
    std::array<WallSpec, 6> walls{};
    std::array<std::vector<WallPatch>, 6> patches{};
};
Codec<BoundarySpec> boundary_section();
/// A shape of the domain; `flat`: of a wall, in its one or two axes.
Codec<Shape> shape();
Codec<Shape> flat_shape();
Codec<std::vector<RegionSpec>> region_list();
Codec<std::vector<InterfaceSpec>> interface_list();
Codec<std::vector<SourceSpec>> source_list();
Codec<TimeSpec> time_section();
Codec<std::vector<OutputSpec>> output_section();
Codec<std::vector<ProbeSpec>> probe_list();
Codec<std::optional<FilterSpec>> filter_section();
Codec<StopSpec> stop_section();
Codec<ComputeSpec> compute_section();

/// A kernel and a padding as options of the command line give them: "gaussian:sigma=2,truncate=3", "periodic,reflect".
/// Throw ConfigError.
KernelSpec kernel_from_text(const std::string& option, const std::string& given);
std::array<Padding, 3> padding_from_text(const std::string& option, const std::string& given);

/// An initial or exact field: a number, an expression in `variables`, or a profile.
Codec<FieldSpec> field(const std::string& variables);

} // namespace isotherm
