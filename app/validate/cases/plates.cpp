/// Plates 0 <= x <= 1 that a unit step at x = 0 meets at t = 0, with every pair of walls.

#include "app/validate/exact/plates.hpp"
#include "app/validate/cases/cases.hpp"

namespace isotherm::validate {
namespace {

using PlateField = double (*)(double x, double t);

struct Plate {
    const char *name, *shows, *problem, *formula;
    WallSpec lo, hi;
    PlateField exact;
};

constexpr double B = 1.7; // h L / kappa

/// The plate along one axis of a rod or a block, its x = 0 on the high side when mirrored.
Problem plate_problem(const Plate& plate, index_t n, std::size_t dim, std::size_t axis, bool mirrored) {
    std::vector<index_t> cells{5, 3, 4};
    cells.resize(dim);
    cells[axis] = n;
    std::vector<double> size{8, 7, 9}; // wide: the other axes do not limit the step
    size.resize(dim);
    size[axis] = 1;
    CaseSpec spec = plain_case(cells, size, 1.0);
    spec.walls[2 * axis] = mirrored ? plate.hi : plate.lo;
    spec.walls[2 * axis + 1] = mirrored ? plate.lo : plate.hi;
    spec.time.end = 0.1;
    spec.time.step = 1 / (3.2 * static_cast<double>(n * n)); // dt ~ h^2, below the positivity limit h^2 / 3
    return {spec,
            [=, exact = plate.exact](const Place& x, double t) { return exact(mirrored ? 1 - x[axis] : x[axis], t); }};
}

std::vector<Study> run(const Plate& plate, const Setting& setting) {
    const auto study = [&](const std::string& name, std::vector<index_t> n, std::size_t dim, std::size_t axis,
                           bool mirrored) {
        return measure_order(
            Study::Kind::space, name, [&](index_t cells) { return plate_problem(plate, cells, dim, axis, mirrored); },
            std::move(n), 2, setting);
    };
    std::vector<Study> studies{study("rod", {20, 40, 80}, 1, 0, false),
                               study("block along y, mirrored", {20, 40, 80}, 3, 1, true),
                               study("block along z", {20, 40, 80}, 3, 2, false)};
    if (!setting.thorough) return studies;
    studies.push_back(study("block along x, mirrored", {20, 40, 80}, 3, 0, true));
    studies.push_back(study("block along y", {20, 40, 80}, 3, 1, false));
    studies.push_back(study("block along z, mirrored", {20, 40, 80}, 3, 2, true));
    return studies;
}

const WallSpec unit_temperature = DirichletWall{1.0}, unit_flux = NeumannWall{NeumannWall::Given::flux, 1.0};

std::vector<Plate> all_plates() {
    return {
        {"x11", "fixed temperatures on both faces", "T(0) = 1, T(1) = 0",
         "T = 1 - x - (2/pi) sum sin(m pi x) exp(-m^2 pi^2 t) / m", unit_temperature, DirichletWall{0.0}, x11},
        {"x12", "fixed temperature against insulation", "T(0) = 1, dT/dx(1) = 0",
         "T = 1 - 2 sum sin(b x) exp(-b^2 t) / b, b = (m - 1/2) pi", unit_temperature, InsulatedWall{}, x12},
        {"x21", "flux against fixed temperature", "-dT/dx(0) = 1, T(1) = 0",
         "T = 1 - x - 2 sum cos(b x) exp(-b^2 t) / b^2, b = (m - 1/2) pi", unit_flux, DirichletWall{0.0}, x21},
        {"x22", "flux against insulation", "-dT/dx(0) = 1, dT/dx(1) = 0",
         "T = t + 1/3 - x + x^2/2 - (2/pi^2) sum cos(m pi x) exp(-m^2 pi^2 t) / m^2", unit_flux, InsulatedWall{}, x22},
        {"x23", "flux against convection", "-dT/dx(0) = 1, -dT/dx(1) = B T(1), B = 1.7",
         "T = 1 + 1/B - x - 2 sum (b^2 + B^2)/(b^2 + B^2 + B) cos(b x) exp(-b^2 t) / b^2, b tan(b) = B", unit_flux,
         ConvectionWall{B, 0.0}, [](double x, double t) { return x23(x, t, B); }},
        {"x13", "fixed temperature against convection", "T(0) = 1, -dT/dx(1) = B T(1), B = 1.7",
         "T = 1 - B x/(1 + B) - 2 sum (b^2 + B^2)/(b^2 + B^2 + B) sin(b x) exp(-b^2 t) / b, b cot(b) = -B",
         unit_temperature, ConvectionWall{B, 0.0}, [](double x, double t) { return x13(x, t, B); }},
        {"ttll01", "thermal shock on both faces of a wall", "T(0) = T(1) = 1",
         "T = 1 - sum 4/((2n + 1) pi) sin((2n + 1) pi x) exp(-((2n + 1) pi)^2 t), here as x11(x) + x11(1 - x)",
         unit_temperature, unit_temperature, x11_both},
    };
}

} // namespace

Cases plates() {
    Cases cases;
    for (const Plate& plate : all_plates()) {
        const bool shock = std::string_view(plate.name) == "ttll01";
        cases.push_back(
            {plate.name, plate.shows,
             std::string("dT/dt = d2T/dx2 on 0 <= x <= 1, T = 0 at t = 0, ") + plate.problem +
                 "; t = 0.1 s; as a rod, and along each axis of a block with other axes of 5, 3, 4 cells; dt = h^2 / "
                 "3.2",
             plate.formula,
             shock ? "code_aster V4.25.001, TTLL01"
                   : "Cole, Beck, Haji-Sheikh, Litkouhi, Heat Conduction Using Green's Functions (2011); EXACT toolbox",
             "order 2 within 0.1 in L1, L2 and Linf: the wall closure is of second order, and at t = 0.1 the jump of "
             "the "
             "start has been smoothed",
             [plate](const Setting& setting) { return run(plate, setting); }});
    }
    return cases;
}

} // namespace isotherm::validate
