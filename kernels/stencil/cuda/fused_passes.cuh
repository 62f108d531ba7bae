#pragma once

#include "kernels/stencil/cuda/variants.hpp"

namespace isotherm::cuda {

/// As many passes of `steps` steps as go into a.steps, each by `pass(sweep)`, and single sweeps for what is left.
template <class Real, class Pass>
bool fused_passes(const Advance<Real>& a, int steps, Pass&& pass) {
    Advance<Real> passes = a, rest = a;
    passes.steps = a.steps / steps;
    rest.steps = a.steps % steps;
    const bool in_out = ping_pong(passes, [&](Sweep<Real> s) {
        s.wall_step = rest.sweep.wall_step;
        rest.sweep.wall_step += steps;
        pass(s);
    });
    if (rest.steps == 0) return in_out;
    if (in_out) exchange(rest.sweep);
    return advance_register(rest) != in_out;
}

/// Every step of Heun's method by one `pass(sweep)`, which takes two rows of the walls.
template <class Real, class Pass>
bool heun_passes(const Advance<Real>& a, Pass&& pass) {
    index_t row = a.sweep.wall_step;
    return ping_pong(a, [&](Sweep<Real> s) {
        s.wall_step = row;
        row += 2;
        pass(s);
    });
}

/// The two stages of every step of Heun's method one after the other; the second one ends where the first began.
template <class Real>
bool heun_singly(const Advance<Real>& a) {
    Advance<Real> first = a;
    first.steps = 1, first.heun = false;
    for (index_t step = 0; step < a.steps; ++step, first.sweep.wall_step += 2) {
        advance_register(first);
        Advance<Real> second = first;
        exchange(second.sweep);
        ++second.sweep.wall_step;
        second.sweep = heun_stage(second.sweep, first.sweep.in.data);
        advance_register(second);
    }
    return false;
}

} // namespace isotherm::cuda
