/// Fields that the scheme keeps or follows without any discretisation error: linear ones between fitting walls, and
/// T = x^2 + y^2 + z^2 + 6 alpha t with its own fluxes on the walls.

#include <gtest/gtest.h>

#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

constexpr double alpha = 0.3, kappa = 1.7, h = 4.0;
const std::vector<index_t> cells{7, 5, 6};
const std::vector<double> sizes{1.1, 0.7, 0.5};

CaseSpec block(std::size_t dim) {
    CaseSpec spec = plain_case({cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(dim)},
                               {sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(dim)}, alpha);
    spec.material = {alpha, true, kappa, kappa / alpha};
    spec.grid.origin = {0.2, -0.4, 0.1};
    return spec;
}

/// T = 3 + 2 x - 5 y + 4 z, as far as the axes go.
constexpr std::array<double, 3> slope{2, -5, 4};
double linear(const std::array<double, 3>& x, std::size_t dim) {
    double T = 3;
    for (std::size_t d = 0; d < dim; ++d) T += slope[d] * x[d];
    return T;
}

/// The wall of each kind that fits the linear field on `side`.
WallSpec fitting(const std::string& kind, std::size_t side, std::size_t dim, const Grid& grid) {
    const std::size_t axis = side / 2;
    const double outward = side % 2 == 1 ? slope[axis] : -slope[axis]; // dT/dn
    std::string T =
        std::to_string(3 + slope[axis] * (side % 2 == 1 ? grid.upper(static_cast<int>(axis)) : grid.lower[axis]));
    for (std::size_t d = 0; d < dim; ++d)
        if (d != axis) T += "+(" + std::to_string(slope[d]) + ")*" + std::string(1, "xyz"[d]);
    if (kind == "dirichlet") return DirichletWall{expression(T)};
    if (kind == "flux") return NeumannWall{NeumannWall::Given::flux, kappa * outward};
    if (kind == "gradient") return NeumannWall{NeumannWall::Given::gradient, outward};
    return ConvectionWall{h, expression(T + "+(" + std::to_string(kappa * outward / h) + ")")};
}

TEST(SteadyFields, ALinearFieldStaysBetweenFittingWallsOfEveryKindAndOrder) {
    Dice dice;
    const std::vector<std::string> kinds{"dirichlet", "flux", "gradient", "convection"};
    for (const std::size_t dim : {1, 2, 3})
        for (const int order : all_orders)
            for (const std::string& integrator : all_integrators())
                for (int draw = 0; draw < 6; ++draw) {
                    CaseSpec spec = block(dim);
                    spec.order = order;
                    spec.time.integrator = integrator;
                    const Grid grid(spec.grid);
                    std::string what;
                    for (std::size_t side = 0; side < 2 * dim; ++side) {
                        const std::string& kind = draw < 4 ? kinds[static_cast<std::size_t>(draw)] : dice.one_of(kinds);
                        spec.walls[side] = fitting(kind, side, dim, grid);
                        what += kind + " ";
                    }
                    Assembly run(spec, cpu_device(1));
                    const std::vector<double> T = at_centres(grid, [&](const auto& x) { return linear(x, dim); });
                    set_all(run, T);
                    run_steps(run, 100, run.schedule().dt_max());
                    ASSERT_LT(largest_difference(temperatures(run), T), 2e-13)
                        << dim << "-D, order " << order << ", " << integrator << ": " << what;
                }
}

TEST(SteadyFields, ASteadyFieldHasNoRateOfChange) {
    CaseSpec spec = block(3);
    spec.initial = Profile{Linear{3.0, slope}};
    const Grid grid(spec.grid);
    for (std::size_t side = 0; side < 6; ++side) {
        const double outward = side % 2 == 1 ? slope[side / 2] : -slope[side / 2];
        spec.walls[side] = NeumannWall{NeumannWall::Given::gradient, outward};
    }
    Assembly run(spec, cpu_device(1));
    EXPECT_LT(run.relative_rate(), 1e-11);
}

TEST(SteadyFields, AQuadraticFieldIsFollowedExactlyWithItsOwnFluxesOnTheWalls) {
    for (const std::size_t dim : {1, 2, 3})
        for (const std::string& integrator : all_integrators()) {
            CaseSpec spec = block(dim);
            spec.time.integrator = integrator;
            const Grid grid(spec.grid);
            for (std::size_t side = 0; side < 2 * dim; ++side) {
                const std::size_t axis = side / 2;
                const double x = side % 2 == 1 ? grid.upper(static_cast<int>(axis)) : grid.lower[axis];
                spec.walls[side] = NeumannWall{NeumannWall::Given::flux, kappa * 2 * x * (side % 2 == 1 ? 1 : -1)};
            }
            Assembly run(spec, cpu_device(1));
            const auto exact = [&](const std::array<double, 3>& x, double t) {
                double T = 2 * static_cast<double>(dim) * alpha * t;
                for (std::size_t d = 0; d < dim; ++d) T += x[d] * x[d];
                return T;
            };
            set_all(run, at_centres(grid, [&](const auto& x) { return exact(x, 0); }));
            run_steps(run, 100, 0.9 * run.schedule().dt_max());
            const double t = run.clock().time;
            EXPECT_LT(
                largest_difference(temperatures(run), at_centres(grid, [&](const auto& x) { return exact(x, t); })),
                1e-13)
                << dim << "-D, " << integrator;
        }
}

TEST(SteadyFields, ASquareWithOneWarmSideIsAQuarterInTheMiddleAndACubeASixth) {
    for (const std::size_t dim : {2, 3}) {
        CaseSpec spec = plain_case(std::vector<index_t>(dim, 9), std::vector<double>(dim, 1.0), 1.0);
        spec.walls.fill(DirichletWall{0.0});
        spec.walls[3] = DirichletWall{1.0};
        Assembly run(spec, cpu_device(1));
        run_steps(run, 2500, run.schedule().dt_max());
        const double centre = temperatures(run)[static_cast<std::size_t>(run.grid().cells() / 2)];
        EXPECT_NEAR(centre, dim == 2 ? 0.25 : 1.0 / 6, 1e-14);
    }
}

} // namespace
} // namespace isotherm::test
