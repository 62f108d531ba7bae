#pragma once

#include "kernels/boundary/wall_row.hpp"

namespace isotherm {

/// The explicit step as anybody would write it first: what our kernels are measured against. Never used by a run; its
/// arithmetic is the compiler's (contraction on), so its last bits differ from the project's.
///
/// `a` and `b` hold (nx + 2) (ny + 2) (nz + 2) values, x fastest, one layer of ghost cells around the domain.
template <class Real>
struct NaiveLoop {
    Real* a = nullptr;
    Real* b = nullptr;
    index_t n[3] = {1, 1, 1};
    Real r = 0;             ///< alpha dt / h^2, the same along every axis
    WallRow<Real> walls[6]; ///< x_lo, x_hi, y_lo, ...: constant rows
    int threads = 1;

    /// Values that one of the arrays holds.
    [[nodiscard]] index_t size() const { return (n[0] + 2) * (n[1] + 2) * (n[2] + 2); }
};

/// Sets every value of both arrays to `value`, by the threads that will compute.
void naive_fill(NaiveLoop<float>& loop, float value);
void naive_fill(NaiveLoop<double>& loop, double value);

/// `steps` Euler steps of the 7-point star with equal spacing; the result is in `loop.a` (the pointers are swapped).
void naive_steps(NaiveLoop<float>& loop, index_t steps);
void naive_steps(NaiveLoop<double>& loop, index_t steps);

} // namespace isotherm
