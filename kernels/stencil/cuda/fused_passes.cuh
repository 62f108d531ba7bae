#pragma once

#include "kernels/stencil/cuda/variants.hpp"

namespace isotherm::cuda {

/// Whether the walls have rows that do not depend on classes of cells or on the temperature.
template <class Real>
bool walls_are_plain(const Sweep<Real>& s) {
    for (const WallView<Real>& wall : s.walls)
        if (wall.classes != nullptr || wall.radiates) return false;
    return true;
}

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
