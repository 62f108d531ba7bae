/// Layers, sources and radiation.

#include "app/validate/cases/cases.hpp"
#include "solver/observe/interpolate.hpp"

namespace isotherm::validate {
namespace {

// --- layers in series ---

/// kappa = 1 below 0.4 and 5 above it along one axis of a rod or a block, T from 1 to 0.
Problem layers_problem(std::size_t dim, std::size_t axis) {
    std::vector<index_t> cells{4, 3, 5};
    std::vector<double> size{0.9, 0.7, 0.8};
    cells.resize(dim), size.resize(dim);
    cells[axis] = 20, size[axis] = 1;
    CaseSpec spec = plain_case(cells, size, 1.0);
    spec.material = {1.0, true, 1.0, 1.0};
    BoxShape box{{-1, -1, -1}, {2, 2, 2}};
    box.lo[axis] = 0.4;
    spec.regions.push_back({"above", box, {}, MaterialSpec{5.0, true, 5.0, 1.0}, {}});
    spec.walls[2 * axis] = DirichletWall{1.0};
    spec.walls[2 * axis + 1] = DirichletWall{0.0};
    spec.time.end = 0.05;
    const double q = 1 / (0.4 / 1 + 0.6 / 5);
    const ExactField exact = [=](const Place& x, double) {
        return x[axis] < 0.4 ? 1 - q * x[axis] : 1 - q * 0.4 - q / 5 * (x[axis] - 0.4);
    };
    return {spec, exact, [exact](const Place& x) { return exact(x, 0); }};
}

std::vector<Study> run_layers(const Setting& setting) {
    std::vector<Study> studies;
    for (const auto& [name, dim, axis] :
         {std::tuple{"rod", 1U, 0U}, {"block along x", 3U, 0U}, {"block along y", 3U, 1U}, {"block along z", 3U, 2U}}) {
        Solution s = solve(layers_problem(dim, axis), setting);
        studies.push_back(measure_bound(name, s.row, 1e-12, fp32_allowance(s.row.steps)));
        studies.back().profile = std::move(s.profile), studies.back().map = std::move(s.map);
    }
    return studies;
}

// --- NAFEMS T2 ---

constexpr double bar = 0.1, hot = 1000, cold = 300, bar_kappa = 55.6, emissivity = 0.98, sigma = 5.670374419e-8;

/// The root of kappa (1000 - T) / L = emissivity sigma (T^4 - 300^4).
double radiating_end() {
    double T = hot;
    for (int i = 0; i < 50; ++i) {
        const double f = bar_kappa * (hot - T) / bar - emissivity * sigma * (std::pow(T, 4) - std::pow(cold, 4));
        T += f / (bar_kappa / bar + 4 * emissivity * sigma * T * T * T);
    }
    return T;
}

std::vector<Study> run_t2(const Setting& setting) {
    CaseSpec spec = plain_case({20}, {bar}, bar_kappa / (7850.0 * 460.0));
    spec.material = {bar_kappa / (7850.0 * 460.0), true, bar_kappa, 7850.0 * 460.0};
    spec.walls[0] = DirichletWall{hot};
    spec.walls[1] = RadiationWall{emissivity, cold};
    spec.initial = hot;
    spec.time.end = 6000; // 25 times the bar's own time L^2 / (pi^2 alpha)
    spec.compute.precision = setting.precision;
    Assembly run(spec, setting.for_cells(spec.grid));
    run_to_end(run);
    const double T = temperature_at(run, {bar, 0, 0}), exact = radiating_end();
    return {measure_bound("T(B), the balance's root", single_error(run, std::abs(T - exact), exact), 1e-8, 1e-4),
            measure_bound("T(B) = 927.0", single_error(run, std::abs(T - 927.0), 927.0), 1e-4, 1e-3)};
}

// --- manufactured solution ---

/// T = 1 + cos(pi x) cos(2 pi y) cos(pi z) exp(-t) / 2; the source follows.
Problem manufactured_problem(index_t n) {
    constexpr double kappa = 1.3, heat = 1.1; // W/(m K), J/(m^3 K)
    CaseSpec spec = plain_case({n, n / 6 * 5, n}, {1, 1, 1}, kappa / heat);
    spec.material = {kappa / heat, true, kappa, heat};
    spec.sources.push_back(UniformSource{UniformSource::Given::density,
                                         ExpressionText{"0.5*exp(-t)*cos(pi*x)*cos(2*pi*y)*cos(pi*z)*(6*1.3*pi^2-1.1)"},
                                         ""}); // rho c dT/dt - kappa lap T
    spec.time.end = 0.05;
    spec.time.step = 0.05 / (0.5 * static_cast<double>(n * n));
    const ExactField exact = [](const Place& x, double t) {
        using std::numbers::pi;
        return 1 + 0.5 * std::cos(pi * x[0]) * std::cos(2 * pi * x[1]) * std::cos(pi * x[2]) * std::exp(-t);
    };
    return {spec, exact, [exact](const Place& x) { return exact(x, 0); }};
}

std::vector<Study> run_manufactured(const Setting& setting) {
    return {measure_order(Study::Kind::space, "cube", manufactured_problem, {12, 18, 24}, 2, setting)};
}

} // namespace

Cases materials() {
    return {
        {"layers", "two layers in series, the interface on a face",
         "kappa = 1 on 0 <= x <= 0.4 and 5 on 0.4 <= x <= 1, T(0) = 1, T(1) = 0; steady; as a rod and along each axis "
         "of a "
         "block, 20 cells",
         "q = 1 / (0.4/1 + 0.6/5) = 1.923076923; T(0.4) = 0.2307692308", "resistances in series",
         "1e-12: with the harmonic mean at faces the steady solution is exact at the cell centres", run_layers},
        {"nafems_t2", "a bar that radiates, steady",
         "L = 0.1 m, kappa = 55.6 W/(m K), T(0) = 1000 K, emissivity 0.98 to 300 K at L; marched to the steady state",
         "kappa (1000 - T) / L = emissivity sigma (T^4 - 300^4): T = 927.0 K",
         "NAFEMS, The Standard NAFEMS Benchmarks, TNSB rev. 3 (1990), test T2",
         "1e-8 of the root: the wall's temperature follows from the half-cell balance, which is exact for a linear "
         "profile; "
         "the target 927.0 to its last digit",
         run_t2},
        {"manufactured", "a source that varies in place and time",
         "rho c dT/dt = kappa lap T + q in the unit cube, kappa = 1.3, rho c = 1.1, insulated, cells 6 : 5 : 6; q = (6 "
         "kappa pi^2 - "
         "rho c) (T - 1); t = 0.05 s, dt ~ h^2",
         "T = 1 + cos(pi x) cos(2 pi y) cos(pi z) exp(-t) / 2", "method of manufactured solutions (Roache 2002)",
         "order 2 within 0.1: smooth up to the walls, which the field meets with zero slope", run_manufactured}};
}

} // namespace isotherm::validate
