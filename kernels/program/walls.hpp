#pragma once

/// Rows of a wall whose values are expressions of place and time: made by programs before every sweep, a row per cell
/// of the face.

#include "kernels/base/device.hpp"
#include "kernels/boundary/law_row.hpp"
#include "kernels/program/program.hpp"

namespace isotherm {

/// A law of the wall and the programs of its values.
struct WallProgram {
    WallKind kind = WallKind::flux;
    int first[2] = {}, count[2] = {}; ///< instructions of each value; none: 0
    double per_value = 1;             ///< turns the given flux or power into W/m^2
};

template <class Real>
struct ProgramWall {
    int side = 0, layers = 1;
    index_t cells = 1, across = 1;          ///< of the face; along the faster of its axes
    double lower[3] = {}, h[3] = {1, 1, 1}; ///< [m] the grid's
    double position = 0;                    ///< [m] of the wall along its axis
    const Instruction* code = nullptr;
    const WallProgram* laws = nullptr;
    const std::uint16_t* law_of = nullptr; ///< of the face's cells; null: all the first
    const double* kappa = nullptr;         ///< [W/(m K)] of the face's cells, or one for all
    bool one_kappa = true;
    double kelvin = 0, reference = 0; ///< added to a temperature gives kelvin; what fields are stored relative to
    double step_values[most_step_values] = {};
    WallRow<Real>* rows = nullptr; ///< [cell][layer], what is made
};

template <class Real>
ISO_HD void make_program_row(const ProgramWall<Real>& p, index_t cell) {
    const int axis = p.side / 2, first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
    const index_t a = cell % p.across, b = cell / p.across;
    double x[3];
    x[axis] = p.position;
    x[first] = p.lower[first] + (static_cast<double>(a) + 0.5) * p.h[first];
    x[second] = p.lower[second] + (static_cast<double>(b) + 0.5) * p.h[second];
    const WallProgram& law = p.laws[p.law_of == nullptr ? 0 : p.law_of[cell]];
    double values[2] = {};
    for (int n = 0; n < 2; ++n) {
        if (law.count[n] == 0) continue;
        const double along[1] = {x[0]};
        double value[1];
        evaluate<1>(p.code + law.first[n], law.count[n], along, x[1], x[2], p.step_values, value);
        values[n] = value[0];
    }
    const double kappa = p.kappa[p.one_kappa ? 0 : cell];
    for (int m = 0; m < p.layers; ++m) {
        const double d = (2 * m + 1) * p.h[axis];
        const WallRow<double> row =
            offset_row(law_row(law.kind, law.per_value * values[0], values[1], d, kappa, p.kelvin), p.reference);
        p.rows[cell * p.layers + m] = {static_cast<Real>(row.w), static_cast<Real>(row.T_ref),
                                       static_cast<Real>(row.s)};
    }
}

void make_program_rows(const ProgramWall<float>& p, const Device& device);
void make_program_rows(const ProgramWall<double>& p, const Device& device);

namespace cuda {
template <class Real>
void make_program_rows(const ProgramWall<Real>& p, const Device& device);
} // namespace cuda

} // namespace isotherm
