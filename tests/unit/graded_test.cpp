/// Materials that are functions of place: the same as numbers where they are constant, conservative, exact in one axis
/// with harmonic faces, and refused where they are no material.

#include <gtest/gtest.h>

#include "kernels/base/error.hpp"
#include "tests/parity/device_for_test.hpp"
#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

MaterialSpec graded(const std::string& kappa, const std::string& heat) {
    MaterialSpec material{1.0, true, 1.0, 1.0};
    material.kappa_of_place = {kappa};
    material.heat_of_place = {heat};
    return material;
}

/// Walls of every kind, a region of another material with a contact, sources of every kind.
CaseSpec rich_case() {
    CaseSpec spec = plain_case({13, 9, 7}, {1.3, 0.8, 0.6}, 1.0);
    spec.material = {2.0 / 3.0, true, 2.0, 3.0};
    RegionSpec slab;
    slab.name = "slab";
    slab.shape = BoxShape{{0.4, -1, -1}, {0.8, 2, 2}};
    slab.material = MaterialSpec{0.5 / 1.5, true, 0.5, 1.5};
    slab.source = Value{expression("1+x*t")};
    spec.regions = {slab};
    spec.interfaces = {{{"slab", "default"}, 0.3}};
    spec.initial = expression("sin(4*x)+y*z");
    spec.walls = {DirichletWall{expression("0.5+sin(30*t)*y")},
                  ConvectionWall{3.0, TimeTable{{{0, 0.0}, {1, 5.0}}}},
                  NeumannWall{NeumannWall::Given::flux, 0.7},
                  NeumannWall{NeumannWall::Given::power, -0.4},
                  InsulatedWall{},
                  ConvectionWall{expression("1+x"), 0.2}};
    spec.patches[5] = {
        {SphereShape{{0.6, 0.4, 0}, 0.3}, NeumannWall{NeumannWall::Given::flux, expression("x*cos(9*t)")}}};
    GaussianSource spot;
    spot.power = 2.0;
    spot.sigma.fill(0.1);
    spot.path = {{0, 0.3, 0.4, 0.3}};
    spec.sources = {spot, UniformSource{UniformSource::Given::power, TimeTable{{{0, 1.0}, {1, 9.0}}}, ""}};
    spec.time.end = 0.05;
    return spec;
}

std::vector<double> field_at_end(const CaseSpec& spec, const Device& device) {
    Assembly run(spec, device);
    run_to_end(run);
    const Diagnostics& d = run.diagnostics();
    double moved = std::abs(d.source_heat);
    for (const double heat : d.heat) moved += std::abs(heat);
    if (spec.compute.precision == Precision::fp64) {
        EXPECT_LT(std::abs(d.residual()), 1e-12 * moved);
    }
    return temperatures(run);
}
std::vector<double> field_at_end(const CaseSpec& spec, int threads = 2) {
    return field_at_end(spec, cpu_device(threads));
}

TEST(GradedMaterials, ExpressionsThatAreConstantGiveWhatNumbersGive) {
    for (const FaceMean mean : {FaceMean::harmonic, FaceMean::arithmetic}) {
        CaseSpec numbers = rich_case();
        numbers.compute.face_mean = mean;
        CaseSpec laws = numbers;
        laws.material = graded("2+0*x", "3+0*y");
        laws.regions[0].material = graded("0.5+0*z", "1.5");
        EXPECT_LT(largest_difference(field_at_end(numbers), field_at_end(laws)), 1e-12);
    }
}

TEST(GradedMaterials, OneAxisIsExactInTheSteadyState) {
    CaseSpec spec = plain_case({10}, {1.0}, 1.0);
    spec.material = graded("exp(-x)", "1");
    spec.walls[0] = DirichletWall{0.0};
    spec.walls[1] = DirichletWall{1.0};
    spec.time.end = 8.0;
    const auto T = field_at_end(spec);
    double resistance = 0, to_cell = 0; // of half cells in series
    for (int i = 0; i < 10; ++i) resistance += 0.1 / std::exp(-0.1 * (i + 0.5));
    for (int i = 0; i < 10; ++i) {
        const double half = 0.05 / std::exp(-0.1 * (i + 0.5));
        EXPECT_NEAR(T[static_cast<std::size_t>(i)], (to_cell + half) / resistance, 1e-12);
        to_cell += 2 * half;
    }
}

TEST(GradedMaterials, KeepTheirHeatAndTheMaximumPrinciple) {
    Dice dice;
    for (const FaceMean mean : {FaceMean::harmonic, FaceMean::arithmetic}) {
        CaseSpec spec = plain_case({11, 8, 9}, {1.1, 0.7, 0.9}, 1.0);
        spec.material = graded("0.1+10*(sin(40*x*y)^2)+z", "0.5+x");
        spec.compute.face_mean = mean;
        spec.time.safety = 1.0;
        spec.walls[4] = spec.walls[5] = PeriodicWall{};
        Assembly run(spec, cpu_device(2));
        std::vector<double> T = dice.field(run.grid(), 0, 1);
        for (double& v : T) v = v > 0.5 ? 1 : 0;
        set_all(run, T);
        run_steps(run, 200, run.schedule().dt_max());
        EXPECT_NEAR(run.diagnostics().stored_heat, 0, 1e-13);
        EXPECT_GE(run.diagnostics().T_min, -1e-15);
        EXPECT_LE(run.diagnostics().T_max, 1 + 1e-15);
    }
}

TEST(GradedMaterials, AreTheSameForEveryKernelAndNumberOfThreads) {
    CaseSpec spec = rich_case();
    spec.material = graded("1+x*y/4", "1+x/10");
    const auto expected = field_at_end(spec, 1);
    EXPECT_EQ(field_at_end(spec, 3), expected);
    spec.compute.kernel = "reference";
    EXPECT_EQ(field_at_end(spec), expected);
}

TEST(GradedMaterials, OnAGpuHaveTheBitsOfTheCpu) {
    std::string why;
    const Device gpu = parity::device_for_test(Backend::cuda, why);
    if (!why.empty()) parity::skip_or_fail(why);
    if (!why.empty()) return;
    for (int n = 0; n < 16; ++n) {
        SCOPED_TRACE(n);
        CaseSpec spec = rich_case(); // of numbers; without `contact` the GPU makes faces on the way
        const bool contact = n / 4 % 2 != 0;
        if (n >= 8) spec.grid.cells = {140, 10, 9}, spec.grid.spacing = {1.3 / 140, 0.08, 0.07};
        if (n % 4 > 0) spec.material = graded("1+x*y/4", "1+x/10");
        if (n % 4 == 2) spec.compute.face_mean = FaceMean::arithmetic;
        if (n % 4 == 3) spec.regions[0].material->per_axis = {0.5, 0.2, 0.3};
        if (!contact) spec.interfaces.clear();
        spec.walls[0] = DirichletWall{expression("0.5+y")}; // what depends on place and time is of one backend
        spec.patches[5].clear();
        spec.regions[0].source = Value{expression("1+x")};
        spec.time.end = 0.002;
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            spec.compute.precision = precision;
            EXPECT_EQ(field_at_end(spec, gpu), field_at_end(spec));
        }
    }
}

TEST(GradedMaterials, FieldsAndFluxesAreThoseOfTheCells) {
    CaseSpec spec = plain_case({6, 4}, {0.6, 0.4}, 1.0);
    spec.material = graded("1+x", "2+y");
    spec.initial = expression("3*x");
    spec.walls[0] = DirichletWall{0.0};
    spec.walls[1] = DirichletWall{1.8};
    const Assembly run(spec, cpu_device(1));
    const CellBox all = all_cells(run.grid());
    std::vector<double> kappa(24), heat(24), flux(72);
    run.read_field("conductivity", all, kappa.data());
    run.read_field("heat_capacity", all, heat.data());
    run.read_field("heat_flux", all, flux.data());
    EXPECT_DOUBLE_EQ(kappa[8], 1.25);
    EXPECT_DOUBLE_EQ(heat[8], 2.15);
    const auto between = [](double a, double b) { return 2 * a * b / (a + b); };
    EXPECT_NEAR(flux[3 * 8], -3 * 0.5 * (between(1.15, 1.25) + between(1.25, 1.35)), 1e-12);
    EXPECT_NEAR(run.plane_power(0, 0.3), -3 * between(1.25, 1.35) * 0.4, 1e-12);
    EXPECT_NEAR(run.diagnostics().power[0], -1.05 * 3 * 0.4, 1e-12);
}

std::string complaint(const CaseSpec& spec) {
    try {
        const Assembly run(spec, cpu_device(2));
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

TEST(GradedMaterials, AValueThatIsNoMaterialIsRefusedByItsKey) {
    CaseSpec spec = plain_case({6, 4}, {0.6, 0.4}, 1.0);
    spec.material = graded("x-0.3", "1");
    EXPECT_NE(complaint(spec).find("material.conductivity: 'x-0.3' is -0.25 at x = 0.05"), std::string::npos);
    spec.material = graded("1", "1/(x-x)");
    EXPECT_NE(complaint(spec).find("material: density times specific_heat"), std::string::npos);
    spec.material = graded("1", "1");
    spec.regions.push_back({"r", BoxShape{{0, 0, 0}, {0.3, 0.4, 0}}, {}, graded("-x", "1"), {}});
    EXPECT_NE(complaint(spec).find("regions[0].material.conductivity"), std::string::npos);
    spec.regions[0].material = graded("x", "1");
    spec.material = graded("x-0.2", "1"); // where the region lies it does not count
    EXPECT_EQ(complaint(spec), "");
}

} // namespace
} // namespace isotherm::test
