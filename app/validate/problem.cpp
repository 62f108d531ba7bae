#include "app/validate/problem.hpp"

#include <cmath>

namespace isotherm::validate {

CaseSpec plain_case(const std::vector<index_t>& cells, const std::vector<double>& size, double alpha) {
    CaseSpec spec;
    spec.name = "validate";
    spec.grid.dim = static_cast<int>(cells.size());
    for (std::size_t d = 0; d < cells.size(); ++d) {
        spec.grid.cells[d] = cells[d];
        spec.grid.spacing[d] = size[d] / static_cast<double>(cells[d]);
    }
    spec.material.diffusivity = alpha;
    spec.material.conductivity = alpha;
    spec.walls.fill(InsulatedWall{});
    spec.initial = 0.0;
    spec.time.end = 1;
    return spec;
}

void run_to_end(Assembly& run) {
    while (!run.schedule().done(run.clock())) run.advance(run.schedule().next(run.clock(), index_t{1} << 30));
}

void run_steps(Assembly& run, index_t steps, double dt) {
    const double t = run.clock().time;
    run.advance({t, t + dt * static_cast<double>(steps), steps, 0, steps});
}

std::vector<double> temperatures(const Assembly& run) {
    std::vector<double> T(static_cast<std::size_t>(run.grid().cells()));
    run.read(all_cells(run.grid()), T.data(), Precision::fp64);
    return T;
}

void set_all(Assembly& run, const std::vector<double>& T) { run.set_field(all_cells(run.grid()), T.data()); }

ErrorNorms norms_of(const Grid& grid, const std::vector<double>& T, const std::vector<double>& exact) {
    ErrorNorms e;
    double squares = 0;
    std::size_t at = 0;
    for (std::size_t c = 0; c < T.size(); ++c) {
        const double d = std::abs(T[c] - exact[c]);
        e.L1 += d;
        squares += d * d;
        if (!(d <= e.Linf)) e.Linf = d, at = c; // NaN counts as the largest
    }
    const auto n = static_cast<double>(T.size());
    e.L1 /= n;
    e.L2 = std::sqrt(squares / n);
    const auto cell = static_cast<index_t>(at);
    e.cell = {cell % grid.n[0], cell / grid.n[0] % grid.n[1], cell / (grid.n[0] * grid.n[1])};
    return e;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    double worst = a.size() == b.size() ? 0.0 : std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < std::min(a.size(), b.size()); ++c) {
        const double d = std::abs(a[c] - b[c]);
        if (!(d <= worst)) worst = d; // NaN counts as a difference
    }
    return worst;
}

} // namespace isotherm::validate
