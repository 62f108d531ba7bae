/// The strongest check there is: modes of the discrete problem itself, known in closed form for every mixture of walls,
/// so that only round-off may remain.

#include "app/validate/exact/discrete_modes.hpp"
#include "app/validate/cases/cases.hpp"
#include "solver/time/stepper.hpp"

namespace isotherm::validate {
namespace {

constexpr index_t cells[3] = {12, 10, 8};
constexpr double size[3] = {1, 0.7, 0.5}, alpha = 0.3;
constexpr index_t steps = 20;

using Mixture = std::vector<const WallPair*>; ///< one pair per axis

CaseSpec case_of(const Mixture& mixture, int order, std::string_view integrator, const Setting& setting) {
    CaseSpec spec = plain_case({cells, cells + mixture.size()}, {size, size + mixture.size()}, alpha);
    spec.order = order;
    spec.time.integrator = integrator;
    spec.compute.precision = setting.precision;
    for (std::size_t d = 0; d < mixture.size(); ++d)
        spec.walls[2 * d] = mixture[d]->lo, spec.walls[2 * d + 1] = mixture[d]->hi;
    return spec;
}

/// Runs the first mode of every axis; the error is relative to the mode's amplitude at the end.
Row mode_row(const Mixture& mixture, int order, std::string_view integrator, const Setting& setting) {
    const CaseSpec spec = case_of(mixture, order, integrator, setting);
    Assembly run(spec, setting.for_cells(spec.grid));
    const Grid& g = run.grid();
    double lambda = 0;
    for (std::size_t d = 0; d < mixture.size(); ++d)
        lambda += alpha / (g.h[d] * g.h[d]) * symbol(order, mixture[d]->angle(1, static_cast<double>(g.n[d])));
    const std::vector<double> mode = at_centres(g, [&](const Place& x) {
        double v = 1;
        for (std::size_t d = 0; d < mixture.size(); ++d)
            v *= mixture[d]->shape(1, std::round(x[d] / g.h[d] - 0.5), static_cast<double>(g.n[d]));
        return v;
    });
    set_all(run, mode);
    const double dt = 0.9 * run.schedule().dt_max();
    run_steps(run, steps, dt);
    const double factor = std::pow(amplification(integrator, lambda * dt), static_cast<double>(steps));
    std::vector<double> exact = mode;
    for (double& v : exact) v *= factor;
    return single_error(run, largest_difference(temperatures(run), exact), std::abs(factor));
}

/// The worst of all mixtures.
Study worst_of(const std::string& name, const std::vector<Mixture>& mixtures, int order, std::string_view integrator,
               const Setting& setting) {
    Row worst;
    for (const Mixture& mixture : mixtures) {
        Row row = mode_row(mixture, order, integrator, setting);
        if (worst.grid.empty() || !(row.error.Linf / row.scale <= worst.error.Linf / worst.scale)) worst = row;
    }
    return measure_bound(name, worst, 1e-12, 4e-5);
}

std::vector<Mixture> every_mixture() {
    std::vector<Mixture> all;
    for (const WallPair& x : wall_pairs()) {
        all.push_back({&x});
        for (const WallPair& y : wall_pairs()) {
            all.push_back({&x, &y});
            for (const WallPair& z : wall_pairs()) all.push_back({&x, &y, &z});
        }
    }
    return all;
}

std::vector<Study> run(const Setting& setting) {
    std::vector<Mixture> uniform;
    for (const WallPair& p : wall_pairs()) uniform.push_back({&p, &p, &p});
    const std::vector<Mixture> every = every_mixture();
    std::vector<Study> studies;
    for (const Scheme& scheme : schemes())
        for (const int order : {2, 4, 6}) {
            const bool all = order == 2 || setting.thorough;
            studies.push_back(worst_of(std::string(scheme.name) + ", order " + std::to_string(order) +
                                           (all ? ", 258 mixtures" : ", 6 pairs"),
                                       all ? every : uniform, order, scheme.name, setting));
        }
    return studies;
}

} // namespace

Cases discrete_modes() {
    return {
        {"discrete_modes", "every mixture of walls, order and integrator, without discretisation error",
         "dT/dt = alpha lap_h T on 12 x 10 x 8 cells (and 1-D, 2-D), 1 x 0.7 x 0.5 m, alpha = 0.3 m^2/s; six pairs of "
         "walls on each axis; 20 steps of 0.9 dt_max from the first mode",
         "T_n = R(lambda dt)^n X(i) Y(j) Z(k), lambda = alpha sum_d 2 (cos(theta_d) - 1) / h_d^2; R = 1 + z (euler), "
         "1 + z + z^2/2 (rk2), ... up to z^4/24 (rk4)",
         "LeVeque, Finite Difference Methods (2007), chapter 2; orders 4 and 6 by the symbols of their stencils",
         "1e-12 of the amplitude: only round-off, about 1e-16 a step over a factor that falls to 0.05", run}};
}

} // namespace isotherm::validate
