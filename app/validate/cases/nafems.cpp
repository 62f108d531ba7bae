/// NAFEMS T3 and T4: the whole field against the series, and the published target. (T1 is thermal stress, no
/// conduction.)

#include "app/validate/exact/nafems.hpp"
#include "app/validate/cases/cases.hpp"
#include "solver/observe/interpolate.hpp"

namespace isotherm::validate {
namespace {

/// Runs the problem and compares T at a point, relative to the target.
Study target_study(const std::string& name, const Problem& problem, const Place& at, double target, double bound,
                   const Setting& setting) {
    CaseSpec spec = problem.spec;
    spec.compute.precision = setting.precision;
    Assembly run(spec, setting.for_cells(spec.grid));
    if (problem.start) set_all(run, at_centres(run.grid(), problem.start));
    run_to_end(run);
    Row row = single_error(run, std::abs(temperature_at(run, at) - target), target);
    row.at = at;
    return measure_bound(name, row, bound, bound);
}

Problem t3_problem(index_t n) {
    const NafemsT3 exact;
    CaseSpec spec = plain_case({n}, {exact.L}, exact.diffusivity());
    spec.material = {exact.diffusivity(), true, exact.conductivity, exact.density * exact.specific_heat};
    spec.walls[0] = DirichletWall{0.0};
    spec.walls[1] = DirichletWall{ExpressionText{"100*sin(pi*t/40)"}};
    spec.time.end = 32;
    spec.time.step = 32 / (0.12 * static_cast<double>(n * n)); // Fo = 0.0353 = 32 alpha / L^2: 0.29 h^2 / alpha
    return {spec, [exact](const Place& x, double t) { return exact(x[0], t); }};
}

std::vector<Study> run_t3(const Setting& setting) {
    return {measure_order(Study::Kind::space, "field", t3_problem, {50, 100, 200}, 2, setting),
            target_study("T(0.08 m, 32 s) = 36.60", t3_problem(100), {0.08, 0, 0}, 36.60, 1e-3, setting)};
}

Problem t4_problem(index_t n) {
    static const NafemsT4 exact;
    CaseSpec spec = plain_case({n, n / 3 * 5}, {NafemsT4::W, NafemsT4::H}, 1.0);
    spec.material = {1.0, true, NafemsT4::conductivity, NafemsT4::conductivity}; // rho c does not matter: steady
    spec.walls = {InsulatedWall{}, ConvectionWall{NafemsT4::h, 0.0}, DirichletWall{100.0},
                  ConvectionWall{NafemsT4::h, 0.0}};
    spec.time.end = 0.8; // from the exact field: what is left of the transient is exp(-14 * 0.8) = 1e-5 of the error
    return {spec, [](const Place& x, double) { return exact(x[0], x[1]); },
            [](const Place& x) { return exact(x[0], x[1]); }};
}

std::vector<Study> run_t4(const Setting& setting) {
    return {measure_order(Study::Kind::space, "field", t4_problem, {24, 48, 96}, 2, setting, 2),
            target_study("T(0.6, 0.2 m) = 18.25", t4_problem(96), {0.6, 0.2, 0}, 18.25, 1e-3, setting)};
}

} // namespace

Cases nafems() {
    return {
        {"nafems_t3", "transient bar with a sinusoidal end temperature",
         "L = 0.1 m, kappa = 35 W/(m K), rho = 7200 kg/m^3, c = 440.5 J/(kg K), T = 0 at t = 0, T(0) = 0, T(L) = 100 "
         "sin(pi t / 40); t = 32 s, dt ~ h^2",
         "T = (x/L) g + sum b_n sin(n pi x / L); T(0.08 m, 32 s) = 36.603 degC",
         "NAFEMS, The Standard NAFEMS Benchmarks, TNSB rev. 3 (1990), test T3",
         "order 2 within 0.1 over the field; the target 36.60 within 0.1 %", run_t3},
        {"nafems_t4", "steady plate with convection, singular in a corner",
         "0.6 x 1 m, kappa = 52 W/(m K), T = 100 below, insulated left, h = 750 W/(m^2 K) to 0 right and above; steady",
         "T = sum C_m cos(b_m x) Y_m(y), b tan(0.6 b) = h / kappa; T(0.6, 0.2) = 18.253757 degC",
         "NAFEMS, The Standard NAFEMS Benchmarks, TNSB rev. 3 (1990), test T4",
         "the target 18.25 within 0.1 %; the order of the field is shown, not judged: where 100 degC meets convection "
         "the "
         "solution is singular",
         run_t4}};
}

} // namespace isotherm::validate
