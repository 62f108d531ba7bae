/// The change of the stored heat is what the walls let in, to round-off: any wall, any field, every order and
/// integrator (verification: the conservation identity of a finite-volume scheme in flux form).

#include <gtest/gtest.h>

#include <numeric>

#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

constexpr double alpha = 0.3, kappa = 1.7;

CaseSpec block(int dim, int order, const std::string& integrator) {
    const std::vector<index_t> n{9, 7, 8};
    const std::vector<double> size{1, 0.7, 0.5};
    CaseSpec spec = plain_case({n.begin(), n.begin() + dim}, {size.begin(), size.begin() + dim}, alpha);
    spec.material = {alpha, true, kappa, kappa / alpha};
    spec.order = order;
    spec.time.integrator = integrator;
    return spec;
}

std::vector<NamedWall> all_walls() {
    std::vector<NamedWall> walls = constant_walls();
    const std::vector<NamedWall> varying = varying_walls();
    walls.insert(walls.end(), varying.begin(), varying.end());
    return walls;
}

double sum(const std::vector<double>& v) { return std::accumulate(v.begin(), v.end(), 0.0); }

/// Runs `steps` steps from a random field and compares; `named`: the sides that must have let something in.
void expect_balance(const CaseSpec& spec, index_t steps, Dice& dice, const std::string& what) {
    Assembly run(spec, cpu_device(1));
    const std::vector<double> start = dice.field(run.grid(), -1, 1);
    set_all(run, start);
    run_steps(run, steps, run.schedule().dt_max());
    const std::vector<double> end = temperatures(run);
    const Diagnostics& d = run.diagnostics();
    const double unit = spec.material.volumetric_heat * run.grid().cell_volume();
    const double stored = unit * (sum(end) - sum(start)), heats = std::accumulate(d.heat.begin(), d.heat.end(), 0.0);
    double scale = 0;
    for (const double T : end) scale += unit * (1 + std::abs(T));
    EXPECT_NEAR(stored, heats, 3e-16 * static_cast<double>(steps) * scale) << what;
    EXPECT_NEAR(d.stored_heat, stored, 1e-14 * scale) << what;
    EXPECT_NEAR(d.residual(), 0, 3e-16 * static_cast<double>(steps) * scale) << what;
}

TEST(Energy, EveryWallOnEverySideClosesTheBalanceForEveryOrderAndIntegrator) {
    Dice dice;
    for (const NamedWall& wall : all_walls())
        for (const int order : all_orders)
            for (const std::string& integrator : all_integrators())
                for (std::size_t side = 0; side < 6; ++side) {
                    CaseSpec spec = block(3, order, integrator);
                    spec.walls[side] = wall.wall;
                    expect_balance(spec, 20, dice,
                                   wall.name + " on " + side_names[side] + ", order " + std::to_string(order) + ", " +
                                       integrator);
                }
}

TEST(Energy, MixturesOfWallsCloseTheBalanceInOneTwoAndThreeAxes) {
    Dice dice;
    for (int draw = 0; draw < 60; ++draw) {
        CaseSpec spec = block(1 + draw % 3, dice.one_of(all_orders), dice.one_of(all_integrators()));
        std::string what;
        for (std::size_t side = 0; side < 6; ++side) {
            const NamedWall wall = dice.one_of(all_walls());
            spec.walls[side] = wall.wall;
            what += wall.name + " ";
        }
        if (draw % 4 == 0) spec.walls[0] = spec.walls[1] = PeriodicWall{};
        expect_balance(spec, 200, dice, what);
    }
}

TEST(Energy, InsulatedAndPeriodicBlocksKeepTheirHeat) {
    Dice dice;
    for (const int order : all_orders)
        for (const WallSpec& wall : {WallSpec{InsulatedWall{}}, WallSpec{PeriodicWall{}}}) {
            CaseSpec spec = block(3, order, "auto");
            spec.walls.fill(wall);
            Assembly run(spec, cpu_device(1));
            const std::vector<double> start = dice.field(run.grid(), 0, 1);
            set_all(run, start);
            run_steps(run, 500, run.schedule().dt_max());
            EXPECT_NEAR(sum(temperatures(run)), sum(start), 3e-16 * 500 * sum(start)) << "order " << order;
        }
}

TEST(Energy, APrescribedFluxDeliversFluxTimesAreaTimesTime) {
    for (const int order : all_orders)
        for (std::size_t side = 0; side < 6; ++side) {
            CaseSpec spec = block(3, order, "auto");
            const double area[3] = {0.7 * 0.5, 1.0 * 0.5, 1.0 * 0.7};
            spec.walls[side] = NeumannWall{NeumannWall::Given::flux, 40.0};
            spec.time.end = 0.02;
            Assembly run(spec, cpu_device(1));
            run_to_end(run);
            EXPECT_NEAR(run.diagnostics().heat[side], 40.0 * area[side / 2] * 0.02, 1e-13) << side_names[side];
            EXPECT_NEAR(run.diagnostics().power[side], 40.0 * area[side / 2], 1e-12) << side_names[side];
            EXPECT_NEAR(run.diagnostics().stored_heat, 40.0 * area[side / 2] * 0.02, 1e-12) << side_names[side];
        }
}

TEST(Energy, PowerNowIsTheHeatThatTheNextEulerStepBooks) {
    Dice dice;
    for (const NamedWall& wall : all_walls())
        for (const int order : all_orders)
            for (std::size_t side = 0; side < 6; ++side) {
                CaseSpec spec = block(3, order, "euler");
                spec.walls[side] = wall.wall;
                Assembly run(spec, cpu_device(1));
                set_all(run, dice.field(run.grid(), -1, 1));
                const double dt = run.schedule().dt_max(), power = run.diagnostics().power[side];
                run_steps(run, 1, dt);
                EXPECT_NEAR(run.diagnostics().heat[side], power * dt, 1e-14 * (1 + std::abs(power)))
                    << wall.name << " on " << side_names[side];
            }
}

TEST(Energy, SinglePrecisionClosesTheBalanceToItsOwnRoundOff) {
    Dice dice;
    for (const NamedWall& wall : all_walls()) {
        CaseSpec spec = block(3, 2, "euler");
        spec.compute.precision = Precision::fp32;
        spec.walls[2] = wall.wall;
        Assembly run(spec, cpu_device(1));
        set_all(run, dice.field(run.grid(), -1, 1));
        run_steps(run, 100, run.schedule().dt_max());
        const double heat_of_one_kelvin = spec.material.volumetric_heat * 1.0 * 0.7 * 0.5;
        EXPECT_NEAR(run.diagnostics().residual(), 0, 2e-6 * heat_of_one_kelvin) << wall.name;
    }
}

} // namespace
} // namespace isotherm::test
