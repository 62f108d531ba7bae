/// What holds for any field: the balance of heat, and the maximum principle.

#include <algorithm>
#include <numeric>
#include <random>

#include "app/validate/cases/cases.hpp"
#include "solver/time/stepper.hpp"

namespace isotherm::validate {
namespace {

std::vector<double> random_field(const Grid& grid, double lo, double hi) {
    std::mt19937_64 engine(20);
    std::uniform_real_distribution<double> value(lo, hi);
    return at_centres(grid, [&](const Place&) { return value(engine); });
}

// --- energy identity ---

/// A block with a wall of every kind, its values constant or in motion.
CaseSpec block(bool moving, int order, std::string_view integrator) {
    constexpr double alpha = 0.3, kappa = 1.7;
    CaseSpec spec = plain_case({19, 17, 14}, {1, 0.7, 0.5}, alpha);
    spec.material = {alpha, true, kappa, kappa / alpha};
    spec.order = order;
    spec.time.integrator = integrator;
    const auto value = [&](double constant, const char* text) {
        return moving ? Value{ExpressionText{text}} : Value{constant};
    };
    spec.walls = {DirichletWall{value(0.7, "0.3+sin(40*t)")},
                  ConvectionWall{2.5, value(-0.4, "sin(30*t)+y*z")},
                  NeumannWall{NeumannWall::Given::flux, value(0.4, "cos(50*t)*(1+x)")},
                  NeumannWall{NeumannWall::Given::power, value(-0.3, "sin(20*t)")},
                  NeumannWall{NeumannWall::Given::gradient, value(0.6, "x-y")},
                  InsulatedWall{}};
    return spec;
}

/// |change of the stored heat - heat through the walls| over the heat of one kelvin times the steps.
Study balance_study(bool moving, int order, std::string_view integrator, const Setting& setting) {
    CaseSpec spec = block(moving, order, integrator);
    spec.compute.precision = setting.precision;
    Assembly run(spec, setting.for_cells(spec.grid));
    const std::vector<double> start = random_field(run.grid(), -1, 1);
    set_all(run, start);
    constexpr index_t steps = 200;
    run_steps(run, steps, run.schedule().dt_max());
    const std::vector<double> end = temperatures(run);
    double stored = 0;
    for (std::size_t c = 0; c < end.size(); ++c) stored += end[c] - start[c];
    stored *= spec.material.volumetric_heat * run.grid().cell_volume();
    const auto& heat = run.diagnostics().heat;
    const double through = std::accumulate(heat.begin(), heat.end(), 0.0);
    const double one_kelvin = spec.material.volumetric_heat * 1 * 0.7 * 0.5;
    return measure_bound(std::string(integrator) + ", order " + std::to_string(order) + (moving ? ", walls move" : ""),
                         single_error(run, std::abs(stored - through), one_kelvin), 3e-16 * steps, 1e-5);
}

std::vector<Study> run_balance(const Setting& setting) {
    std::vector<Study> studies;
    for (const Scheme& scheme : schemes())
        for (const int order : {2, 4, 6})
            for (const bool moving : {false, true})
                studies.push_back(balance_study(moving, order, scheme.name, setting));
    return studies;
}

// --- maximum principle ---

Study hull_study(const std::string& name, const std::vector<index_t>& n, const std::array<WallSpec, 6>& walls,
                 const Setting& setting) {
    CaseSpec spec = plain_case(n, std::vector<double>(n.size(), 1.0), 1.0);
    for (std::size_t d = 0; d < n.size(); ++d) spec.grid.spacing[d] = 0.1 * (1 + 0.4 * static_cast<double>(d));
    spec.walls = walls;
    spec.time.safety = 1; // the limit itself
    spec.time.end = 1e6;
    spec.compute.precision = setting.precision;
    Assembly run(spec, setting.for_cells(spec.grid));
    std::vector<double> T = random_field(run.grid(), 0, 1);
    for (double& v : T) v = std::round(v); // 0 or 1: as rough as can be
    set_all(run, T);
    double beyond = 0;
    for (int step = 0; step < 50; ++step) {
        run_steps(run, 1, run.schedule().dt_max());
        const Diagnostics& d = run.diagnostics();
        beyond = std::max({beyond, -d.T_min, d.T_max - 1});
    }
    return measure_bound(name, single_error(run, beyond, 1), 1e-14, 1e-6);
}

std::vector<Study> run_hull(const Setting& setting) {
    std::array<WallSpec, 6> cold, mixed{DirichletWall{1.0},       ConvectionWall{1e5, 0.0},
                                        InsulatedWall{},          DirichletWall{ExpressionText{"0.5+0.5*sin(100*t)"}},
                                        ConvectionWall{0.5, 1.0}, DirichletWall{0.0}};
    cold.fill(DirichletWall{0.0});
    std::vector<Study> studies;
    for (const std::vector<index_t>& n : {std::vector<index_t>{9}, {1, 1}, {7, 6}, {5, 4, 3}, {33, 17, 9}}) {
        const std::string grid = std::to_string(n.size()) + "-D, " + std::to_string(n[0]) + " cells";
        studies.push_back(hull_study(grid + ", cold walls", n, cold, setting));
        studies.push_back(hull_study(grid + ", every kind of wall", n, mixed, setting));
    }
    return studies;
}

} // namespace

Cases conservation() {
    return {
        {"energy", "the balance of heat for every integrator, order and wall",
         "a block of 19 x 17 x 14 cells with a wall of every kind, at rest and moving, 200 steps from a random field",
         "sum rho c T V (end) - sum rho c T V (start) = sum over steps of dt sum over faces of q A",
         "the conservation identity of a finite-volume scheme in flux form",
         "3e-16 per step of the heat that one kelvin holds: round-off; in fp32 the rounding of the field remains",
         run_balance},
        {"maximum_principle", "no temperature leaves the range of its data",
         "euler, order 2, the automatic step with safety 1, 50 steps from a random field of 0 and 1 in one to three "
         "axes",
         "min(data) <= T <= max(data)", "discrete maximum principle: all weights of the update are positive",
         "1e-14: the limit itself is used, so that any wrong weight shows", run_hull}};
}

} // namespace isotherm::validate
