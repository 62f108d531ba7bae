/// Walls whose values vary over the face and in time, every kind on every side.

#include "app/validate/cases/cases.hpp"
#include "app/validate/exact/fitting_walls.hpp"

namespace isotherm::validate {
namespace {

using Kinds = std::array<std::string, 6>;

Study study(const std::string& name, const Kinds& kinds, std::size_t dim, std::vector<index_t> n,
            const Setting& setting) {
    const FittingWalls field{dim};
    return measure_order(
        Study::Kind::space, name,
        [&](index_t cells) {
            Problem p{field.spec(kinds, cells), [=](const Place& x, double t) { return field.exact(x, t); },
                      [=](const Place& x) { return field.exact(x, 0); }};
            p.spec.time.step = 0.1 / (0.625 * static_cast<double>(cells * cells)); // dt = 0.16 h_x^2, alpha = 0.7
            return p;
        },
        std::move(n), 2, setting);
}

std::vector<Study> run(const Setting& setting) {
    std::vector<Study> studies;
    const Kinds mixture{"dirichlet", "convection", "flux", "dirichlet", "convection", "gradient"};
    for (const std::string& lo : fitting_kinds)
        for (const std::string& hi : fitting_kinds)
            if (setting.thorough || lo != hi)
                studies.push_back(study("rod, " + lo + " | " + hi, {lo, hi}, 1, {16, 32, 64}, setting));
    for (const std::string& kind : fitting_kinds) {
        const Kinds all{kind, kind, kind, kind, kind, kind};
        studies.push_back(study("plate, " + kind, all, 2, {16, 32, 64}, setting));
        if (setting.thorough) studies.push_back(study("block, " + kind, all, 3, {12, 24, 48}, setting));
    }
    studies.push_back(study("block, mixture", mixture, 3, {12, 24, 48}, setting));
    return studies;
}

} // namespace

Cases moving_walls() {
    return {{"moving_walls", "every kind of wall with values that vary in place and time",
             "rho c dT/dt = kappa lap T, alpha = 0.7 m^2/s, kappa = 1.9 W/(m K), 1 x 1.2 x 0.8 m, cells 4 : 3 : 2; "
             "each wall "
             "is given the temperature, flux, gradient or ambient (h = 2.3) of the exact field; t = 0.1 s, dt ~ h^2",
             "T = 1 + prod_d sin(k_d x_d + p_d) exp(-alpha sum k_d^2 t), k = (2.1, 1.3, 1.7), p = (0.4, 0.9, -0.3)",
             "separation of variables; the walls' values follow by differentiation",
             "order 2 within 0.1: the walls' closure is of second order in h, and values taken at the beginning of a "
             "step are of "
             "first order in dt ~ h^2",
             run}};
}

} // namespace isotherm::validate
