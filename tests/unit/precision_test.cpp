/// Single precision: near double precision where the field moves, and not deaf to slow heating, because fields hold
/// the difference to a reference temperature.

#include <gtest/gtest.h>

#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

/// A rod at 300 K that a small flux heats for 60,000 steps by 0.01 K.
double mean_rise(Precision precision, std::optional<double> reference) {
    CaseSpec spec = plain_case({16}, {0.16}, 1e-4);
    spec.material = {1e-4, true, 100.0, 1e6};
    spec.initial = 300.0;
    spec.compute.precision = precision;
    spec.compute.reference = reference;
    spec.time.step = 0.01;
    spec.time.end = 600;
    spec.walls[0] = NeumannWall{NeumannWall::Given::flux, 0.01 * 1e6 * 0.16 / 600};
    Assembly run(spec, cpu_device(1));
    run_to_end(run);
    EXPECT_EQ(run.clock().step, 60000);
    double mean = 0;
    for (const double T : temperatures(run)) mean += (T - 300.0) / 16;
    return mean;
}

TEST(Precision, SlowHeatingArrivesInSinglePrecision) {
    const double exact = mean_rise(Precision::fp64, std::nullopt);
    EXPECT_NEAR(exact, 0.01, 1e-9);
    EXPECT_NEAR(mean_rise(Precision::fp32, std::nullopt) / exact, 1, 0.01);
}

TEST(Precision, WithoutAReferenceTemperatureTheHeatIsLost) { // so the case above is hard enough
    EXPECT_LT(mean_rise(Precision::fp32, 0.0), 0.5 * 0.01);
}

/// The largest difference between the two precisions from the same random field, relative to the largest temperature.
double fp32_error(const CaseSpec& spec, std::uint64_t seed) {
    std::vector<std::vector<double>> T;
    for (const Precision precision : {Precision::fp64, Precision::fp32}) {
        CaseSpec own = spec;
        own.compute.precision = precision;
        Assembly run(own, cpu_device(1));
        std::mt19937_64 engine(seed);
        std::vector<double> start(static_cast<std::size_t>(run.grid().cells()));
        for (double& v : start) v = std::uniform_real_distribution<double>(0, 1)(engine);
        set_all(run, start);
        run_steps(run, 60, run.schedule().dt_max());
        T.push_back(temperatures(run));
    }
    double scale = 0;
    for (const double v : T[0]) scale = std::max(scale, std::abs(v));
    return largest_difference(T[0], T[1]) / scale;
}

TEST(Precision, SingleAgreesWithDoubleForEveryWallOrderAndIntegrator) {
    std::vector<NamedWall> walls = constant_walls();
    for (const NamedWall& wall : varying_walls()) walls.push_back(wall);
    for (const NamedWall& wall : walls)
        for (const int order : all_orders)
            for (const std::string& integrator : all_integrators()) {
                CaseSpec spec = plain_case({9, 7, 8}, {1, 0.7, 0.5}, 0.3);
                spec.order = order;
                spec.time.integrator = integrator;
                for (std::size_t side : {0, 3, 4}) spec.walls[side] = wall.wall;
                EXPECT_LT(fp32_error(spec, 7), 5e-6) << wall.name << ", order " << order << ", " << integrator;
            }
}

TEST(Precision, ASmoothModeInSinglePrecisionHasAFloorNearItsRoundOff) {
    CaseSpec spec = plain_case({16, 16, 16}, {1, 1, 1}, 1.0);
    spec.walls.fill(DirichletWall{0.0});
    spec.initial = Profile{SineMode{}};
    std::vector<std::vector<double>> T;
    for (const Precision precision : {Precision::fp64, Precision::fp32}) {
        spec.compute.precision = precision;
        spec.compute.reference = 0.0;
        Assembly run(spec, cpu_device(1));
        run_steps(run, 100, 1e-4);
        T.push_back(temperatures(run));
    }
    EXPECT_LT(largest_difference(T[0], T[1]), 2e-6);
    EXPECT_GT(largest_difference(T[0], T[1]), 0); // it was single precision
}

TEST(Precision, TheReferenceIsTheMiddleOfInitialAndWallData) {
    CaseSpec spec = plain_case({4}, {1}, 1.0);
    spec.initial = 280.0;
    spec.walls[0] = DirichletWall{TimeTable{{{0, 300}, {1, 340}}}};
    spec.walls[1] = ConvectionWall{1.0, 250.0};
    spec.compute.precision = Precision::fp32;
    EXPECT_EQ(Assembly(spec, cpu_device(1)).facts().reference, 295.0);
    spec.compute.reference = 17.0;
    EXPECT_EQ(Assembly(spec, cpu_device(1)).facts().reference, 17.0);
    spec.compute.reference.reset();
    spec.compute.precision = Precision::fp64;
    EXPECT_EQ(Assembly(spec, cpu_device(1)).facts().reference, 0.0);
}

} // namespace
} // namespace isotherm::test
