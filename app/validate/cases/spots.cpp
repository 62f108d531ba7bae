/// Spots that stand still: a Gaussian heater in the middle of a body, a laser on its surface. A quarter (an eighth) of
/// the body is computed, the spot in its corner, so that the part inside is what the symmetry asks for.

#include "app/validate/cases/cases.hpp"
#include "solver/observe/interpolate.hpp"

namespace isotherm::validate {
namespace {

constexpr double power = 100, kappa = 20, alpha = 5e-6; // W, W/(m K), m^2/s
using std::numbers::pi;

/// `n` cells over `size` along x and y, `nz` over `depth`.
CaseSpec body(index_t n, double size, index_t nz, double depth, double end, const Setting& setting) {
    CaseSpec spec = plain_case({n, n, nz}, {size, size, depth}, alpha);
    spec.material = {alpha, true, kappa, kappa / alpha};
    spec.time.end = end;
    spec.compute.precision = setting.precision;
    return spec;
}

/// The temperature in the corner at the end, beside the exact one.
Study corner(const std::string& name, const CaseSpec& spec, double exact, const Setting& setting) {
    Assembly run(spec, setting.for_cells(spec.grid));
    run_to_end(run);
    const double T = temperature_at(run, {0, 0, 0});
    return measure_bound(name, single_error(run, std::abs(T - exact), exact), 5e-3, 5e-3);
}

std::vector<Study> run_heater(const Setting& setting) {
    constexpr double s = 1e-3, t = 0.05;
    CaseSpec spec = body(64, 6e-3, 64, 6e-3, t, setting);
    spec.sources = {GaussianSource{power, {s, s, s}, {{0, 0, 0, 0}}, {}}};
    const double exact = power / (std::pow(2 * pi, 1.5) * kappa) * (1 / s - 1 / std::sqrt(s * s + 2 * alpha * t));
    return {corner("t = 50 ms", spec, exact, setting)};
}

std::vector<Study> run_laser(const Setting& setting) {
    constexpr double w = 5e-4;
    std::vector<Study> studies;
    for (const auto& [name, t, n, size, nz, depth] :
         {std::tuple{"t = 1 ms", 1e-3, index_t{48}, 1.2e-3, index_t{60}, 6e-4},
          {"t = 10 ms", 1e-2, index_t{80}, 2.2e-3, index_t{90}, 1.8e-3}}) {
        CaseSpec spec = body(n, size, nz, depth, t, setting);
        BeamSource beam;
        beam.side = 4;
        beam.power = power;
        beam.radius = w;
        beam.path = {{0, 0, 0, 0}};
        spec.sources = {beam};
        const double exact =
            std::sqrt(2.0) * power / (std::pow(pi, 1.5) * kappa * w) * std::atan(std::sqrt(8 * alpha * t) / w);
        studies.push_back(corner(name, spec, exact, setting));
    }
    return studies;
}

} // namespace

Cases spots() {
    return {
        {"gaussian_heater", "a Gaussian heater in an infinite body",
         "P = 100 W, s = 1 mm, kappa = 20 W/(m K), alpha = 5e-6 m^2/s, an eighth of 12 mm, 64^3 cells; the centre at "
         "t = 50 ms",
         "T = P / ((2 pi)^(3/2) kappa) (1/s - 1/sqrt(s^2 + 2 alpha t)): 58.2565",
         "Carslaw and Jaeger (1959), section 10.2, integrated over a Gaussian",
         "0.5 %: h = s / 11, and the walls of the box are 6 s away", run_heater},
        {"stationary_laser", "a laser that stands on a half space",
         "P = 100 W, w = 0.5 mm, kappa = 20 W/(m K), alpha = 5e-6 m^2/s, a quarter of the body, h = w / 20 and w / "
         "18 (w / 50 and w / 25 into the depth); the centre of the surface at t = 1 and 10 ms",
         "T = sqrt(2) P / (pi^(3/2) kappa w) arctan(sqrt(8 alpha t) / w): 966.389, 2290.42",
         "Carslaw and Jaeger (1959), section 10.5; Cline and Anthony, J. Appl. Phys. 48 (1977)",
         "0.5 %: the surface lies half a cell above the cells that absorb", run_laser}};
}

} // namespace isotherm::validate
