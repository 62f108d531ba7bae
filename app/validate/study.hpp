#pragma once

/// What a verification case measures. A study is one claim: an order of convergence over at least three grids or steps,
/// or an error that stays below a bound.

#include <optional>
#include <string>
#include <vector>

#include "app/validate/problem.hpp"

namespace isotherm::validate {

/// What `isotherm validate` was asked for.
struct Setting {
    Device device; ///< for_cells() gives what a run should use
    Precision precision = Precision::fp64;
    bool thorough = false; ///< one refinement more, and variants that the quick pass leaves out

    /// The device with no more threads than a grid of this size can feed.
    [[nodiscard]] Device for_cells(const GridSpec& grid) const;
};

/// One grid or step of a study.
struct Row {
    std::string grid; ///< "40 x 30"
    double h = 0;     ///< [m] smallest spacing
    double dt = 0;    ///< [s]
    index_t steps = 0;
    ErrorNorms error;                           ///< against the reference
    std::array<double, 3> at{};                 ///< [m] where the error is largest
    double scale = 1;                           ///< largest |T| of the reference: what a relative error is relative to
    std::optional<std::array<double, 3>> order; ///< of L1, L2, Linf from the row before
    std::optional<double> from_fp64;            ///< an fp32 run: largest |T - T_fp64| / scale
};

/// The solution along a line through the domain, for a plot.
struct Profile1D {
    char axis = 'x';
    std::vector<double> x, computed, exact; ///< x in [m]
};

/// T - exact on a plane, for a plot. Rows along the second axis.
struct ErrorMap {
    std::string axes; ///< "xy"
    index_t nx = 0, ny = 0;
    double width = 0, height = 0; ///< [m]
    std::vector<double> error;
};

struct Study {
    enum class Kind { space, time, bound };

    std::string name; ///< what is varied or compared: "along x", "rk2, order 4"
    Kind kind = Kind::bound;
    std::vector<Row> rows;
    double expected_order = 0;   ///< orders only
    double order_tolerance = 0;  ///< orders only; of every norm between the two finest rows
    std::optional<double> bound; ///< largest Linf / scale of the finest row in fp64
    double fp32_bound = 0;       ///< largest from_fp64 (or, without it, Linf / scale) of every row in fp32
    std::optional<Profile1D> profile;
    std::optional<ErrorMap> map;

    [[nodiscard]] const Row& finest() const { return rows.back(); }
    /// In fp64 orders and bounds are judged. In fp32 round-off ends the convergence, so that rows are compared with the
    /// same runs in fp64 instead.
    [[nodiscard]] bool holds(Precision precision) const;
};

/// One run of a problem: errors, and what plots need.
struct Solution {
    Row row;
    Profile1D profile;
    std::optional<ErrorMap> map; ///< 2-D and 3-D
};
Solution solve(const Problem& problem, const Setting& setting);

/// What round-off may make of `steps` steps in fp32, relative to the largest temperature: every step rounds by at most
/// 2^-24, of which a quarter may have one sign; 16 for the rounded coefficients.
double fp32_allowance(index_t steps);

/// A family of problems by the number of cells along its first axis (space) or of steps (time).
using Family = std::function<Problem(index_t n)>;

/// Solves the family for every n; the order of each norm between the two finest must be `expected` within `tolerance`.
/// With --thorough one more n, twice the last.
Study measure_order(Study::Kind kind, const std::string& name, const Family& family, std::vector<index_t> n,
                    double expected, const Setting& setting, double tolerance = 0.1);

/// A row for an error that is no field: L1 = L2 = Linf.
Row single_error(const Assembly& run, double error, double scale);

/// A study of one row whose Linf / scale stays below `bound` (fp64) or `fp32_bound`.
Study measure_bound(const std::string& name, Row row, double bound, double fp32_bound);

} // namespace isotherm::validate
