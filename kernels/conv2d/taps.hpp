#pragma once

/// The weights of a filter on the host, in double.

#include <array>
#include <optional>
#include <vector>

#include "kernels/base/view.hpp"

namespace isotherm {

/// rows x columns weights of a cross-correlation, row after row; rows run along y, columns along x.
struct Taps {
    int rows = 1, columns = 1;
    std::vector<double> weights{1.0};
    /// The tap (x, y) that stands on the output's pixel. The middle one; of an even number the right one of the two,
    /// as scipy and OpenCV have it.
    std::array<int, 2> anchor{0, 0};

    [[nodiscard]] double at(int a, int b) const { return weights[static_cast<std::size_t>(a * columns + b)]; }
    [[nodiscard]] index_t count() const { return index_t{rows} * columns; }
    /// Sum of the weights; exactly 1 when it is 1 up to the rounding of the sum.
    [[nodiscard]] double total() const;
    [[nodiscard]] bool any_negative() const;
};

/// Taps with the anchor in the middle. Throws std::logic_error when the number of weights is not rows * columns.
Taps make_taps(int rows, int columns, std::vector<double> weights);

/// The outer product y x of two one-dimensional filters.
Taps outer_product(const std::vector<double>& y, const std::vector<double>& x);

/// What a true convolution with `taps` is as a cross-correlation: weights and anchor turned by 180 degrees.
Taps flipped(const Taps& taps);

/// Divided by their sum. Throws UsageError when that is zero.
Taps normalised(const Taps& taps);

/// The two factors of a filter of rank 1.
struct Factors {
    std::vector<double> x, y;
};

/// weights = y x up to `tolerance` times the largest weight; none when the filter has a higher rank.
std::optional<Factors> factorised(const Taps& taps, double tolerance);

} // namespace isotherm
