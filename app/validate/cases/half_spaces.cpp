/// Half spaces whose surface changes at t = 0, cut where nothing has arrived yet.

#include "app/validate/cases/cases.hpp"
#include "app/validate/exact/plates.hpp"

namespace isotherm::validate {
namespace {

Problem half_space_problem(const WallSpec& wall, double (*exact)(double, double), index_t n) {
    CaseSpec spec = plain_case({n}, {4.0}, 1.0);
    spec.walls[0] = wall;
    spec.time.end = 0.2;
    spec.time.step = 16 / (3.2 * static_cast<double>(n * n)); // h^2 / 3.2
    return {spec, [exact](const Place& x, double t) { return exact(x[0], t); }};
}

VerificationCase half_space(const char* name, const char* shows, const char* wall_text, const char* formula,
                            const WallSpec& wall, double (*exact)(double, double)) {
    return {name,
            shows,
            std::string("dT/dt = d2T/dx2 on x >= 0, T = 0 at t = 0, ") + wall_text +
                "; cut at x = 4 m with an insulated wall, t = 0.2 s; dt = h^2 / 3.2",
            formula,
            "Carslaw and Jaeger, Conduction of Heat in Solids (1959), sections 2.4, 2.9 and 2.7",
            "order 2 within 0.1; the cut at 9 sqrt(alpha t) lets exp(-20) = 2e-9 through, far below the errors",
            [=](const Setting& setting) {
                return std::vector<Study>{measure_order(
                    Study::Kind::space, "rod", [&](index_t n) { return half_space_problem(wall, exact, n); },
                    {60, 120, 240}, 2, setting)};
            }};
}

} // namespace

Cases half_spaces() {
    return {half_space("half_space_step", "a surface held at a temperature", "T(0) = 1", "T = erfc(x / sqrt(4 t))",
                       DirichletWall{1.0}, half_space_step),
            half_space("half_space_flux", "a flux through the surface", "-dT/dx(0) = 1",
                       "T = 2 sqrt(t/pi) exp(-u^2) - x erfc(u), u = x / sqrt(4 t)",
                       NeumannWall{NeumannWall::Given::flux, 1.0}, half_space_flux),
            half_space("half_space_convection", "convection at the surface", "-dT/dx(0) = 2 (1 - T(0))",
                       "T = erfc(u) - exp(-u^2) erfcx(u + 2 sqrt(t)), u = x / sqrt(4 t)", ConvectionWall{2.0, 1.0},
                       [](double x, double t) { return half_space_convection(x, t, 2.0); })};
}

} // namespace isotherm::validate
