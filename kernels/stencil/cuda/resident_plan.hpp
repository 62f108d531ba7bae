#pragma once

/// How a kernel that stays on the GPU for many sweeps shares out a grid: a brick of packs for each block, all blocks at
/// a time. Arithmetic for the host.

#include <algorithm>

#include "kernels/stencil/cuda/plan.hpp"
#include "kernels/stencil/variants.hpp"

namespace isotherm::cuda {

/// Bricks of n packs, rows and planes over a grid of `all`; the last of each axis may be smaller.
struct BrickPlan {
    unsigned n[3] = {1, 1, 1}, bricks[3] = {1, 1, 1}, all[3] = {1, 1, 1};

    [[nodiscard]] ISO_HD constexpr unsigned blocks() const { return bricks[0] * bricks[1] * bricks[2]; }
};

/// The bricks, at most `slots`, with the smallest sum of the turns that `threads` threads need for the largest and of
/// its surface, which neighbours read once more. Rows are cut only where there are fewer than blocks.
inline BrickPlan plan_bricks(const unsigned (&all)[3], unsigned slots, unsigned threads) {
    const auto ceil = [](unsigned a, unsigned b) { return (a + b - 1) / b; };
    BrickPlan best;
    double best_cost = -1;
    const unsigned rows = all[1] * all[2];
    for (unsigned x = 1; x <= std::max(1u, std::min(all[0], slots / std::max(1u, rows))); ++x)
        for (unsigned y = 1; y <= std::min(all[1], slots / x); ++y) {
            const unsigned z = std::min(all[2], slots / (x * y));
            BrickPlan plan{{ceil(all[0], x), ceil(all[1], y), ceil(all[2], z)}, {}, {all[0], all[1], all[2]}};
            for (int d = 0; d < 3; ++d) plan.bricks[d] = ceil(all[d], plan.n[d]);
            const double packs = double(plan.n[0]) * plan.n[1] * plan.n[2];
            const double surface = packs * (1.0 / plan.n[1] + 1.0 / plan.n[2]);
            const double cost = ceil(static_cast<unsigned>(packs), threads) + surface / threads;
            if (best_cost < 0 || cost < best_cost) best = plan, best_cost = cost;
        }
    return best;
}

/// Whether a launch per sweep costs more than the sweep: on one H200 64^3 cells take 5 us here and 9 to 13 by
/// `register`, 128^3 12 and 18 in fp32, 19 and 15 in fp64.
inline bool staying_pays(const StencilTraits& t) {
    const bool whole_steps = t.n_terms == 0 || t.heun;
    const index_t most = t.order > 2                      ? 400'000
                         : t.precision == Precision::fp64 ? 900'000
                         : t.dim == 3                     ? 2'500'000
                                                          : 1'000'000;
    return whole_steps && t.n[0] * t.n[1] * t.n[2] <= most;
}

} // namespace isotherm::cuda
