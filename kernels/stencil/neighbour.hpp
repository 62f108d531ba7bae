#pragma once

/// Values beyond the edge of the field, and the heat that crosses it. Correct for every cell of every grid; the fast
/// kernels use it for the cells next to a wall and read memory directly elsewhere.

#include "kernels/stencil/sweep.hpp"

namespace isotherm {

/// Number of the wall cell that (i, j, k) projects on, for the walls of `axis`.
ISO_HD index_t face_cell(const index_t n[3], int axis, index_t i, index_t j, index_t k) {
    return axis == 0 ? j + n[1] * k : axis == 1 ? i + n[0] * k : i + n[0] * j;
}

/// Place `p` of an axis of n cells that closes on itself; p is less than order / 2 cells outside, so no division is
/// needed.
ISO_HD index_t wrapped(index_t p, index_t n) {
    while (p < 0) p += n;
    while (p >= n) p -= n;
    return p;
}

/// The value `offset` cells along `axis` from (i, j, k), inside the domain or beyond a wall. Needs n >= order / 2
/// cells along the axis unless it is periodic.
template <bool Plain = false, class Real>
ISO_HD Real extended(const Sweep<Real>& s, int axis, int offset, index_t i, index_t j, index_t k) {
    const index_t n = s.in.n[axis];
    const index_t at = axis == 0 ? i : axis == 1 ? j : k;
    const index_t p = at + offset;
    const index_t stride = s.in.stride(axis);
    const Real* line = &s.in(i, j, k) - at * stride;
    if (p >= 0 && p < n) return line[p * stride];
    const WallView<Real>& wall = s.walls[side_of(axis, p >= n)];
    if (wall.periodic) return line[wrapped(p, n) * stride];
    const int layer = static_cast<int>(p < 0 ? -p - 1 : p - n);
    const index_t mirror = p < 0 ? layer : n - 1 - layer;
    const Real T = line[mirror * stride];
    return T + wall.template gain<Plain>(s.wall_step, face_cell(s.in.n, axis, i, j, k), layer, T);
}

/// Weight of layer m in the heat through a wall: the flux form of the stencil of cell_update.hpp, so that the change of
/// the field's sum equals what the walls let in. [1], [15, -1]/12, [245, -25, 2]/180.
ISO_HD constexpr double heat_layer_weight(int order, int layer) {
    if (order == 2) return 1.0;
    if (order == 4) return layer == 0 ? 15.0 / 12.0 : -1.0 / 12.0;
    return layer == 0 ? 245.0 / 180.0 : layer == 1 ? -25.0 / 180.0 : 2.0 / 180.0;
}

/// What a wall lets in at one of its cells, from what it adds to the layers of ghosts.
template <int Layers, class Real>
ISO_HD double sum_of_gains(const Real (&gains)[Layers]) {
    double sum = 0.0;
    for (int m = 0; m < Layers; ++m) sum = fused(heat_layer_weight(2 * Layers, m), static_cast<double>(gains[m]), sum);
    return sum;
}

/// The sum of a wall cell's heat after one more sweep. Rounded twice, so that hardware that can only add to memory gets
/// the same bits.
ISO_HD double add_heat(double heat, double weight, double gain) { return heat + weight * gain; }

/// Books what this sweep lets in through one side at (i, j, k), a cell that touches it. Only the caller that owns the
/// cell may call it, once per sweep.
template <bool Plain = false, class Real>
ISO_HD void book_wall_heat(const Sweep<Real>& s, int axis, bool high, index_t i, index_t j, index_t k) {
    const WallView<Real>& wall = s.walls[side_of(axis, high)];
    if (wall.periodic || wall.heat == nullptr) return;
    const index_t cell = face_cell(s.in.n, axis, i, j, k);
    const index_t inward = high ? -s.in.stride(axis) : s.in.stride(axis);
    const Real* first = &s.in(i, j, k);
    double gain = 0.0;
    for (int m = 0; m < s.layers(); ++m) {
        const double g = static_cast<double>(wall.template gain<Plain>(s.wall_step, cell, m, first[m * inward]));
        gain = fused(heat_layer_weight(s.order, m), g, gain);
    }
    wall.heat[cell] = add_heat(wall.heat[cell], s.heat_weight, gain);
}

/// Books the heat of every wall that (i, j, k) touches.
template <class Real>
ISO_HD void book_cell_heat(const Sweep<Real>& s, index_t i, index_t j, index_t k) {
    const index_t at[3] = {i, j, k};
    for (int axis = 0; axis < s.dim; ++axis) {
        if (at[axis] == 0) book_wall_heat(s, axis, false, i, j, k);
        if (at[axis] == s.in.n[axis] - 1) book_wall_heat(s, axis, true, i, j, k);
    }
}

/// What the integrator's stage starts from in this cell (sweep.hpp).
template <class Real>
ISO_HD Real stage_base(const Sweep<Real>& s, index_t at, Real c) {
    Real base = c;
    for (int t = 0; t < s.n_terms; ++t) base = fused(s.term_weights[t], s.terms[t][at] - c, base);
    return base;
}

/// Neighbours of one cell through `extended`: any cell, any wall.
template <class Real>
struct ExtendedNear {
    const Sweep<Real>& s;
    index_t i, j, k;
    template <int Axis, int Offset>
    ISO_HD Real at() const {
        return extended(s, Axis, Offset, i, j, k);
    }
};

/// The new value of any cell: the definition that every variant must reproduce.
template <int Dim, int Order, bool EqualSpacing, class Real>
ISO_HD Real update_any_cell(const Sweep<Real>& s, index_t i, index_t j, index_t k) {
    const index_t at = i + j * s.in.pitch + k * s.in.plane;
    const Real c = s.in.data[at];
    return update_cell<Dim, Order, EqualSpacing>(stage_base(s, at, c), c, ExtendedNear<Real>{s, i, j, k}, s.r);
}

} // namespace isotherm
