#pragma once

/// Cases for tests, built as values.

#include "solver/core/grid.hpp"
#include "solver/spec/case_spec.hpp"

namespace isotherm::test {

/// A grid of 1 to 3 axes over `size` metres, diffusivity alpha, everything insulated, fp64 on the CPU.
inline CaseSpec plain_case(std::vector<index_t> cells, std::vector<double> size, double alpha) {
    CaseSpec spec;
    spec.name = "test";
    spec.grid.dim = static_cast<int>(cells.size());
    for (std::size_t d = 0; d < cells.size(); ++d) {
        spec.grid.cells[d] = cells[d];
        spec.grid.spacing[d] = size[d] / static_cast<double>(cells[d]);
    }
    spec.material.diffusivity = alpha;
    spec.material.conductivity = alpha;
    spec.walls.fill(InsulatedWall{});
    spec.initial = 0.0;
    spec.time.end = 1;
    spec.compute.backend = "cpu";
    spec.compute.threads = 1;
    return spec;
}

} // namespace isotherm::test
