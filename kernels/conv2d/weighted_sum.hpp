#pragma once

/// The one arithmetic of the direct filters. Every direct form of every backend sums the taps in this order, so all of
/// them agree bit for bit.
///
///   equation   out(j, i) = sum_ab w(a, b) T(j + a - ay, i + b - ax)     cross-correlation; a true convolution comes
///                                                                       here with its weights turned by 180 degrees
///   discrete   out = W c + s,  W = sum_ab w(a, b),
///              s <- fma(w(a, b), T(a, b) - c, s) from s = 0, row after row, left to right
///   source     the sum itself; c is any temperature of the field (centre.hpp), W is 1 where weights are normalised
///   order      exact up to rounding; a constant field gives W times the constant to the last bit, and slow variations
///              on a high level (300 K +- 0.1) keep their digits in fp32
///
/// Masked: pixels that are NaN hold no data. s runs over the others, and out = W (c + s / sum of their weights).

#include <limits>

#include "kernels/conv2d/filter.hpp"
#include "kernels/stencil/cell_update.hpp"

namespace isotherm {

template <class Real, bool Masked>
struct WeightedSum {
    Real sum = Real(0), weight = Real(0);

    /// `d` is T - c.
    ISO_HD void add(Real w, Real d) {
        if constexpr (Masked) {
            if (d != d) return;
            weight += w;
        }
        sum = fused(w, d, sum);
    }
    ISO_HD Real result(Real total, Real centre) const {
        if constexpr (Masked) return masked_result(sum, weight, total, centre);
        else return fused(total, centre, sum);
    }
    ISO_HD static Real masked_result(Real sum, Real weight, Real total, Real centre) {
        if (!(weight > Real(0))) return std::numeric_limits<Real>::quiet_NaN(); // no data within reach
        return fused(total, centre, sum * (total / weight));
    }
};

/// T - c at any place, also beyond the field.
template <class Real>
ISO_HD Real deviation(const Filter<Real>& f, index_t i, index_t j) {
    const index_t x = source_pixel(f.padding[0], i, f.in.n[0]), y = source_pixel(f.padding[1], j, f.in.n[1]);
    return (x < 0 || y < 0 ? f.outside : f.in.data[x + y * f.in.pitch]) - f.centre();
}

/// The definition: pixel (i, j) of the output.
template <bool Masked, class Real>
ISO_HD Real filtered_pixel(const Filter<Real>& f, index_t i, index_t j) {
    WeightedSum<Real, Masked> sum;
    for (int a = 0; a < f.rows; ++a)
        for (int b = 0; b < f.columns; ++b)
            sum.add(f.weights[a * f.columns + b], deviation(f, i + b - f.anchor[0], j + a - f.anchor[1]));
    return sum.result(f.total, f.centre());
}

} // namespace isotherm
