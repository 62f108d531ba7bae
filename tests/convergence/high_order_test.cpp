/// Orders 2, 4 and 6 beside the walls that keep them (periodic, insulated, a constant temperature), with the integrator
/// that `auto` pairs them with. What is lost beside other walls: walls_test.cpp.

#include <gtest/gtest.h>

#include "tests/convergence/order.hpp"

namespace isotherm::test {
namespace {

using Wave = SineMode::Wave;

struct Keeping {
    const char* name;
    WallSpec lo, hi;
    Wave wave;
};
const Keeping keeping[] = {{"dirichlet", DirichletWall{0.3}, DirichletWall{0.3}, Wave::sine},
                           {"insulated", InsulatedWall{}, InsulatedWall{}, Wave::cosine},
                           {"dirichlet | insulated", DirichletWall{0.3}, InsulatedWall{}, Wave::quarter},
                           {"periodic", PeriodicWall{}, PeriodicWall{}, Wave::periodic}};

Errors mode_error(const std::vector<const Keeping*>& axes, int order, const std::string& integrator, index_t n) {
    std::vector<index_t> cells;
    std::vector<double> size;
    SineMode mode;
    mode.offset = 0.3;
    for (std::size_t d = 0; d < axes.size(); ++d) {
        cells.push_back(n - n / 4 * static_cast<index_t>(d)); // 4 : 3 : 2
        size.push_back(1.0 - 0.15 * static_cast<double>(d));
        mode.wave[d] = axes[d]->wave;
        mode.mode[d] = axes[d]->wave == Wave::quarter ? 2 : 1;
    }
    CaseSpec spec = plain_case(cells, size, 0.5);
    for (std::size_t d = 0; d < axes.size(); ++d) spec.walls[2 * d] = axes[d]->lo, spec.walls[2 * d + 1] = axes[d]->hi;
    spec.order = order;
    spec.time.integrator = integrator;
    spec.time.end = 0.02;
    spec.time.step = 0.02 / static_cast<double>(n * n / 8); // dt ~ h^2 without the jumps of an automatic step
    spec.initial = Profile{mode};
    for (const SpecFinding& f : check_spec(spec)) EXPECT_TRUE(f.warning) << f.key << " was refused";
    Assembly run(spec, cpu_device(1));
    run_to_end(run);
    const Domain domain = domain_of(run.grid(), 0.5);
    return errors_of(run, [&](const auto& x, double t) { return evaluate(mode, x, t, domain); });
}

/// What counts as order 2, 4, 6.
std::array<double, 2> accepted(int order) { return {0.9 * order, 1.1 * order}; }

TEST(HighOrder, TwoFourAndSixAreMeasuredBesidePeriodicInsulatedAndConstantWalls) {
    for (const int order : all_orders)
        for (const Keeping& k : keeping)
            for (std::size_t dim = 1; dim <= 3; ++dim) {
                const auto [least, most] = accepted(order);
                expect_order(
                    [&](index_t n) { return mode_error(std::vector<const Keeping*>(dim, &k), order, "auto", n); },
                    dim == 3 ? 24 : 32, least, most, std::string(k.name) + ", " + std::to_string(dim) + "-D");
            }
}

TEST(HighOrder, MixturesOfKeepingWallsKeepTheOrder) {
    for (const int order : all_orders) {
        const auto [least, most] = accepted(order);
        for (const Keeping& x : keeping)
            for (const Keeping& y : keeping)
                expect_order(
                    [&](index_t n) {
                        return mode_error({&x, &y}, order, "auto", n);
                    },
                    32, least, most, std::string(x.name) + " and " + y.name);
    }
}

TEST(HighOrder, AMoreAccurateIntegratorKeepsTheOrderToo) {
    expect_order([&](index_t n) { return mode_error({&keeping[0], &keeping[3]}, 4, "rk4", n); }, 32, 3.6, 4.4, "rk4");
    expect_order([&](index_t n) { return mode_error({&keeping[0], &keeping[3]}, 6, "rk4", n); }, 32, 5.4, 6.6, "rk4");
}

TEST(HighOrder, EulerGainsNothingFromIt) {
    const Errors two = mode_error({&keeping[0]}, 2, "euler", 32), four = mode_error({&keeping[0]}, 4, "euler", 32);
    EXPECT_GT(four.Linf, 0.2 * two.Linf);
    EXPECT_LT(mode_error({&keeping[0]}, 4, "rk2", 32).Linf, 0.01 * two.Linf);
}

} // namespace
} // namespace isotherm::test
