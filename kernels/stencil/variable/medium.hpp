#pragma once

/// The diffusion step where the material or the heating varies from cell to cell.
///
///   equation   C dT/dt = div(kappa grad T) + q,   kappa one value per axis
///   discrete   out = base + r (s + sum_faces a_f (T_f - T)),   a_f = G_f / C,  s = q / C,  r = dt b
///              harmonic   G_f = 1 / (h (h / (2 kappa_1) + R + h / (2 kappa_2))),  R the contact resistance
///              arithmetic G_f = (kappa_1 + kappa_2) / (2 h^2)
///              a wall     G_f = kappa / h^2, T_f the ghost of the wall's row (kernels/boundary/wall_row.hpp)
///   source     S. V. Patankar, Numerical Heat Transfer and Fluid Flow (1980), section 4.2-3 (eq. 4.9)
///   order      2; G_f is the same seen from both sides, so the heat C T is conserved to round-off
///
/// Cells of one material, contact and heating are one medium: a byte per cell says which, and a small table holds a_f
/// for every pair of media that can touch. So a sweep reads 1 byte per cell beside T (on a CPU 2, the class of the
/// cell), divides nothing, and any rule for G_f is a rule for the table.
///
/// Where kappa or C is a function of place (graded), every cell brings two numbers, and faces are made from them on the
/// way, or once for all, in one form that both cells of a face see alike:
///
///   discrete   out = base + r (s + 1/C sum_axes w (F_hi - F_lo)),   F = g (T_upper - T_lower),  w = 1 / h^2,
///              harmonic   g = 1 / (p_1 + p_2),  p = 1 / (2 kappa)
///              arithmetic g = p_1 + p_2,        p = kappa / 2
///              a wall has the cell's own p on both sides
///
/// A contact, or a conductivity per axis, is a rule for g; there g of every upper face is stored.

#include <cstdint>

#include "kernels/base/division.hpp"
#include "kernels/stencil/neighbour.hpp"

namespace isotherm {

/// Most media that a byte tells apart.
inline constexpr int most_media = 256;

/// Classes of cells (face_classes.hpp) have the numbers below most_classes; a cell beyond them has `no_class`. Length
/// of a class's line of coefficients.
inline constexpr std::uint16_t most_classes = 65534, no_class = 65535;
inline constexpr int class_length = 8;

template <class Real>
struct Medium {
    /// The media of cells, laid out as the field (pitch, plane); null: the cells are graded.
    const std::uint8_t* index = nullptr;
    int count = 1;               ///< media
    const Real* pairs = nullptr; ///< [1/s] a_f at pairs[(axis * count + own) * count + other]
    /// CPU: classes of the cells, laid out as the field, and a_f of class c and side f at classes[class_length * c +
    /// f]; null: every cell is looked up in `pairs`.
    const std::uint16_t* class_of = nullptr;
    const Real* classes = nullptr;
    /// GPU: where whole pieces of rows are of one medium (media_runs.hpp); null: not known.
    const std::uint16_t* runs = nullptr;
    /// Without `index` the cells are graded: 1/C [m^3 K/J] and p, laid out as the field, and w [1/m^2].
    const Real* per_capacity = nullptr;
    const Real* part = nullptr;
    bool harmonic = true;
    Real weight[3] = {};
    /// Instead of p: g of the upper face of every cell per axis, laid out as the field, and g below the first cells of
    /// the axis, numbered as the cells of a wall. On a CPU g below the first cell of a row also lies before the row.
    const Real* face[3] = {};
    const Real* first[3] = {};
    const Real* heating = nullptr; ///< [K/s] s at heating[step * heating_stride + medium]; null: none
    index_t heating_stride = 0;
    const Real* heating_field = nullptr; ///< [K/s] added to s, laid out as the field; null: none
};

/// Bytes per cell that a step on a CPU reads beside T.
template <class Real>
index_t bytes_beside(const Medium<Real>& m, int dim) {
    const index_t real = sizeof(Real), media = m.index == nullptr ? (dim + 1) * real : m.heating != nullptr ? 3 : 2;
    return media + (m.heating_field != nullptr ? real : 0);
}

/// What a variable sweep is asked for: the plain one (its r[0] is dt b [s]; r of the other axes and the order are not
/// used) and the medium.
template <class Real>
struct VariableSweep : Sweep<Real> {
    Medium<Real> medium;
};

template <class Real>
struct VariableAdvance {
    VariableSweep<Real> sweep;
    index_t steps = 1;
    Blocking blocking;
    int threads = 1;
    void* stream = nullptr;
};

/// The new value of a cell: `t` and `a` hold its neighbours and coefficients in the order of the sides (x_lo, x_hi,
/// ...).
template <int Dim, class Real>
ISO_HD Real update_variable(Real base, Real c, const Real (&t)[6], const Real (&a)[6], Real heating, Real r) {
    Real sum = fused(a[0], t[0] - c, heating);
    sum = fused(a[1], t[1] - c, sum);
    if constexpr (Dim >= 2) {
        sum = fused(a[2], t[2] - c, sum);
        sum = fused(a[3], t[3] - c, sum);
    }
    if constexpr (Dim >= 3) {
        sum = fused(a[4], t[4] - c, sum);
        sum = fused(a[5], t[5] - c, sum);
    }
    return fused(r, sum, base);
}

/// g of a face between graded cells.
template <class Real>
ISO_HD Real face_between(bool harmonic, Real p, Real q) {
    return harmonic ? reciprocal(p + q) : p + q;
}

/// The new value of a graded cell from the fluxes through its faces, per axis.
template <int Dim, class Number>
ISO_HD Number update_graded(Number base, const Number (&lo)[3], const Number (&hi)[3], const Number (&weight)[3],
                            Number per_capacity, Number heating, Number r) {
    Number sum = weight[0] * (hi[0] - lo[0]);
    if constexpr (Dim >= 2) sum = fused(weight[1], hi[1] - lo[1], sum);
    if constexpr (Dim >= 3) sum = fused(weight[2], hi[2] - lo[2], sum);
    return fused(r, fused(per_capacity, sum, heating), base);
}

/// s of a cell, whose place in the field is `at`.
template <class Real>
ISO_HD Real heating_of(const VariableSweep<Real>& s, int own, index_t at) {
    Real heating = Real(0);
    if (s.medium.heating != nullptr) heating = s.medium.heating[s.wall_step * s.medium.heating_stride + own];
    if (s.medium.heating_field != nullptr) heating += s.medium.heating_field[at];
    return heating;
}

/// Place of the cell beyond one side; a wall has the cell itself there, a periodic axis its other end.
template <class Real>
ISO_HD index_t place_beyond(const VariableSweep<Real>& s, int side, index_t i, index_t j, index_t k) {
    const int axis = side / 2;
    const index_t here = i + j * s.in.pitch + k * s.in.plane;
    const index_t n = s.in.n[axis], at = axis == 0 ? i : axis == 1 ? j : k, p = side % 2 != 0 ? at + 1 : at - 1;
    if (p >= 0 && p < n) return here + (p - at) * s.in.stride(axis);
    return s.walls[side].periodic ? here + ((p < 0 ? n - 1 : 0) - at) * s.in.stride(axis) : here;
}

/// a_f towards the cell beyond one side.
template <class Real>
ISO_HD Real coefficient_of(const VariableSweep<Real>& s, int side, int own, index_t i, index_t j, index_t k) {
    const int other = s.medium.index[place_beyond(s, side, i, j, k)];
    return s.medium.pairs[(side / 2 * s.medium.count + own) * s.medium.count + other];
}

/// g of one side of a graded cell.
template <class Real>
ISO_HD Real conductance_of(const VariableSweep<Real>& s, int side, index_t i, index_t j, index_t k) {
    const Medium<Real>& m = s.medium;
    const int axis = side / 2;
    const index_t here = i + j * s.in.pitch + k * s.in.plane;
    if (m.part != nullptr) return face_between(m.harmonic, m.part[here], m.part[place_beyond(s, side, i, j, k)]);
    if (side % 2 != 0) return m.face[axis][here];
    const index_t at = axis == 0 ? i : axis == 1 ? j : k;
    return at > 0 ? m.face[axis][here - s.in.stride(axis)] : m.first[axis][face_cell(s.in.n, axis, i, j, k)];
}

/// The new value of any cell: the definition that every variant must reproduce.
template <int Dim, class Real>
ISO_HD Real update_any_variable(const VariableSweep<Real>& s, index_t i, index_t j, index_t k) {
    const Medium<Real>& m = s.medium;
    const index_t at = i + j * s.in.pitch + k * s.in.plane;
    const Real c = s.in.data[at], base = stage_base(s, at, c);
    if (m.index == nullptr) {
        Real lo[3] = {}, hi[3] = {};
        for (int axis = 0; axis < Dim; ++axis) {
            lo[axis] = conductance_of(s, 2 * axis, i, j, k) * (c - extended(s, axis, -1, i, j, k));
            hi[axis] = conductance_of(s, 2 * axis + 1, i, j, k) * (extended(s, axis, 1, i, j, k) - c);
        }
        return update_graded<Dim>(base, lo, hi, m.weight, m.per_capacity[at], heating_of(s, 0, at), s.r[0]);
    }
    const int own = m.index[at];
    Real t[6] = {}, a[6] = {};
    for (int side = 0; side < 2 * Dim; ++side) {
        t[side] = extended(s, side / 2, side % 2 != 0 ? 1 : -1, i, j, k);
        a[side] = coefficient_of(s, side, own, i, j, k);
    }
    return update_variable<Dim>(base, c, t, a, heating_of(s, own, at), s.r[0]);
}

/// ping_pong of sweep.hpp with a medium.
template <class Real, class OneSweep>
bool ping_pong(const VariableAdvance<Real>& a, OneSweep&& one_sweep) {
    VariableSweep<Real> variable = a.sweep;
    return ping_pong(Advance<Real>{a.sweep, a.steps, a.blocking, a.threads, a.stream}, [&](const Sweep<Real>& s) {
        static_cast<Sweep<Real>&>(variable) = s;
        one_sweep(variable);
    });
}

} // namespace isotherm
