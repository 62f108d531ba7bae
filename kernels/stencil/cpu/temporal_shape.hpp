#pragma once

#include "kernels/stencil/sweep.hpp"

namespace isotherm {

/// What the temporal kernel has to cut up.
struct TemporalShape {
    int dim = 3, order = 2;
    index_t n[3] = {1, 1, 1};
    bool folded_front = false; ///< the axis of the fronts is periodic: two planes (rows) per front
    index_t row_cells = 0;     ///< of a row along x with its padding
    index_t real_bytes = 8;
    index_t cell_bytes = 16; ///< of a cell in all arrays that a step reads and writes
};

/// Depth and width from the sizes of this machine's caches.
Blocking plan_temporal(const TemporalShape& shape);

/// Width and length of the bricks of a single sweep, which is not folded, for so many threads.
Blocking plan_sweep(const TemporalShape& shape, index_t threads);

} // namespace isotherm
