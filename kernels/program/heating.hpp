#pragma once

/// Heating by expressions of place and time: q = sum of the laws that heat a cell, s = q / C into the field that sweeps
/// read. The heat is booked row by row, in the order of `fixed_sum`, so that it needs no pass of its own.

#include "kernels/base/device.hpp"
#include "kernels/program/program.hpp"
#include "kernels/reduce/fixed_sum.hpp"
#include "kernels/stencil/variable/medium.hpp"

namespace isotherm {

/// A program and the media that it heats.
struct HeatingLaw {
    int first = 0, count = 0; ///< its instructions
    double per_value = 1;     ///< [W/m^3] per unit of the value
    bool heats[most_media]{}; ///< by medium
};

template <class Real>
struct ProgramHeating {
    FieldView<Real> to;                  ///< [K/s] s
    const std::uint8_t* index = nullptr; ///< media, laid out as the field
    const double* capacity = nullptr;    ///< C [J/(m^3 K)] per medium, or of the cells, laid out as the field
    bool capacity_of_cells = false;
    double lower[3] = {}, h[3] = {1, 1, 1}; ///< [m] the grid's
    const Instruction* code = nullptr;
    const HeatingLaw* laws = nullptr;
    int law_count = 0;
    double step_values[most_step_values] = {};
    double weight = 0;          ///< [s] of the heat that is booked
    double* row_heat = nullptr; ///< [J/m^3] of every row so far, y fastest
};

/// q [W/m^3] of W cells of row (j, k), `stride` apart from cell i on; s goes to those that exist.
template <int W, class Real>
ISO_HD void heat_cells(const ProgramHeating<Real>& p, index_t i, index_t stride, index_t j, index_t k, double (&q)[W]) {
    double x[W], value[W];
    for (int w = 0; w < W; ++w) {
        x[w] = p.lower[0] + (static_cast<double>(i + w * stride) + 0.5) * p.h[0];
        q[w] = 0;
    }
    const double y = p.lower[1] + (static_cast<double>(j) + 0.5) * p.h[1],
                 z = p.lower[2] + (static_cast<double>(k) + 0.5) * p.h[2];
    const index_t row = j * p.to.pitch + k * p.to.plane;
    for (int n = 0; n < p.law_count; ++n) {
        const HeatingLaw& law = p.laws[n];
        evaluate<W>(p.code + law.first, law.count, x, y, z, p.step_values, value);
        for (int w = 0; w < W; ++w) {
            const index_t at = i + w * stride;
            if (at < p.to.n[0] && law.heats[p.index[row + at]]) q[w] = fused(law.per_value, value[w], q[w]);
        }
    }
    for (int w = 0; w < W; ++w) {
        const index_t at = row + i + w * stride;
        if (i + w * stride < p.to.n[0])
            p.to.data[at] = static_cast<Real>(q[w] / p.capacity[p.capacity_of_cells ? at : p.index[at]]);
    }
}

void heat_by_programs(const ProgramHeating<float>& p, const Device& device);
void heat_by_programs(const ProgramHeating<double>& p, const Device& device);

namespace cuda {
template <class Real>
void heat_by_programs(const ProgramHeating<Real>& p, const Device& device);
} // namespace cuda

} // namespace isotherm
