#pragma once

/// Sums with a fixed blocking, so that every backend, thread count and instruction set gives the same bits: 32 lanes,
/// lane l adds x[l], x[l + 32], ... in that order; then the lanes are added as a tree (l += l + 16, + 8, + 4, + 2, +
/// 1).

#include "kernels/base/view.hpp"

namespace isotherm {

inline constexpr int sum_lanes = 32;

/// Folds the lanes in a fixed tree.
inline double fold_lanes(double (&lane)[sum_lanes]) {
    for (int half = sum_lanes / 2; half > 0; half /= 2)
        for (int l = 0; l < half; ++l) lane[l] += lane[l + half];
    return lane[0];
}

template <class Real>
double fixed_sum(const Real* x, index_t n) {
    double lane[sum_lanes] = {};
    index_t i = 0;
    for (; i + sum_lanes <= n; i += sum_lanes)
        for (int l = 0; l < sum_lanes; ++l) lane[l] += static_cast<double>(x[i + l]);
    for (int l = 0; i < n; ++i, ++l) lane[l] += static_cast<double>(x[i]);
    return fold_lanes(lane);
}

} // namespace isotherm
