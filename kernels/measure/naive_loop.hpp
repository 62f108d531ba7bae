#pragma once

#include "kernels/boundary/wall_row.hpp"

namespace isotherm {

/// The explicit step as anybody would write it first: what our kernels are measured against. Never used by a run; its
/// arithmetic is the compiler's (contraction on), so its last bits differ from the project's.
///
/// 2-D or 3-D, order 2 or 4. `a` and `b` hold size() values, x fastest, `layers()` layers of ghost cells around the
/// domain (2-D: none in z).
template <class Real>
struct NaiveLoop {
    Real* a = nullptr;
    Real* b = nullptr;
    index_t n[3] = {1, 1, 1};
    Real r = 0;                ///< alpha dt / (stencil_divisor(order) h^2), the same along every axis
    WallRow<Real> walls[6][2]; ///< x_lo, x_hi, y_lo, ...: constant rows, one per layer
    int dim = 3, order = 2;
    int threads = 1;

    [[nodiscard]] index_t layers() const { return order / 2; }
    [[nodiscard]] index_t row() const { return n[0] + 2 * layers(); }
    [[nodiscard]] index_t plane() const { return row() * (n[1] + 2 * layers()); }
    /// Values that one of the arrays holds.
    [[nodiscard]] index_t size() const { return plane() * (dim == 3 ? n[2] + 2 * layers() : 1); }
};

/// Sets every value of both arrays to `value`, by the threads that will compute.
void naive_fill(NaiveLoop<float>& loop, float value);
void naive_fill(NaiveLoop<double>& loop, double value);

/// `steps` Euler steps of the star with equal spacing; the result is in `loop.a` (the pointers are swapped).
void naive_steps(NaiveLoop<float>& loop, index_t steps);
void naive_steps(NaiveLoop<double>& loop, index_t steps);

} // namespace isotherm
