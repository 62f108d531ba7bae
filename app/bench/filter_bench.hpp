#pragma once

/// `isotherm bench --filter`: every filter kernel against what bounds it, the copy or the arithmetic.

#include <string>
#include <vector>

#include "app/bench/bench.hpp"
#include "kernels/conv2d/convolution.hpp"

namespace isotherm::bench {

/// A filter that is measured.
struct FilterCase {
    std::string name; ///< "7x7" a general one, "gaussian 7x7" a separable one
    Taps taps;
    bool separable = false;
};

struct FilterRow {
    const FilterVariant* variant = nullptr;
    Precision precision = Precision::fp64;
    FilterCase filter;
    Samples rate;        ///< [pixels/s]
    FilterFacts facts;   ///< GPU
    double constant = 0; ///< [pixels/s] of the kernel `constant` on this filter; 0: not measured
    std::string parity;  ///< equal (the bits of the CPU's direct form), close, differs
};

struct FilterReport {
    Device device;
    index_t n[2] = {1, 1};
    double copy[2] = {0, 0};       ///< [bytes/s] fp32, fp64
    double arithmetic[2] = {0, 0}; ///< [fused multiply-adds/s]; 0: not known
    std::vector<FilterRow> rows;

    /// Pixels per second that a row cannot exceed: one read and one write of each, one fma per tap (two short filters
    /// where it is separable and the kernel knows).
    [[nodiscard]] double copy_limit(const FilterRow& row) const;
    [[nodiscard]] double arithmetic_limit(const FilterRow& row) const;
};

FilterReport measure_filters(const Options& options, const Device& device);

std::string filter_table(const FilterReport& report);
std::string filter_json(const std::vector<FilterReport>& reports);

} // namespace isotherm::bench
