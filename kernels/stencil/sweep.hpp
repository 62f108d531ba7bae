#pragma once

/// What a stencil kernel is asked to do: n equal steps (or one stage of a Runge-Kutta step) of the diffusion equation
/// on one field, walls and their heat included. Plain data, the same on every backend.

#include "kernels/boundary/wall_view.hpp"

namespace isotherm {

inline constexpr int max_order = 6;
inline constexpr int max_stage_terms = 3;

/// out = in + sum_j weight_j (term_j - in) + laplacian terms of `in` (cell_update.hpp) weighted with r.
/// Euler has no terms. Written as differences from `in`, so that a constant stays constant to the last bit.
template <class Real>
struct Sweep {
    FieldView<const Real> in;
    FieldView<Real> out;                     ///< may be one of the terms (read and written cell by cell), never `in`
    const Real* terms[max_stage_terms] = {}; ///< fields of the same layout as `in`
    Real term_weights[max_stage_terms] = {};
    int n_terms = 0;

    int dim = 3;   ///< axes of the grid; an absent axis has one cell and no walls
    int order = 2; ///< 2, 4, 6
    bool equal_spacing = true;
    Real r[3] = {}; ///< per axis alpha dt b / (stencil_divisor(order) h^2), rounded once from double

    WallView<Real> walls[6];
    index_t wall_step = 0; ///< row of the wall tables that holds for this sweep
    double heat_weight =
        0; ///< what a wall's gain is multiplied with before it is added to `heat`: the stage's share of dt [s]

    ISO_HD int layers() const { return order / 2; }
};

/// How a kernel that takes several steps per pass over memory cuts the grid; 0: as it sees fit.
struct Blocking {
    index_t depth = 0;  ///< steps per pass
    index_t width = 0;  ///< of a tile: rows in 3-D, else cells; on GPUs cells along x
    index_t height = 0; ///< on GPUs in 3-D: of a tile, rows
    index_t length = 0; ///< on GPUs: of a piece along the last axis, planes or rows
    index_t pieces = 0; ///< on GPUs in 3-D: how many, each shorter than the one before; 0: all alike

    bool operator==(const Blocking&) const = default;
};

/// `steps` sweeps from `sweep.in` with rows wall_step, wall_step + 1, ... of the wall tables. The kernel may fuse them
/// and may use both buffers; afterwards the result is in `sweep.out` when `swapped`, else in `sweep.in`'s memory.
/// With n_terms > 0, `steps` is 1.
template <class Real>
struct Advance {
    Sweep<Real> sweep;
    index_t steps = 1;
    Blocking blocking;
    int threads = 1;        ///< CPU threads
    void* stream = nullptr; ///< CUDA stream
    bool heun = false;      ///< every step is two sweeps, each with a wall row of its own (heun_stage)
    /// sweep.out is in the array of sweep.in, where a field of `in_place.hpp` comes to lie in `steps` steps, and the
    /// result is there.
    bool in_place = false;
};

/// The second sweep of a step of Heun's method, `second.in` is the result of the first, which went out from `start`:
/// out = T1 + (T - T1) / 2 + dt / 2 L(T1). Halving is exact, so it makes no difference who halves.
template <class Real>
Sweep<Real> heun_stage(Sweep<Real> second, const Real* start) {
    second.terms[0] = start;
    second.term_weights[0] = Real(0.5);
    second.n_terms = 1;
    for (Real& r : second.r) r *= Real(0.5);
    return second;
}

/// Makes the result of a sweep the start of the next one.
template <class Real>
void exchange(Sweep<Real>& s) {
    const FieldView<Real> next = s.out;
    s.out = FieldView<Real>{const_cast<Real*>(s.in.data), {s.in.n[0], s.in.n[1], s.in.n[2]}, s.in.pitch, s.in.plane};
    s.in = FieldView<const Real>{next.data, {next.n[0], next.n[1], next.n[2]}, next.pitch, next.plane};
}

/// Runs single sweeps back and forth between the two buffers of `a`. For every variant that does one step per pass.
/// Returns whether the result is in a.sweep.out.
template <class Real, class OneSweep>
bool ping_pong(const Advance<Real>& a, OneSweep&& one_sweep) {
    Sweep<Real> s = a.sweep;
    for (index_t step = 0; step < a.steps; ++step) {
        one_sweep(s);
        exchange(s);
        ++s.wall_step;
    }
    return a.steps % 2 != 0;
}

} // namespace isotherm
