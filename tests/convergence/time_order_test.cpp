/// The order in time of every integrator on a fixed grid, against the solution of the semi-discrete problem itself, so
/// that the error in space cancels: walls at rest and walls that vary in time, heat through them included.

#include <gtest/gtest.h>

#include "tests/convergence/order.hpp"
#include "tests/unit/dense.hpp"

namespace isotherm::test {
namespace {

constexpr double alpha = 0.6, kappa = 1.3;

/// A plate of 6 x 5 cells whose walls vary in time (or stand still).
struct Twin {
    CaseSpec spec;
    DenseProblem plain;
};

Twin plate(bool varying, int order) {
    Twin t{plain_case({6, 5}, {1.2, 0.8}, alpha), {{}, alpha, kappa, order}};
    t.spec.material = {alpha, true, kappa, kappa / alpha};
    t.spec.order = order;
    t.spec.time.end = 0.02;
    using Kind = DenseWall::Kind;
    const auto choose_wall = [&](std::size_t side, WallSpec constant, WallSpec moving, DenseWall dense,
                                 double at_rest) {
        t.spec.walls[side] = varying ? moving : constant;
        if (!varying) dense.value = [at_rest](double) { return at_rest; };
        return dense;
    };
    const DenseWall x_lo = choose_wall(0, DirichletWall{0.5}, DirichletWall{expression("sin(60*t)")},
                                       {Kind::fixed, [](double s) { return std::sin(60 * s); }, 0}, 0.5);
    const DenseWall x_hi = choose_wall(1, ConvectionWall{3.0, 0.2}, ConvectionWall{3.0, expression("exp(-40*t)")},
                                       {Kind::film, [](double s) { return std::exp(-40 * s); }, 3.0}, 0.2);
    const DenseWall y_lo = choose_wall(2, NeumannWall{NeumannWall::Given::flux, 0.7},
                                       NeumannWall{NeumannWall::Given::flux, expression("cos(50*t)")},
                                       {Kind::flux, [](double s) { return std::cos(50 * s); }, 0}, 0.7);
    const DenseWall y_hi =
        choose_wall(3, InsulatedWall{}, InsulatedWall{}, {Kind::flux, [](double) { return 0.0; }, 0}, 0.0);
    t.plain.axes = {{6, t.spec.grid.spacing[0], x_lo, x_hi}, {5, t.spec.grid.spacing[1], y_lo, y_hi}};
    return t;
}

double start_field(const std::array<double, 3>& x) { return std::cos(2 * x[0] - x[1]) + 0.3 * x[0] * x[1]; }

void expect_time_order(const Scheme& scheme, bool varying, int order) {
    Twin t = plate(varying, order);
    const Vector start = at_centres(Grid(t.spec.grid), start_field);
    const Vector exact = dense_steps(t.plain, butcher_of("rk4"), start, 2000, 0.02 / 2000);
    t.spec.time.integrator = std::string(scheme.name);
    std::vector<double> errors;
    for (const index_t steps : {5, 10, 20}) {
        Assembly run(t.spec, cpu_device(1));
        set_all(run, start);
        run.advance({0, 0.02, steps, 0, steps});
        errors.push_back(largest_difference(temperatures(run), exact));
    }
    const double measured = std::log2(errors[1] / errors[2]), declared = scheme.order;
    EXPECT_NEAR(measured, declared, 0.1 * declared)
        << scheme.name << (varying ? ", walls vary" : ", walls rest") << ", space order " << order << ": "
        << testing::PrintToString(errors);
}

TEST(TimeOrder, EveryIntegratorHasTheOrderThatItDeclares) {
    for (const Scheme& scheme : schemes())
        for (const int order : all_orders) expect_time_order(scheme, false, order);
}

TEST(TimeOrder, WallsThatVaryInTimeKeepIt) {
    for (const Scheme& scheme : schemes())
        for (const int order : all_orders) expect_time_order(scheme, true, order);
}

TEST(TimeOrder, TheHeatThroughWallsHasItToo) {
    const auto heats = [](std::string_view integrator, index_t steps) {
        Twin t = plate(true, 2);
        t.spec.time.integrator = integrator;
        Assembly run(t.spec, cpu_device(1));
        set_all(run, at_centres(run.grid(), start_field));
        run.advance({0, 0.02, steps, 0, steps});
        const auto& heat = run.diagnostics().heat;
        return std::vector<double>(heat.begin(), heat.end());
    };
    const std::vector<double> exact = heats("rk4", 4000);
    for (const Scheme& scheme : schemes()) {
        const double e1 = largest_difference(heats(scheme.name, 40), exact),
                     e2 = largest_difference(heats(scheme.name, 80), exact);
        EXPECT_NEAR(std::log2(e1 / e2), scheme.order, 0.15 * scheme.order) << scheme.name << ": " << e1 << ", " << e2;
    }
}

} // namespace
} // namespace isotherm::test
