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

} // namespace isotherm::cuda
