#pragma once

#include <array>

#include "kernels/conv2d/convolution.hpp"
#include "solver/spec/case_spec.hpp"

namespace isotherm {

/// The plane that a filter runs on.
struct PlaneShape {
    std::array<index_t, 2> n{1, 1};                 ///< pixels along x and y
    std::optional<std::array<double, 2>> spacing{}; ///< [m]; none: not known
};

/// The weights of a kernel, as they are written (not flipped). A Gaussian is sampled at the pixels' centres out to
/// truncate * sigma, rounded to whole pixels, and divided by its sum; a box is divided by its sum; others are taken as
/// they are unless `normalise`. An axis of one pixel gets one weight from a Gaussian or a box.
/// Throws UsageError: metres without a spacing, rows of different length, a file that holds no weights, a sum of zero;
/// IoError for an unreadable file.
Taps make_kernel(const KernelSpec& kernel, const PlaneShape& plane);

/// Weights, padding and flip of a filter for planes of this shape; `zero` is what the padding of that name puts there
/// (fields that hold T - T_0: -T_0).
FilterTask make_filter_task(const FilterSpec& spec, const PlaneShape& plane, double zero);

} // namespace isotherm
