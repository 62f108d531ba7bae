/// The order in time of every integrator, on a fixed grid against the solution of the semi-discrete problem, so that
/// the error in space cancels.

#include "app/validate/cases/cases.hpp"
#include "app/validate/exact/discrete_modes.hpp"
#include "solver/time/stepper.hpp"

namespace isotherm::validate {
namespace {

constexpr double alpha = 1, end = 0.02;

Problem mode_problem(const Scheme& scheme, int order, index_t steps) {
    constexpr double pi = std::numbers::pi;
    constexpr index_t n = 10, ny = 8;
    CaseSpec spec = plain_case({n, ny}, {1.0, 0.9}, alpha);
    spec.walls[0] = spec.walls[1] = DirichletWall{0.0};
    spec.walls[2] = spec.walls[3] = PeriodicWall{};
    spec.order = order;
    spec.time = {end, std::string(scheme.name), end / static_cast<double>(steps), 1.0};
    const Grid grid(spec.grid);
    const double lambda = alpha * (symbol(order, 2 * pi / n) / (grid.h[0] * grid.h[0]) +
                                   symbol(order, 2 * pi / ny) / (grid.h[1] * grid.h[1]));
    const ExactField exact = [lambda](const Place& x, double t) {
        return std::sin(2 * pi * x[0]) * std::cos(2 * pi * x[1] / 0.9 + 0.4) * std::exp(lambda * t);
    };
    return {spec, exact, [exact](const Place& x) { return exact(x, 0); }};
}

std::vector<Study> run(const Setting& setting) {
    std::vector<Study> studies;
    for (const Scheme& scheme : schemes())
        for (const int order : {2, 4, 6})
            studies.push_back(measure_order(
                Study::Kind::time, std::string(scheme.name) + ", order " + std::to_string(order),
                [&](index_t steps) { return mode_problem(scheme, order, steps); }, {20, 40, 80}, scheme.order,
                setting));
    return studies;
}

} // namespace

Cases time_orders() {
    return {{"time_orders", "the order in time of every integrator",
             "dT/dt = alpha lap_h T on 10 x 8 cells, 1 x 0.9 m, alpha = 1 m^2/s, T = 0 on both x walls, periodic in y; "
             "end at 0.02 s in 20, 40 and 80 steps",
             "T = sin(2 pi x) cos(2 pi y / 0.9 + 0.4) exp(lambda t), lambda the eigenvalue of the stencil: the exact "
             "solution of the semi-discrete problem",
             "LeVeque, Finite Difference Methods (2007), section 9.3",
             "the declared order within 0.1: the next term of the expansion is a twentieth or less at these steps",
             run}};
}

} // namespace isotherm::validate
