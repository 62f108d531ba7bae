#pragma once

/// Cases for tests, built as values.

#include "app/validate/problem.hpp"

namespace isotherm::test {

/// A grid of 1 to 3 axes over `size` metres, diffusivity alpha, everything insulated, fp64 on the CPU.
inline CaseSpec plain_case(const std::vector<index_t>& cells, const std::vector<double>& size, double alpha) {
    CaseSpec spec = validate::plain_case(cells, size, alpha);
    spec.name = "test";
    spec.compute.backend = "cpu";
    spec.compute.threads = 1;
    return spec;
}

} // namespace isotherm::test
