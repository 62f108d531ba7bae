/// Materials, contacts and sources against closed solutions: layers and contacts in series exactly, the conduction set
/// of MOOSE (SAND2020-3887 R, I.1, I.4, I.5) at order 2, a ball in a block by its heat alone.

#include <gtest/gtest.h>

#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

MaterialSpec material(double kappa, double heat = 1.0) { return {kappa / heat, true, kappa, heat}; }

RegionSpec layer(const std::string& name, double lo, double hi, double kappa, double heat = 1.0) {
    RegionSpec region;
    region.name = name;
    region.shape = BoxShape{{lo, -10, -10}, {hi, 10, 10}};
    region.material = material(kappa, heat);
    return region;
}

/// A rod of 1 m between two temperatures, run until nothing changes.
CaseSpec rod(index_t n, double kappa) {
    CaseSpec spec = plain_case({n}, {1.0}, 1.0);
    spec.material = material(kappa);
    spec.walls[0] = DirichletWall{1.0};
    spec.walls[1] = DirichletWall{0.0};
    spec.time.end = 6.0 / std::min(1.0, kappa);
    return spec;
}

double worst(const CaseSpec& spec, double (*exact)(double)) {
    Assembly run(spec, cpu_device(1));
    run_to_end(run);
    double e = 0;
    const auto T = temperatures(run);
    for (index_t i = 0; i < spec.grid.cells[0]; ++i)
        e = std::max(e, std::abs(T[static_cast<std::size_t>(i)] - exact(run.grid().centre(0, i))));
    return e;
}

double two_layers(double x) {
    const double q = 1 / (0.4 / 1 + 0.6 / 5); // 1.923076923
    return x < 0.4 ? 1 - q * x : q * (1 - x) / 5;
}

double contact_in_the_middle(double x) {
    const double q = 1 / (0.5 / 2 + 0.25 + 0.5 / 4);
    return x < 0.5 ? 1 - q * x / 2 : q * (1 - x) / 4;
}

TEST(Materials, LayersInSeriesAreExactAtCellCentres) {
    CaseSpec spec = rod(10, 1.0);
    spec.regions.push_back(layer("b", 0.4, 1.0, 5.0));
    EXPECT_LT(worst(spec, two_layers), 1e-12);
}

TEST(Materials, ArithmeticMeansAreNotExactAcrossLayers) {
    CaseSpec spec = rod(10, 1.0);
    spec.regions.push_back(layer("b", 0.4, 1.0, 5.0));
    spec.compute.face_mean = FaceMean::arithmetic;
    EXPECT_GT(worst(spec, two_layers), 1e-3);
}

TEST(Materials, AContactResistanceOnAFaceIsExact) {
    CaseSpec spec = rod(10, 2.0);
    spec.regions.push_back(layer("b", 0.5, 1.0, 4.0));
    spec.interfaces.push_back({{"default", "b"}, 0.25});
    EXPECT_LT(worst(spec, contact_in_the_middle), 1e-12);
}

TEST(Materials, AContactBetweenTwoPartsOfOneMaterialHolds) {
    CaseSpec spec = rod(10, 2.0);
    RegionSpec half = layer("half", 0.5, 1.0, 2.0);
    half.material.reset();
    spec.regions.push_back(half);
    spec.interfaces.push_back({{"half", "default"}, 0.5});
    Assembly run(spec, cpu_device(1));
    run_to_end(run);
    EXPECT_NEAR(run.diagnostics().power[0], 1.0, 1e-12); // 1 / (0.25 + 0.5 + 0.25)
}

/// Heat through a slanted contact that is the only resistance of a strip: the steps of the grid have sqrt(2) of its
/// length, and must not let sqrt(2) of the heat through.
TEST(Materials, ASlantedContactLetsAsMuchThroughAsItsAreaDoes) {
    CaseSpec spec = plain_case({40, 40}, {1.0, 1.0}, 1.0);
    spec.material = material(1000.0);
    spec.walls[0] = DirichletWall{1.0};
    spec.walls[1] = DirichletWall{0.0};
    RegionSpec half;
    half.name = "half";
    half.shape = HalfSpaceShape{{0.5001, 0.5, 0}, {-1, 0.5, 0}};
    spec.regions.push_back(half);
    spec.interfaces.push_back({{"half", "default"}, 1.0});
    spec.time.end = 0.02;
    Assembly run(spec, cpu_device(2));
    run_to_end(run);
    EXPECT_NEAR(run.diagnostics().power[0], std::sqrt(1.25), 0.01 * std::sqrt(1.25)); // its length
}

TEST(Materials, ALinearFieldAlongLayersStays) {
    CaseSpec spec = plain_case({12, 9, 7}, {1.2, 0.9, 0.7}, 1.0);
    spec.material = material(1.0, 2.0);
    RegionSpec slab;
    slab.name = "slab";
    slab.shape = BoxShape{{-1, 0.3, -1}, {2, 0.6, 2}};
    slab.material = material(7.0, 3.0);
    spec.regions.push_back(slab);
    spec.initial = ExpressionText{"1+2*x"};
    spec.walls[0] = DirichletWall{1.0};
    spec.walls[1] = DirichletWall{3.4};
    spec.time.end = 0.1;
    Assembly run(spec, cpu_device(1));
    run_to_end(run);
    const auto exact = at_centres(run.grid(), [](const auto& x) { return 1 + 2 * x[0]; });
    EXPECT_LT(largest_difference(temperatures(run), exact), 1e-13);
}

/// dT/dt = sum_d alpha_d d2T/dx_d2: every axis decays at its own rate, to the last digits of the discrete one.
TEST(Materials, EveryAxisConductsWithItsOwnConductivity) {
    CaseSpec spec = plain_case({12, 10, 8}, {1.0, 0.7, 0.5}, 1.0);
    spec.material = {3.0, true, 6.0, 2.0, std::array<double, 3>{2.0, 4.0, 6.0}};
    spec.initial = ExpressionText{"cos(pi*x)*cos(pi*y/0.7)*cos(pi*z/0.5)"};
    Assembly run(spec, cpu_device(1));
    const double dt = run.schedule().dt_max();
    double lambda = 0;
    for (std::size_t d = 0; d < 3; ++d) {
        const double h = run.grid().h[d], s = std::sin(std::numbers::pi / (2.0 * static_cast<double>(run.grid().n[d])));
        lambda -= (*spec.material.per_axis)[d] / 2.0 * 4 / (h * h) * s * s;
    }
    const auto start = temperatures(run);
    run_steps(run, 20, dt);
    const auto end = temperatures(run);
    for (std::size_t c = 0; c < start.size(); ++c) EXPECT_NEAR(end[c], start[c] * std::pow(1 + lambda * dt, 20), 1e-13);
}

double conduction_1(double x) { return 100 - 100 * x + 50 * x * (1 - x); }
double conduction_4(double x) { return 240 + 0.5 * (400 + 1200 * (1 + x)) * (1 - x); }
double conduction_5(double x) { return 300 + 600 * ((1 - x * x) - 0.1 / 3 * (1 - x * x * x)); }

double order_of(double coarse, double fine) { return std::log2(coarse / fine); }

TEST(Materials, TheConductionSetConvergesAtOrderTwo) {
    double e[3][2];
    for (int level = 0; level < 2; ++level) {
        const index_t n = 10 << level;
        CaseSpec one = rod(n, 12.0), four = rod(n, 1.0), five = rod(n, 1.0);
        one.walls = {DirichletWall{100.0}, DirichletWall{0.0}};
        one.sources = {UniformSource{UniformSource::Given::density, 1200.0, ""}};
        four.walls = {NeumannWall{NeumannWall::Given::flux, 200.0}, ConvectionWall{10.0, 100.0}};
        four.sources = one.sources;
        five.walls = {InsulatedWall{}, DirichletWall{300.0}};
        five.sources = {UniformSource{UniformSource::Given::density, expression("1200*(1-0.1*x)"), ""}};
        four.time.end = five.time.end = 16;
        e[0][level] = worst(one, conduction_1);
        e[1][level] = worst(four, conduction_4);
        e[2][level] = worst(five, conduction_5);
    }
    for (const auto& both : e) EXPECT_NEAR(order_of(both[0], both[1]), 2.0, 0.1) << both[0] << " " << both[1];
    EXPECT_LT(e[0][1], 0.05);
}

/// code_aster TTLL01: both faces at 100 from t = 0, width 2.
TEST(Materials, TheWallShockOfCodeAsterIsMet) {
    CaseSpec spec = plain_case({200}, {2.0}, 1.0);
    spec.walls[0] = spec.walls[1] = DirichletWall{100.0};
    spec.time.end = 0.2;
    Assembly run(spec, cpu_device(1));
    run_to_end(run);
    const auto T = temperatures(run);
    EXPECT_NEAR(0.5 * (T[19] + T[20]), 75.5752, 0.01);
    EXPECT_NEAR(0.5 * (T[79] + T[80]), 26.3673, 0.01);
}

/// No wall lets heat through: what the parts hold together stays, to round-off, whatever they are made of.
TEST(Materials, APartOfSeveralMaterialsKeepsItsHeat) {
    Dice dice;
    for (const FaceMean mean : {FaceMean::harmonic, FaceMean::arithmetic}) {
        CaseSpec spec = plain_case({17, 13, 11}, {1.7, 1.1, 0.9}, 1.0);
        spec.material = material(3.0, 2.0);
        spec.compute.face_mean = mean;
        RegionSpec ball;
        ball.name = "ball";
        ball.shape = SphereShape{{0.8, 0.5, 0.4}, 0.35};
        ball.material = material(40.0, 0.5);
        spec.regions = {layer("slab", 0.0, 0.45, 0.1, 5.0), ball};
        spec.interfaces = {{{"ball", "default"}, 0.01}};
        Assembly run(spec, cpu_device(2));
        set_all(run, dice.field(run.grid(), -1, 1));
        run_steps(run, 300, run.schedule().dt_max());
        EXPECT_NEAR(run.diagnostics().residual(), 0, 1e-14 * 300);
        EXPECT_NEAR(run.diagnostics().stored_heat, 0, 1e-14 * 300);
    }
}

/// At the limit the checkerboard, the stiffest field that there is, must not grow; Euler never leaves the data's hull.
TEST(Materials, TheStepLimitKeepsTheMaximumPrinciple) {
    Dice dice;
    for (const FaceMean mean : {FaceMean::harmonic, FaceMean::arithmetic}) {
        CaseSpec spec = plain_case({10, 9, 8}, {1.0, 0.8, 0.9}, 1.0);
        spec.material = material(1.0, 1.0);
        spec.compute.face_mean = mean;
        spec.time.safety = 1.0;
        spec.walls[2] = DirichletWall{0.0};
        spec.walls[5] = ConvectionWall{50.0, 0.5};
        spec.regions = {layer("slab", 0.3, 0.6, 60.0, 2.0)};
        Assembly run(spec, cpu_device(1));
        std::vector<double> T = dice.field(run.grid(), 0, 1);
        for (double& v : T) v = v > 0.5 ? 1 : 0;
        set_all(run, T);
        for (int step = 0; step < 50; ++step) {
            run_steps(run, 1, run.schedule().dt_max());
            EXPECT_GE(run.diagnostics().T_min, -1e-15);
            EXPECT_LE(run.diagnostics().T_max, 1 + 1e-15);
        }
    }
}

} // namespace
} // namespace isotherm::test
