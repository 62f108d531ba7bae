/// What sources bring in: the power asked for times the part inside, to round-off, at every step.

#include <gtest/gtest.h>

#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

CaseSpec block() {
    CaseSpec spec = plain_case({14, 12, 10}, {0.014, 0.012, 0.01}, 1e-5);
    spec.material = {1e-5, true, 40.0, 4e6};
    spec.time.end = 2.0;
    return spec;
}

/// Part of a Gaussian between two planes.
double part(double lo, double hi, double centre, double sigma) {
    const double s = 1 / (std::sqrt(2.0) * sigma);
    return 0.5 * (std::erf((hi - centre) * s) - std::erf((lo - centre) * s));
}

struct StepHeat {
    double begin, end, heat, missed, residual;
};

/// Heat per step of a run to its end.
std::vector<StepHeat> step_heats(const CaseSpec& spec) {
    Assembly run(spec, cpu_device(1));
    std::vector<StepHeat> all;
    double before = 0, missed = 0;
    while (!run.schedule().done(run.clock())) {
        const double begin = run.clock().time;
        run.advance(run.schedule().next(run.clock(), 1));
        const Diagnostics& d = run.diagnostics();
        all.push_back({begin, run.clock().time, d.source_heat - before, d.source_missed - missed, d.residual()});
        before = d.source_heat, missed = d.source_missed;
    }
    return all;
}

TEST(Sources, AGaussianBringsThePartOfItsPowerThatIsInside) {
    for (const double sigma : {1e-4, 1e-3, 5e-3}) // smaller than a cell, a cell, half the block
        for (const double x : {0.0, 0.007, 0.0141, -0.002}) {
            CaseSpec spec = block();
            GaussianSource spot;
            spot.power = 30.0;
            spot.sigma.fill(sigma);
            spot.path = {{0, x, 0.006, 0.0101}};
            spec.sources = {spot};
            const double inside =
                part(0, 0.014, x, sigma) * part(0, 0.012, 0.006, sigma) * part(0, 0.01, 0.0101, sigma);
            for (const StepHeat& step : step_heats(spec)) {
                const double dt = step.end - step.begin;
                ASSERT_NEAR(step.heat / dt, 30.0 * inside, 1e-12 * 30) << sigma << " " << x;
                ASSERT_NEAR(step.missed / dt, 30.0 * (1 - inside), 1e-12 * 30);
                ASSERT_NEAR(step.residual, 0, 1e-11);
            }
        }
}

TEST(Sources, ABeamBringsItsAbsorbedPowerOnEveryWall) {
    for (int side = 0; side < 6; ++side) {
        CaseSpec spec = block();
        BeamSource beam;
        beam.side = side;
        beam.power = 50.0;
        beam.absorptivity = 0.4;
        beam.radius = 8e-4;
        beam.path = {{0, 0.007, 0.006, 0.005}};
        spec.sources = {beam};
        Assembly run(spec, cpu_device(1));
        run_to_end(run);
        EXPECT_NEAR(run.diagnostics().source_heat, 0.4 * 50 * 2.0, 1e-11) << side_names[side];
        EXPECT_NEAR(run.diagnostics().residual(), 0, 1e-10) << side_names[side];
        const auto T = temperatures(run); // the hottest cell lies at that wall
        const auto hot = static_cast<index_t>(std::max_element(T.begin(), T.end()) - T.begin());
        const std::array<index_t, 3> cell{hot % 14, hot / 14 % 12, hot / 168};
        EXPECT_EQ(cell[static_cast<std::size_t>(side / 2)],
                  side % 2 != 0 ? run.grid().n[static_cast<std::size_t>(side / 2)] - 1 : 0);
    }
}

TEST(Sources, AWindowInsideStepsCountsByItsExactShare) {
    for (const std::string& integrator : all_integrators()) {
        CaseSpec spec = block();
        spec.time.integrator = integrator;
        GaussianSource spot;
        spot.power = 7.0;
        spot.sigma.fill(1e-3);
        spot.path = {{0, 0.007, 0.006, 0.005}};
        spot.windows = {{0.1234567, 0.2}, {0.7777, 1.3131313}};
        spec.sources = {spot};
        const double inside = part(0, 0.014, 0.007, 1e-3) * part(0, 0.012, 0.006, 1e-3) * part(0, 0.01, 0.005, 1e-3);
        double sum = 0;
        for (const StepHeat& step : step_heats(spec)) {
            double on = 0;
            for (const auto& w : spot.windows)
                on += std::max(0.0, std::min(w[1], step.end) - std::max(w[0], step.begin));
            ASSERT_NEAR(step.heat, 7.0 * inside * on, 1e-12) << integrator;
            sum += step.heat;
        }
        EXPECT_NEAR(sum, 7.0 * inside * (0.2 - 0.1234567 + 1.3131313 - 0.7777), 1e-12) << integrator;
    }
}

TEST(Sources, ATableOfPowerIsIntegratedExactly) {
    for (const std::string& integrator : all_integrators()) {
        CaseSpec spec = block();
        spec.time.integrator = integrator;
        UniformSource heat;
        heat.given = UniformSource::Given::power;
        heat.value = TimeTable{{{0.1, 0.0}, {0.5, 20.0}, {1.7, 5.0}}};
        spec.sources = {heat};
        Assembly run(spec, cpu_device(1));
        run_to_end(run);
        EXPECT_NEAR(run.diagnostics().source_heat, 4.0 + 15.0 + 1.5, 1e-12) << integrator;
        EXPECT_NEAR(run.diagnostics().residual(), 0, 1e-11) << integrator;
    }
}

TEST(Sources, APathIsFollowed) {
    CaseSpec spec = block();
    spec.material = {1e-9, true, 4e-3, 4e6}; // heat stays where it fell
    GaussianSource spot;
    spot.power = 10.0;
    spot.sigma.fill(3e-4);
    spot.path = {{0.5, 0.0035, 0.006, 0.005}, {1.5, 0.0105, 0.006, 0.005}};
    spec.sources = {spot};
    spec.time.step = 0.01;
    Assembly run(spec, cpu_device(1));
    run_to_end(run);
    const auto T = temperatures(run);
    const auto at = [&](index_t i) { return T[static_cast<std::size_t>(i + 14 * (5 + 12 * 4))]; };
    EXPECT_GT(at(3), 3 * at(6)); // it stands at the ends of its path
    EXPECT_GT(at(10), 3 * at(6));
    EXPECT_NEAR(at(5) / at(8), 1, 0.02);
    EXPECT_LT(at(0), 1e-2 * at(6));
}

/// Steps of any length, over corners of the path, edges of the domain and edges of windows: the heat of each is the
/// integral over the time in it.
TEST(Sources, AMovingSpotBringsTheMeanOverItsWay) {
    Dice dice;
    double largest = 0;
    for (const std::string& integrator : all_integrators())
        for (int n = 0; n < 4; ++n) {
            CaseSpec spec = block();
            spec.material = {1e-9, true, 4e-3, 4e6};
            spec.time.integrator = integrator;
            GaussianSource spot;
            spot.power = 10.0;
            spot.sigma = {dice.between(2e-4, 2e-3), dice.between(2e-4, 2e-3), dice.between(2e-4, 2e-3)};
            double t = dice.between(0, 0.3);
            for (int row = 0; row < 4; ++row, t += dice.between(0.01, 0.7))
                spot.path.push_back({t, dice.between(-0.005, 0.02), dice.between(-0.005, 0.02), dice.between(0, 0.01)});
            if (n % 2 != 0) spot.windows = {{0.111, 0.456}, {0.9, 1.77}};
            spec.sources = {spot};
            spec.time.step = dice.between(0.03, 1.0);
            constexpr double size[] = {0.014, 0.012, 0.01};
            const auto inside = [&](double at) {
                std::size_t r = 0;
                while (r + 2 < spot.path.size() && spot.path[r + 1][0] <= at) ++r;
                const auto &a = spot.path[r], &b = spot.path[r + 1];
                const double u = std::clamp((at - a[0]) / (b[0] - a[0]), 0.0, 1.0);
                double all = 1;
                for (std::size_t d = 0; d < 3; ++d)
                    all *= part(0, size[d], a[d + 1] + u * (b[d + 1] - a[d + 1]), spot.sigma[d]);
                return all;
            };
            const auto integral = [&](double from, double to) { // Simpson between kinks
                std::vector<double> times{from, to};
                for (const auto& row : spot.path) times.push_back(std::clamp(row[0], from, to));
                std::sort(times.begin(), times.end());
                double sum = 0;
                constexpr int pieces = 4000;
                for (std::size_t i = 1; i < times.size(); ++i) {
                    const double h = (times[i] - times[i - 1]) / pieces;
                    if (h <= 0) continue;
                    for (int p = 0; p < pieces; ++p) {
                        const double left = times[i - 1] + p * h;
                        sum += h / 6 * (inside(left) + 4 * inside(left + 0.5 * h) + inside(left + h));
                    }
                }
                return sum;
            };
            for (const StepHeat& step : step_heats(spec)) {
                double expected = 0, on = 0;
                if (spot.windows.empty()) expected = integral(step.begin, step.end), on = step.end - step.begin;
                for (const auto& w : spot.windows) {
                    const double from = std::max(w[0], step.begin), to = std::min(w[1], step.end);
                    if (from < to) expected += integral(from, to), on += to - from;
                }
                ASSERT_NEAR(step.heat, 10 * expected, 2e-12 * 10) << integrator << " step " << spec.time.step.value();
                ASSERT_NEAR(step.missed, 10 * (on - expected), 2e-12 * 10);
                ASSERT_NEAR(step.residual, 0, 1e-9);
                largest = std::max(largest, expected);
            }
        }
    EXPECT_GT(largest, 0) << "nothing was tested";
}

/// A whole way in one step leaves the heat along all of it, not in one spot.
TEST(Sources, ALongStepSpreadsASpotOverItsWay) {
    CaseSpec spec = plain_case({200}, {0.2}, 1e-12);
    spec.material = {1e-12, true, 1e-6, 1e6};
    GaussianSource spot;
    spot.power = 100.0;
    spot.sigma.fill(5e-4);
    spot.path = {{0, -0.1, 0, 0}, {1.0, 0.3, 0, 0}};
    spec.sources = {spot};
    spec.time.end = spec.time.step.emplace(1.0);
    Assembly run(spec, cpu_device(1));
    const auto before = temperatures(run);
    run_to_end(run);
    const auto T = temperatures(run);
    for (std::size_t i = 1; i + 1 < T.size(); ++i) ASSERT_NEAR(T[i] - before[i], 100 / 0.4 / 1e6, 1e-12) << i;
    EXPECT_NEAR(run.diagnostics().source_heat, 50, 1e-11);
    EXPECT_NEAR(run.diagnostics().source_missed, 50, 1e-11);
}

TEST(Sources, ARegionIsHeatedAloneByPowerOrDensity) {
    CaseSpec spec = block();
    spec.material = {1e-12, true, 4e-6, 4e6};
    RegionSpec chip;
    chip.name = "chip";
    chip.shape = BoxShape{{0.004, 0.004, 0.002}, {0.008, 0.008, 0.006}};
    chip.source = Value{1e7};
    spec.regions = {chip};
    spec.sources = {UniformSource{UniformSource::Given::power, 2.0, "chip"},
                    UniformSource{UniformSource::Given::density, 1e5, "default"}};
    spec.time.end = 1.0;
    Assembly run(spec, cpu_device(1));
    run_to_end(run);
    const double volume = 64 * 1e-9, rest = 1.68e-6 - volume;
    EXPECT_NEAR(run.diagnostics().source_heat, 2.0 + 1e7 * volume + 1e5 * rest, 1e-11);
    const auto T = temperatures(run);
    EXPECT_NEAR(T[static_cast<std::size_t>(5 + 14 * (5 + 12 * 3))], (2.0 / volume + 1e7) / 4e6, 1e-8);
    EXPECT_NEAR(T[0], 1e5 / 4e6, 1e-12);
}

TEST(Sources, AnExpressionOfPlaceAndTimeHeatsEveryCellByItsOwn) {
    CaseSpec spec = block();
    spec.material = {1e-15, true, 4e-9, 4e6};
    spec.sources = {UniformSource{UniformSource::Given::density, expression("1e8*x*(1+t)+1e6"), ""}};
    spec.time.step = 0.125;
    Assembly run(spec, cpu_device(2));
    run_to_end(run);
    const auto exact = at_centres(run.grid(), [](const auto& x) { return (1e8 * x[0] * 4.0 + 2e6) / 4e6; });
    EXPECT_LT(largest_difference(temperatures(run), exact), 1e-9);
    EXPECT_NEAR(run.diagnostics().residual(), 0, 1e-9);
}

TEST(Sources, ACaseOfDiffusivityAloneIsHeatedInKelvinPerSecond) {
    CaseSpec spec = plain_case({5}, {1.0}, 0.01);
    spec.sources = {UniformSource{UniformSource::Given::density, 3.0, ""}};
    spec.time.end = 2.0;
    Assembly run(spec, cpu_device(1));
    run_to_end(run);
    EXPECT_NEAR(temperatures(run)[2], 6.0, 1e-13);
}

TEST(Sources, TheSemiDiscreteProblemIsSolvedAtTheIntegratorsOrder) {
    for (const Scheme& scheme : schemes()) {
        double e[2];
        for (int level = 0; level < 2; ++level) {
            CaseSpec spec = plain_case({4}, {1.0}, 1e-9);
            spec.time.integrator = scheme.name;
            spec.sources = {UniformSource{UniformSource::Given::density, expression("exp(2*t)"), ""}};
            spec.time.end = 1.0;
            spec.time.step = level == 0 ? 0.1 : 0.05;
            Assembly run(spec, cpu_device(1));
            run_to_end(run);
            e[level] = std::abs(temperatures(run)[1] - 0.5 * (std::exp(2.0) - 1));
        }
        EXPECT_GT(std::log2(e[0] / e[1]), scheme.order - 0.2) << scheme.name;
    }
}

} // namespace
} // namespace isotherm::test
