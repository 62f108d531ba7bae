#include "solver/io/compare.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "solver/core/grid.hpp"

namespace isotherm {

bool Tolerance::agree(double a, double b) const {
    if (a == b || (std::isnan(a) && std::isnan(b))) return true;
    if (!std::isfinite(a) || !std::isfinite(b)) return false; // else infinity would be within any relative tolerance
    return std::abs(a - b) <= absolute + relative * std::abs(b);
}

void Difference::add(double value_a, double value_b, index_t index, const Tolerance& tolerance) {
    if (tolerance.agree(value_a, value_b)) return;
    const bool first = count++ == 0;
    const double d = std::abs(value_a - value_b);
    if (!std::isfinite(d)) ++not_numbers;
    if (first || d > largest) a = value_a, b = value_b, at = index;
    if (d > largest && std::isfinite(d)) largest = d;
}

Difference compare_fields(const SnapshotFile& a, const SnapshotFile& b, const std::string& field,
                          const Tolerance& tolerance) {
    Difference difference;
    GridSpec spec;
    spec.dim = a.head().dim, spec.cells = a.head().cells;
    constexpr index_t most = index_t{2} << 20; // 16 MiB of doubles of each
    const Grid grid(spec);
    std::vector<double> u(static_cast<std::size_t>(std::min(most, grid.cells()))), v(u.size());
    index_t before = 0;
    for (const CellBox& box : slabs(grid, most)) { // in memory order, so that the cells seen count the index
        a.read(field, box, u.data());
        b.read(field, box, v.data());
        for (index_t n = 0; n < box.cells(); ++n) difference.add(u[n], v[n], before + n, tolerance);
        before += box.cells();
    }
    return difference;
}

std::vector<std::string> compare_tables(const CsvTable& a, const CsvTable& b, const Tolerance& tolerance) {
    if (a.columns != b.columns) return {"their columns differ"};
    std::vector<std::string> found;
    if (a.rows.size() != b.rows.size())
        found.push_back(fmt::format("{} rows and {} rows", a.rows.size(), b.rows.size()));
    const std::size_t rows = std::min(a.rows.size(), b.rows.size());
    for (std::size_t column = 0; column < a.columns.size(); ++column) {
        Difference difference;
        index_t gaps = 0;
        for (std::size_t row = 0; row < rows; ++row) {
            const auto &u = a.rows[row][column], &v = b.rows[row][column];
            if (u && v) difference.add(*u, *v, static_cast<index_t>(row) + 1, tolerance);
            else if (u || v) ++gaps;
        }
        if (difference.count > 0)
            found.push_back(fmt::format("{}: {} of {} rows differ, most in row {}: {:.17g} and {:.17g}",
                                        a.columns[column], difference.count, rows, difference.at, difference.a,
                                        difference.b));
        if (gaps > 0) found.push_back(fmt::format("{}: empty in only one of them in {} rows", a.columns[column], gaps));
    }
    return found;
}

} // namespace isotherm
