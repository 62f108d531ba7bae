/// Modes that decay without changing their shape, in the unit square and cube.

#include "app/validate/cases/cases.hpp"

namespace isotherm::validate {
namespace {

constexpr double end = 0.05;

/// Integrator and steps per n^2 that keep the error in time below that in space, as `auto` pairs them.
Problem mode_problem(std::size_t dim, int order, index_t n) {
    std::vector<index_t> cells{n, n / 4 * 3, n / 2};
    cells.resize(dim);
    CaseSpec spec = plain_case(cells, std::vector<double>(dim, 1.0), 1.0);
    for (std::size_t side = 0; side < 2 * dim; ++side) spec.walls[side] = DirichletWall{0.0};
    spec.order = order;
    spec.time.end = end;
    spec.time.step = end / (0.375 * static_cast<double>(n * n));
    const SineMode mode;
    spec.initial = Profile{mode};
    const Domain domain = domain_of(Grid(spec.grid), 1.0);
    return {spec, [mode, domain](const Place& x, double t) { return evaluate(mode, x, t, domain); }};
}

std::vector<Study> run(std::size_t dim, const Setting& setting) {
    std::vector<Study> studies;
    for (const int order : {2, 4, 6})
        studies.push_back(measure_order(
            Study::Kind::space, "order " + std::to_string(order),
            [=](index_t n) { return mode_problem(dim, order, n); },
            dim == 3 ? std::vector<index_t>{12, 24, 48} : std::vector<index_t>{16, 32, 64}, order, setting));
    return studies;
}

VerificationCase mode_case(std::size_t dim) {
    const bool cube = dim == 3;
    return {cube ? "mode_cube" : "mode_square",
            std::string("decay of the first mode in the unit ") + (cube ? "cube" : "square") + ", orders 2, 4 and 6",
            std::string("dT/dt = lap T, T = 0 on all walls, from the mode; t = 0.05 s; nx : ny") +
                (cube ? " : nz = 4 : 3 : 2" : " = 4 : 3") + ", dt ~ h^2; euler, rk2 and rk3",
            cube ? "T = sin(pi x) sin(pi y) sin(pi z) exp(-3 pi^2 t); 0.2275373996 in the centre"
                 : "T = sin(pi x) sin(pi y) exp(-2 pi^2 t); 0.3727078389 in the centre",
            "Carslaw and Jaeger, Conduction of Heat in Solids (1959), section 5.6",
            "the declared order within 0.1: smooth, and beside T = 0 every order is kept",
            [dim](const Setting& setting) { return run(dim, setting); }};
}

} // namespace

Cases separable_modes() { return {mode_case(2), mode_case(3)}; }

} // namespace isotherm::validate
