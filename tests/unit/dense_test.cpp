/// Every grid, odd and tiny ones first of all, against the scheme written once more as plain loops (dense.hpp).

#include <gtest/gtest.h>

#include "tests/unit/dense.hpp"
#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

/// A wall said twice: as a case says it, and as the plain loops do.
struct Twin {
    const char* name;
    WallSpec wall;
    DenseWall dense;
};

constexpr double alpha = 0.3, kappa = 1.7;

std::vector<Twin> twins() {
    using Kind = DenseWall::Kind;
    using Given = NeumannWall::Given;
    const auto constant = [](double v) { return [v](double) { return v; }; };
    return {{"insulated", InsulatedWall{}, {Kind::flux, constant(0), 0}},
            {"dirichlet", DirichletWall{0.8}, {Kind::fixed, constant(0.8), 0}},
            {"flux", NeumannWall{Given::flux, 0.6}, {Kind::flux, constant(0.6), 0}},
            {"gradient", NeumannWall{Given::gradient, -0.9}, {Kind::flux, constant(-0.9 * kappa), 0}},
            {"convection", ConvectionWall{4.2, 0.3}, {Kind::film, constant(0.3), 4.2}},
            {"dirichlet(t)",
             DirichletWall{expression("1+0.5*sin(90*t)")},
             {Kind::fixed, [](double t) { return 1 + 0.5 * std::sin(90 * t); }, 0}},
            {"flux(t)",
             NeumannWall{Given::flux, expression("cos(70*t)")},
             {Kind::flux, [](double t) { return std::cos(70 * t); }, 0}},
            {"convection(t)",
             ConvectionWall{1.1, expression("exp(-30*t)")},
             {Kind::film, [](double t) { return std::exp(-30 * t); }, 1.1}}};
}

/// What a few steps of fields of this size may differ by.
double round_off(const Vector& T) {
    double largest = 1;
    for (const double v : T) largest = std::max(largest, std::abs(v));
    return 4e-14 * largest;
}

/// A case on `n` cells with random walls and field beside its plain twin: the same after 6 steps.
void expect_plain_loops_agree(const std::vector<index_t>& n, int order, const std::string& integrator, bool equal,
                              Dice& dice) {
    const std::vector<double> size = [&] {
        std::vector<double> s;
        for (std::size_t d = 0; d < n.size(); ++d)
            s.push_back(static_cast<double>(n[d]) * (equal ? 0.1 : 0.1 + 0.03 * static_cast<double>(d)));
        return s;
    }();
    CaseSpec spec = plain_case(n, size, alpha);
    spec.material = {alpha, true, kappa, kappa / alpha};
    spec.order = order;
    spec.time.integrator = integrator;
    DenseProblem plain{{}, alpha, kappa, order};
    std::string names;
    for (std::size_t d = 0; d < n.size(); ++d) {
        const std::vector<Twin> all = twins();
        Twin lo = dice.one_of(all), hi = dice.one_of(all);
        if (dice.whole(0, 4) == 0) lo = hi = {"periodic", PeriodicWall{}, {DenseWall::Kind::periodic, {}, 0}};
        if (n[d] < order / 2) lo = hi = {"periodic", PeriodicWall{}, {DenseWall::Kind::periodic, {}, 0}};
        spec.walls[2 * d] = lo.wall;
        spec.walls[2 * d + 1] = hi.wall;
        plain.axes.push_back({n[d], spec.grid.spacing[d], lo.dense, hi.dense});
        names += std::string(lo.name) + "|" + hi.name + " ";
    }
    Assembly run(spec, cpu_device(1));
    const Vector start = dice.field(run.grid(), -1, 1);
    set_all(run, start);
    const double dt = run.schedule().dt_max();
    run_steps(run, 6, dt);
    const Vector expected = dense_steps(plain, butcher_of(integrator), start, 6, dt);
    ASSERT_LT(largest_difference(temperatures(run), expected), round_off(expected))
        << testing::PrintToString(n) << ", order " << order << ", " << integrator
        << (equal ? ", equal: " : ", unequal: ") << names;
}

const std::vector<std::vector<index_t>> grids{
    {1},     {2},       {3},       {7},       {37},      {1, 1},    {2, 1},    {1, 5},    {5, 2},     {13, 11},
    {33, 3}, {1, 1, 1}, {2, 1, 3}, {1, 7, 1}, {3, 1, 1}, {1, 2, 2}, {7, 5, 3}, {3, 5, 7}, {35, 2, 3}, {2, 3, 19}};

TEST(PlainLoops, AgreeOnOddAndTinyGridsForEveryOrderAndIntegrator) {
    Dice dice;
    for (const auto& n : grids)
        for (const int order : all_orders)
            for (const std::string& integrator : all_integrators())
                for (const bool equal : {true, false})
                    for (int draw = 0; draw < 2; ++draw)
                        ASSERT_NO_FATAL_FAILURE(expect_plain_loops_agree(n, order, integrator, equal, dice));
}

TEST(PlainLoops, AgreeOnPrimeGridsWithEveryPairOfWalls) {
    const std::vector<Twin> all = twins();
    for (const Twin& lo : all)
        for (const Twin& hi : all) {
            CaseSpec spec = plain_case({5, 11, 3}, {0.5, 0.9, 0.4}, alpha);
            spec.material = {alpha, true, kappa, kappa / alpha};
            DenseProblem plain{{}, alpha, kappa, 2};
            for (std::size_t d = 0; d < 3; ++d) {
                spec.walls[2 * d] = lo.wall;
                spec.walls[2 * d + 1] = hi.wall;
                plain.axes.push_back({spec.grid.cells[d], spec.grid.spacing[d], lo.dense, hi.dense});
            }
            Assembly run(spec, cpu_device(1));
            const Vector start =
                at_centres(run.grid(), [](const auto& x) { return std::sin(7 * x[0] + 5 * x[1] * x[2]); });
            set_all(run, start);
            const double dt = run.schedule().dt_max();
            run_steps(run, 20, dt);
            const Vector expected = dense_steps(plain, butcher_of("euler"), start, 20, dt);
            EXPECT_LT(largest_difference(temperatures(run), expected), round_off(expected))
                << lo.name << " | " << hi.name;
        }
}

} // namespace
} // namespace isotherm::test
