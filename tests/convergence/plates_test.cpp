/// Space order 2 beside every kind of wall, measured on the transient plates and half spaces, and the exact solutions
/// themselves against published figures.

#include <gtest/gtest.h>

#include "tests/convergence/order.hpp"
#include "tests/convergence/plates.hpp"

namespace isotherm::test {
namespace {

const WallSpec unit_temperature = DirichletWall{1.0}, unit_flux = NeumannWall{NeumannWall::Given::flux, 1.0};
constexpr double B = 1.7;

struct Plate {
    const char* name;
    WallSpec lo, hi;
    double (*exact)(double x, double t);
};

const Plate plates[] = {
    {"X11", unit_temperature, DirichletWall{0.0}, x11},
    {"X12", unit_temperature, InsulatedWall{}, x12},
    {"X21", unit_flux, DirichletWall{0.0}, x21},
    {"X22", unit_flux, InsulatedWall{}, x22},
    {"X23", unit_flux, ConvectionWall{B, 0.0}, [](double x, double t) { return x23(x, t, B); }},
    {"X13", unit_temperature, ConvectionWall{B, 0.0}, [](double x, double t) { return x13(x, t, B); }},
};

/// The plate along `axis` of a rod, a plate or a block, its x = 0 on the high side when `mirrored`.
Errors plate_error(const Plate& plate, index_t n, std::size_t dim, std::size_t axis, bool mirrored) {
    std::vector<index_t> cells(dim, 3);
    std::vector<double> size(dim, 1.0);
    cells[axis] = n;
    CaseSpec spec = plain_case(cells, size, 1.0);
    for (std::size_t d = 0; d < dim; ++d)
        if (d != axis) spec.grid.spacing[d] = 1.3 + 0.4 * static_cast<double>(d); // wide: they do not limit the step
    spec.walls[2 * axis] = mirrored ? plate.hi : plate.lo;
    spec.walls[2 * axis + 1] = mirrored ? plate.lo : plate.hi;
    spec.time.end = 0.1;
    Assembly run(spec, cpu_device(1));
    run_to_end(run);
    return errors_of(run, [&](const auto& x, double t) { return plate.exact(mirrored ? 1 - x[axis] : x[axis], t); });
}

TEST(Plates, EveryPairOfWallsIsOfSecondOrder) {
    for (const Plate& plate : plates)
        expect_order([&](index_t n) { return plate_error(plate, n, 1, 0, false); }, 80, 1.8, 2.2, plate.name);
}

TEST(Plates, TheOrderIsTheSameAlongEveryAxisAndFromBothSides) {
    for (const Plate& plate : plates)
        for (const std::size_t axis : {0, 1, 2})
            for (const bool mirrored : {false, true})
                expect_order([&](index_t n) { return plate_error(plate, n, 3, axis, mirrored); }, 36, 1.8, 2.2,
                             std::string(plate.name) + " along axis " + std::to_string(axis) +
                                 (mirrored ? ", mirrored" : ""));
}

TEST(Plates, TheExactSolutionsHaveTheirPublishedValues) {
    EXPECT_NEAR(x11(0.25, 0.05), .42919527, 1e-8);
    EXPECT_NEAR(x11(0.75, 0.5), .24676252, 1e-8);
    EXPECT_NEAR(x12(1.0, 0.1), .05069464, 1e-8);
    EXPECT_NEAR(x12(0.5, 0.5), .73781172, 1e-8);
    EXPECT_NEAR(x21(0.0, 0.1), .3568234, 1e-7);
    EXPECT_NEAR(x21(0.75, 0.5), .15966948, 1e-8);
    EXPECT_NEAR(x22(0.5, 0.1), .05931089, 1e-8);
    EXPECT_NEAR(x22(1.0, 0.5), .33479071, 1e-8);
    EXPECT_NEAR(x23(0.25, 0.1, 1), .16117863, 1e-8);
    EXPECT_NEAR(x23(1.0, 0.5, 1), .22747362, 1e-8);
    EXPECT_NEAR(x13(0.5, 0.1, 1), .26418201, 1e-8);
    EXPECT_NEAR(x13(1.0, 0.5, 1), .40553424, 1e-8);
    EXPECT_NEAR(half_space_convection(0, 1, 1), 0.572416423844193, 1e-14);
    EXPECT_NEAR(erfcx(5.0 - 1e-12), erfcx(5.0), 1e-12);
}

/// A half space, cut where nothing has arrived yet (L >= 8 sqrt(alpha t)).
Errors half_space_error(const WallSpec& wall, double (*exact)(double, double), index_t n) {
    CaseSpec spec = plain_case({n}, {4.0}, 1.0);
    spec.walls[0] = wall;
    spec.time.end = 0.2;
    Assembly run(spec, cpu_device(1));
    run_to_end(run);
    return errors_of(run, [&](const auto& x, double t) { return exact(x[0], t); });
}

TEST(HalfSpace, StepFluxAndConvectionAreOfSecondOrder) {
    expect_order([&](index_t n) { return half_space_error(unit_temperature, half_space_step, n); }, 160, 1.8, 2.2,
                 "step");
    expect_order([&](index_t n) { return half_space_error(unit_flux, half_space_flux, n); }, 160, 1.8, 2.2, "flux");
    expect_order(
        [&](index_t n) {
            return half_space_error(
                ConvectionWall{2.0, 1.0}, [](double x, double t) { return half_space_convection(x, t, 2.0); }, n);
        },
        160, 1.8, 2.2, "convection");
}

} // namespace
} // namespace isotherm::test
