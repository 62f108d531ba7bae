/// Radiation by the wall's temperature, patches, and every pair of wall kinds that meet at an edge.

#include <random>

#include <gtest/gtest.h>

#include "kernels/boundary/radiation.hpp"
#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

constexpr double sigma = 5.670374419e-8;

CaseSpec bar(index_t n) {
    CaseSpec spec = plain_case({n}, {0.1}, 1e-5);
    spec.material = {55.6 / 3.611e6, true, 55.6, 3.611e6};
    spec.initial = 1000.0;
    spec.walls[0] = DirichletWall{1000.0};
    spec.walls[1] = RadiationWall{0.98, 300.0};
    spec.time.end = 5000;
    return spec;
}

double wall_temperature(const Assembly& run, int side) {
    const auto T = temperatures(run);
    std::array<index_t, 3> cell{};
    if (side % 2 != 0) cell[static_cast<std::size_t>(side / 2)] = run.grid().n[static_cast<std::size_t>(side / 2)] - 1;
    const double own = T[static_cast<std::size_t>(cell[0] + run.grid().n[0] * (cell[1] + run.grid().n[1] * cell[2]))];
    return 0.5 * (own + run.ghost_temperature(side, cell, own));
}

/// NAFEMS T2, target 927.0 K: 1-D conduction is linear, so the wall's balance holds on any grid.
TEST(Radiation, ABarRadiatesByTheTemperatureOfItsWall) {
    for (const index_t n : {5, 12}) {
        Assembly run(bar(n), cpu_device(1));
        run_to_end(run);
        const double T = wall_temperature(run, 1);
        EXPECT_NEAR(T, 927.0, 0.05);
        EXPECT_NEAR(55.6 * (1000 - T) / 0.1 - 0.98 * sigma * (T * T * T * T - 300.0 * 300 * 300 * 300), 0, 1e-3);
        EXPECT_NEAR(run.diagnostics().residual(), 0, 1e-12 * std::abs(run.diagnostics().heat[1]));
    }
}

TEST(Radiation, DegreesCelsiusAreConverted) {
    CaseSpec kelvin = bar(8), celsius = bar(8);
    kelvin.time.end = celsius.time.end = 300;
    celsius.temperature_unit = "C";
    celsius.initial = 1000 - 273.15;
    celsius.walls = {DirichletWall{1000 - 273.15}, RadiationWall{0.98, 300 - 273.15}};
    Assembly k(kelvin, cpu_device(1)), c(celsius, cpu_device(1));
    run_to_end(k), run_to_end(c);
    for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(temperatures(k)[i] - 273.15, temperatures(c)[i], 1e-9);
}

/// Bi < 1e-4: T = T0 (1 + 3 eps sigma T0^3 t / (rho c L))^(-1/3).
TEST(Radiation, AThinPlateCoolsToNothing) {
    CaseSpec spec = plain_case({3}, {0.01}, 1.0);
    spec.material = {1.0, true, 4e6, 4e6};
    spec.initial = 1000.0;
    spec.walls[1] = RadiationWall{0.8, 0.0};
    spec.time.end = 60;
    spec.time.integrator = "rk2";
    spec.time.step = 1e-6 * 5;
    spec.time.end = 0.5;
    Assembly run(spec, cpu_device(1));
    run_to_end(run);
    EXPECT_NEAR(temperatures(run)[0], 1000 * std::pow(1 + 3 * 0.8 * sigma * 1e9 * 0.5 / 4e4, -1.0 / 3), 1e-4);
}

TEST(Radiation, SurroundingsOfTheSameTemperatureChangeNothing) {
    CaseSpec spec = plain_case({4, 5, 3}, {1, 1, 1}, 1e-3);
    spec.material = {1e-3, true, 1.3, 1300.0};
    spec.initial = 417.3;
    spec.walls.fill(RadiationWall{0.7, 417.3});
    Assembly run(spec, cpu_device(1));
    run_steps(run, 30, run.schedule().dt_max());
    for (const double T : temperatures(run)) EXPECT_EQ(T, 417.3);
}

TEST(Radiation, EmissivityZeroInsulates) {
    CaseSpec spec = bar(6);
    spec.walls[0] = InsulatedWall{};
    spec.walls[1] = RadiationWall{expression("0*t"), 300.0};
    spec.time.end = 100;
    Assembly run(spec, cpu_device(1));
    run_to_end(run);
    EXPECT_EQ(temperatures(run)[5], 1000.0);
}

CaseSpec plate() {
    CaseSpec spec = plain_case({10, 8, 6}, {0.1, 0.08, 0.06}, 1e-5);
    spec.material = {1e-5, true, 40.0, 4e6};
    spec.initial = 300.0;
    spec.time.end = 20;
    return spec;
}

TEST(Patches, APowerOnAPatchIsThatPower) {
    for (std::size_t side = 0; side < 6; ++side) {
        CaseSpec spec = plate();
        spec.patches[side] = {{SphereShape{{0.04, 0.03, 0}, 0.022}, NeumannWall{NeumannWall::Given::power, 12.0}}};
        Assembly run(spec, cpu_device(1));
        run_to_end(run);
        EXPECT_NEAR(run.diagnostics().heat[side], 12.0 * 20, 1e-9) << side_names[side];
        EXPECT_NEAR(run.diagnostics().power[side], 12.0, 1e-10) << side_names[side];
        EXPECT_NEAR(run.diagnostics().residual(), 0, 1e-8);
    }
}

TEST(Patches, TheFirstMatchWinsAndTheRestIsTheWall) {
    CaseSpec spec = plate();
    spec.walls[5] = NeumannWall{NeumannWall::Given::flux, 100.0};
    spec.patches[5] = {{BoxShape{{0, 0, 0}, {0.05, 0.04, 0}}, InsulatedWall{}},
                       {BoxShape{{0, 0, 0}, {0.05, 0.08, 0}}, NeumannWall{NeumannWall::Given::flux, 1000.0}}};
    Assembly run(spec, cpu_device(1));
    run_to_end(run);
    EXPECT_NEAR(run.diagnostics().power[5], 1000 * 0.05 * 0.04 + 100 * 0.05 * 0.08, 1e-10);
}

/// Every kind in time and place: a patch beside it must not change what either of them does.
TEST(Patches, APatchedWallGivesWhatItsPartsGiveAlone) {
    std::vector<NamedWall> kinds = varying_walls();
    kinds.push_back({"radiation", RadiationWall{0.9, 200.0}});
    kinds.push_back({"radiation(t)", RadiationWall{expression("0.5+0.4*sin(50*t)"), expression("200+x")}});
    for (const NamedWall& kind : kinds) {
        CaseSpec whole = plate(), halves = plate();
        whole.initial = halves.initial = ExpressionText{"300+1000*x"};
        whole.walls[4] = halves.walls[4] = kind.wall;
        halves.patches[4] = {{BoxShape{{0, 0, 0}, {0.05, 0.08, 0}}, kind.wall}};
        if (const auto* n = std::get_if<NeumannWall>(&kind.wall); n != nullptr && n->given == NeumannWall::Given::power)
            continue;
        Assembly a(whole, cpu_device(1)), b(halves, cpu_device(1));
        const double dt = std::min(a.schedule().dt_max(), b.schedule().dt_max());
        run_steps(a, 40, dt), run_steps(b, 40, dt);
        EXPECT_LT(largest_difference(temperatures(a), temperatures(b)), 1e-12) << kind.name;
        EXPECT_NEAR(a.diagnostics().heat[4], b.diagnostics().heat[4], 1e-9 * (1 + std::abs(a.diagnostics().heat[4])))
            << kind.name;
    }
}

/// A wall of several materials: the same film cools each by its own conductivity.
TEST(Patches, AFilmOverTwoMaterialsKnowsBothConductivities) {
    CaseSpec spec = plain_case({2, 2}, {0.2, 0.2}, 1e-5);
    spec.material = {1e-5, true, 1.0, 1e5};
    RegionSpec right;
    right.name = "right";
    right.shape = BoxShape{{0.1, 0, 0}, {0.2, 0.2, 0}};
    right.material = MaterialSpec{1e-5, true, 50.0, 5e6};
    spec.regions = {right};
    spec.initial = 100.0;
    spec.walls[2] = ConvectionWall{20.0, 0.0};
    Assembly run(spec, cpu_device(1));
    const double left = -100 / (0.05 / 1.0 + 1 / 20.0), with_right = -100 / (0.05 / 50.0 + 1 / 20.0);
    EXPECT_NEAR(run.diagnostics().power[2], 0.1 * (left + with_right), 1e-10);
}

/// All kinds, one constant each, in kelvin.
std::vector<NamedWall> kinds() {
    return {{"insulated", InsulatedWall{}},
            {"dirichlet", DirichletWall{350.0}},
            {"flux", NeumannWall{NeumannWall::Given::flux, 900.0}},
            {"convection", ConvectionWall{300.0, 280.0}},
            {"radiation", RadiationWall{0.9, 250.0}},
            {"periodic", PeriodicWall{}}};
}

/// The ghost beyond a wall by its law, for a cell of temperature T and kappa 40, spacing h.
double beyond(const WallSpec& wall, double T, double h) {
    const double g = 2 * 40.0 / h;
    if (const auto* d = std::get_if<DirichletWall>(&wall)) return 2 * std::get<double>(d->value) - T;
    if (const auto* n = std::get_if<NeumannWall>(&wall)) return T + std::get<double>(n->value) * h / 40.0;
    if (const auto* c = std::get_if<ConvectionWall>(&wall)) {
        const double film = std::get<double>(c->h);
        return 2 * (g * T + film * std::get<double>(c->ambient)) / (g + film) - T;
    }
    if (const auto* r = std::get_if<RadiationWall>(&wall)) { // bisection
        double lo = 0, hi = 2000;
        const double e = std::get<double>(r->emissivity) * sigma, a = std::get<double>(r->ambient);
        for (int n = 0; n < 200; ++n) {
            const double m = 0.5 * (lo + hi);
            (e * (m * m * m * m - a * a * a * a) + g * (m - T) > 0 ? hi : lo) = m;
        }
        return lo + hi - T;
    }
    return T;
}

/// One Euler step of every pair of kinds on two axes, with many cells and with one between opposite walls, against the
/// five-point formula with ghosts written out here: in the corner cells both laws count, and nothing else.
TEST(Edges, EveryPairOfWallKindsMeetsRightly) {
    Dice dice;
    for (const NamedWall& a : kinds())
        for (const NamedWall& b : kinds())
            for (const auto& [nx, ny] : {std::pair<index_t, index_t>{5, 4}, {1, 4}, {5, 1}, {1, 1}}) {
                CaseSpec spec =
                    plain_case({nx, ny}, {0.01 * static_cast<double>(nx), 0.02 * static_cast<double>(ny)}, 1e-5);
                spec.material = {1e-5, true, 40.0, 4e6};
                spec.walls = {a.wall, a.wall, b.wall, b.wall};
                Assembly run(spec, cpu_device(1));
                const auto T = dice.field(run.grid(), 300, 400);
                set_all(run, T);
                const double dt = 0.2 * run.schedule().dt_max();
                run_steps(run, 1, dt);
                const auto at = [&](index_t i, index_t j) { return T[static_cast<std::size_t>(i + nx * j)]; };
                const auto x = [&](index_t i, index_t j) {
                    if (i >= 0 && i < nx) return at(i, j);
                    if (std::holds_alternative<PeriodicWall>(a.wall)) return at((i + nx) % nx, j);
                    return beyond(a.wall, at(i < 0 ? 0 : nx - 1, j), 0.01);
                };
                const auto y = [&](index_t i, index_t j) {
                    if (j >= 0 && j < ny) return at(i, j);
                    if (std::holds_alternative<PeriodicWall>(b.wall)) return at(i, (j + ny) % ny);
                    return beyond(b.wall, at(i, j < 0 ? 0 : ny - 1), 0.02);
                };
                const auto got = temperatures(run);
                for (index_t j = 0; j < ny; ++j)
                    for (index_t i = 0; i < nx; ++i) {
                        const double c = at(i, j);
                        const double expected = c + dt * 1e-5 *
                                                        ((x(i - 1, j) - 2 * c + x(i + 1, j)) / 1e-4 +
                                                         (y(i, j - 1) - 2 * c + y(i, j + 1)) / 4e-4);
                        ASSERT_NEAR(got[static_cast<std::size_t>(i + nx * j)], expected, 1e-10)
                            << a.name << " x " << b.name << " " << nx << " x " << ny << " at " << i << ", " << j;
                    }
            }
}

/// Between the cell and the surroundings, for any two of them and any half cell.
TEST(Radiation, TheWallIsAsWarmAsItsBalanceAsks) {
    Dice dice;
    for (int n = 0; n < 20'000; ++n) {
        const Radiation law{sigma * dice.between(0.01, 1),
                            dice.whole(0, 4) == 0 ? 0 : std::pow(10.0, dice.between(1, 4))};
        const double conductance = std::pow(10.0, dice.between(-2, 6)), T = std::pow(10.0, dice.between(1, 4)),
                     a2 = law.ambient * law.ambient;
        double low = std::min(T, law.ambient), high = std::max(T, law.ambient);
        for (int halving = 0; halving < 200; ++halving) {
            const double mid = 0.5 * (low + high);
            const double f = law.emissivity_sigma * (mid * mid - a2) * (mid * mid + a2) + conductance * (mid - T);
            (f > 0 ? high : low) = mid;
        }
        ASSERT_NEAR(law.wall_temperature(conductance, T), high, 1e-12 * std::max(T, law.ambient))
            << "T " << T << ", ambient " << law.ambient << ", conductance " << conductance;
    }
}

/// A poor conductor that faces a furnace: no cell becomes warmer than that.
TEST(Radiation, AColdWallInAFurnaceKeepsTheMaximumPrinciple) {
    CaseSpec spec = plain_case({5}, {0.05}, 3e-7);
    spec.material = {3e-7, true, 0.03, 1e5};
    spec.initial = 293.0;
    spec.walls[0] = RadiationWall{1.0, 3000.0};
    spec.time.end = 500;
    Assembly run(spec, cpu_device(1));
    EXPECT_NEAR(run.diagnostics().power[0], 16226, 1);
    run_to_end(run);
    EXPECT_LT(run.diagnostics().T_max, 3000);
    EXPECT_LT(wall_temperature(run, 0), 3000);
}

/// The iteration ends early where it stands still or swings between two numbers.
TEST(Radiation, NewtonThatEndsEarlyGivesTheBitsOfAllItsSteps) {
    std::mt19937_64 random(5);
    const auto between = [&](double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(random); };
    int swings = 0;
    for (int n = 0; n < 20'000; ++n) {
        const Radiation law{sigma * between(0.1, 1), between(0, 4000)};
        const double conductance = std::pow(10.0, between(-1, 5)), T = between(200, 2000),
                     a2 = law.ambient * law.ambient;
        double T_w = std::max(T, law.ambient), before = T_w;
        for (int step = 0; step < radiation_newton_steps; ++step) {
            const double w2 = T_w * T_w, slope = 4 * law.emissivity_sigma * w2 * T_w;
            const double f = law.emissivity_sigma * ((w2 - a2) * (w2 + a2)) + conductance * (T_w - T);
            const double next = T_w - f / (slope + conductance);
            swings += next == before && next != T_w && step + 1 == radiation_newton_steps;
            before = T_w, T_w = next > 0 ? next : 0.5 * T_w;
        }
        ASSERT_EQ(law.wall_temperature(conductance, T), T_w) << n;
    }
    EXPECT_GT(swings, 0) << "nothing was tested";
}

} // namespace
} // namespace isotherm::test
