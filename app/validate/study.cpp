#include "app/validate/study.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace isotherm::validate {
namespace {

std::string grid_text(const Grid& grid) {
    std::string text;
    for (int d = 0; d < grid.dim; ++d)
        text += fmt::format("{}{}", d == 0 ? "" : " x ", grid.n[static_cast<std::size_t>(d)]);
    return text;
}

Row row_of(const Assembly& run) {
    Row row;
    row.grid = grid_text(run.grid());
    row.h = *std::min_element(run.grid().h.begin(), run.grid().h.begin() + run.grid().dim);
    row.dt = run.clock().dt;
    row.steps = run.clock().step;
    return row;
}

/// The cells along the axis with most cells, through the cell of the largest error.
Profile1D profile_through(const Grid& grid, const ErrorNorms& error, const std::vector<double>& T,
                          const std::vector<double>& exact) {
    const auto axis = static_cast<std::size_t>(std::max_element(grid.n.begin(), grid.n.end()) - grid.n.begin());
    Profile1D line{"xyz" [axis], {}, {}, {}};
    std::array<index_t, 3> cell = error.cell;
    for (cell[axis] = 0; cell[axis] < grid.n[axis]; ++cell[axis]) {
        const auto at = static_cast<std::size_t>(cell[0] + grid.n[0] * (cell[1] + grid.n[1] * cell[2]));
        line.x.push_back(grid.centre(static_cast<int>(axis), cell[axis]));
        line.computed.push_back(T[at]);
        line.exact.push_back(exact[at]);
    }
    return line;
}

/// The x-y plane through the cell of the largest error.
ErrorMap map_through(const Grid& grid, const ErrorNorms& error, const std::vector<double>& T,
                     const std::vector<double>& exact) {
    ErrorMap map{"xy", grid.n[0], grid.n[1], grid.size(0), grid.size(1), {}};
    const auto begin = static_cast<std::size_t>(grid.n[0] * grid.n[1] * error.cell[2]);
    for (std::size_t c = begin; c < begin + static_cast<std::size_t>(grid.n[0] * grid.n[1]); ++c)
        map.error.push_back(T[c] - exact[c]);
    return map;
}

std::unique_ptr<Assembly> run_problem(const Problem& problem, const Setting& setting, Precision precision) {
    CaseSpec spec = problem.spec;
    spec.compute.precision = precision;
    auto run = std::make_unique<Assembly>(spec, setting.for_cells(spec.grid));
    if (problem.start) set_all(*run, at_centres(run->grid(), problem.start));
    run_to_end(*run);
    return run;
}

double order_between(double coarse, double fine, double refinement) {
    return std::log(coarse / fine) / std::log(refinement);
}

} // namespace

Device Setting::for_cells(const GridSpec& grid) const {
    constexpr index_t cells_per_thread = 1'000'000; // below that, on shared cores, threads wait more than they work
    Device d = device;
    d.threads = static_cast<int>(
        std::clamp<index_t>(grid.cells[0] * grid.cells[1] * grid.cells[2] / cells_per_thread, 1, d.threads));
    return d;
}

Solution solve(const Problem& problem, const Setting& setting) {
    const std::unique_ptr<Assembly> ran = run_problem(problem, setting, setting.precision);
    const Assembly& run = *ran;
    const std::vector<double> T = temperatures(run);
    const std::vector<double> exact =
        at_centres(run.grid(), [&](const Place& x) { return problem.exact(x, run.clock().time); });
    Solution s{row_of(run), {}, {}};
    s.row.error = norms_of(run.grid(), T, exact);
    s.row.at = run.grid().centre(s.row.error.cell[0], s.row.error.cell[1], s.row.error.cell[2]);
    s.row.scale = largest_difference(exact, std::vector<double>(exact.size(), 0.0));
    if (setting.precision == Precision::fp32) {
        const std::vector<double> fp64 = temperatures(*run_problem(problem, setting, Precision::fp64));
        s.row.from_fp64 = largest_difference(T, fp64) / s.row.scale;
    }
    s.profile = profile_through(run.grid(), s.row.error, T, exact);
    if (run.grid().dim > 1) s.map = map_through(run.grid(), s.row.error, T, exact);
    return s;
}

double fp32_allowance(index_t steps) { return 0x1p-24 * (16 + 0.25 * static_cast<double>(steps)); }

Study measure_order(Study::Kind kind, const std::string& name, const Family& family, std::vector<index_t> n,
                    double expected, const Setting& setting, double tolerance) {
    Study study;
    study.name = name, study.kind = kind, study.expected_order = expected, study.order_tolerance = tolerance;
    if (setting.thorough) n.push_back(2 * n.back());
    for (std::size_t i = 0; i < n.size(); ++i) {
        Solution s = solve(family(n[i]), setting);
        if (i > 0) {
            const ErrorNorms &coarse = study.rows.back().error, &fine = s.row.error;
            const double refinement = static_cast<double>(n[i]) / static_cast<double>(n[i - 1]);
            s.row.order = {order_between(coarse.L1, fine.L1, refinement), order_between(coarse.L2, fine.L2, refinement),
                           order_between(coarse.Linf, fine.Linf, refinement)};
        }
        study.rows.push_back(s.row);
        study.fp32_bound = fp32_allowance(s.row.steps);
        study.profile = std::move(s.profile);
        study.map = std::move(s.map);
    }
    return study;
}

Row single_error(const Assembly& run, double error, double scale) {
    Row row = row_of(run);
    row.error.L1 = row.error.L2 = row.error.Linf = error;
    row.scale = scale;
    return row;
}

Study measure_bound(const std::string& name, Row row, double bound, double fp32_bound) {
    Study study;
    study.name = name, study.rows = {std::move(row)}, study.bound = bound, study.fp32_bound = fp32_bound;
    return study;
}

bool Study::holds(Precision precision) const {
    if (precision == Precision::fp32) {
        for (const Row& row : rows)
            if (!((row.from_fp64 ? *row.from_fp64 : row.error.Linf / row.scale) <= fp32_bound)) return false;
        return true;
    }
    if (bound && !(finest().error.Linf / finest().scale <= *bound)) return false;
    if (kind == Kind::bound) return true;
    for (const double order : *finest().order)
        if (!(std::abs(order - expected_order) <= order_tolerance)) return false;
    return true;
}

} // namespace isotherm::validate
