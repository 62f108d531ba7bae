#pragma once

/// How much two fields or tables differ.

#include <optional>
#include <string>
#include <vector>

#include "solver/io/csv.hpp"
#include "solver/io/snapshot.hpp"

namespace isotherm {

/// Two values agree when they are the same, both not a number, or |a - b| <= absolute + relative * |b|.
struct Tolerance {
    double relative = 0, absolute = 0;
    [[nodiscard]] bool agree(double a, double b) const;
};

/// The largest of many differences, and how many there are beyond the tolerance.
struct Difference {
    index_t count = 0;       ///< values beyond the tolerance
    index_t not_numbers = 0; ///< of these, where only one is a number (of finite size)
    double largest = 0;      ///< |a - b| where both are numbers
    double a = 0, b = 0;     ///< the values of the largest (or, without one, of the first)
    index_t at = 0;          ///< its index
    void add(double value_a, double value_b, index_t index, const Tolerance& tolerance);
};

/// Compares one field; both snapshots have the same grid. `at` counts cells, x fastest. Throws IoError.
Difference compare_fields(const SnapshotFile& a, const SnapshotFile& b, const std::string& field,
                          const Tolerance& tolerance);

/// What differs between two tables, one sentence per column; empty when nothing does.
std::vector<std::string> compare_tables(const CsvTable& a, const CsvTable& b, const Tolerance& tolerance);

} // namespace isotherm
