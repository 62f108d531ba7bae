/// The eigenmodes of the cell-centred Laplacian are known in closed form for any grid: one step multiplies a mode by
/// R(lambda dt). No discretisation error, so the tolerance is round-off.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "app/assemble.hpp"
#include "tests/unit/case_builder.hpp"

namespace isotherm::test {
namespace {

constexpr double pi = std::numbers::pi;

/// A pair of walls on one axis with the mode that they carry.
struct Pair {
    const char* name;
    WallSpec lo, hi;
    double (*shape)(double m, double i, double n);
    double (*angle)(double m, double n); ///< theta of the symbol: eigenvalue of d_m is 2 (cos(m theta) - 1)
};

const Pair pairs[] = {
    {"dirichlet", DirichletWall{0.0}, DirichletWall{0.0},
     [](double m, double i, double n) { return std::sin(m * pi * (i + 0.5) / n); },
     [](double m, double n) { return m * pi / n; }},
    {"insulated", InsulatedWall{}, InsulatedWall{},
     [](double m, double i, double n) { return std::cos(m * pi * (i + 0.5) / n); },
     [](double m, double n) { return m * pi / n; }},
    {"neumann0", NeumannWall{NeumannWall::Given::flux, 0.0}, NeumannWall{NeumannWall::Given::gradient, 0.0},
     [](double m, double i, double n) { return std::cos(m * pi * (i + 0.5) / n); },
     [](double m, double n) { return m * pi / n; }},
    {"mixed", DirichletWall{0.0}, InsulatedWall{},
     [](double m, double i, double n) { return std::sin((2 * m - 1) * pi * (i + 0.5) / (2 * n)); },
     [](double m, double n) { return (2 * m - 1) * pi / (2 * n); }},
    {"mixed_reversed", InsulatedWall{}, DirichletWall{0.0},
     [](double m, double i, double n) { return std::cos((2 * m - 1) * pi * (i + 0.5) / (2 * n)); },
     [](double m, double n) { return (2 * m - 1) * pi / (2 * n); }},
    {"periodic", PeriodicWall{}, PeriodicWall{},
     [](double m, double i, double n) { return std::cos(2 * pi * m * i / n + 0.7); },
     [](double m, double n) { return 2 * pi * m / n; }},
};

double symbol(int order, double theta) {
    const double d1 = 2 * (std::cos(theta) - 1), d2 = 2 * (std::cos(2 * theta) - 1), d3 = 2 * (std::cos(3 * theta) - 1);
    if (order == 2) return d1;
    if (order == 4) return (16 * d1 - d2) / 12;
    return (270 * d1 - 27 * d2 + 2 * d3) / 180;
}

double amplification(std::string_view integrator, double z) {
    if (integrator == "euler") return 1 + z;
    if (integrator == "rk2") return 1 + z + z * z / 2;
    if (integrator == "rk3") return 1 + z + z * z / 2 + z * z * z / 6;
    return 1 + z + z * z / 2 + z * z * z / 6 + z * z * z * z / 24;
}

/// Largest deviation of the field from factor^steps times the mode, relative to the mode's amplitude then.
double mode_error(const Pair* const axis_pair[3], int dim, int order, const char* integrator) {
    const std::vector<index_t> n{12, 10, 8};
    const std::vector<double> size{1, 0.7, 0.5};
    const double m[3] = {1, 1, 1};
    CaseSpec spec = plain_case({n.begin(), n.begin() + dim}, {size.begin(), size.begin() + dim}, 0.3);
    spec.order = order;
    spec.time.integrator = integrator;
    double lambda = 0;
    for (int d = 0; d < dim; ++d) {
        const auto at = static_cast<std::size_t>(d);
        spec.walls[2 * at] = axis_pair[d]->lo;
        spec.walls[2 * at + 1] = axis_pair[d]->hi;
        const double h = spec.grid.spacing[at];
        lambda += 0.3 / (h * h) * symbol(order, axis_pair[d]->angle(m[d], static_cast<double>(n[at])));
    }
    Assembly run(spec, cpu_device(1));
    // The mode is set through a second case whose initial field is known cell by cell.
    std::vector<double> mode(static_cast<std::size_t>(run.grid().cells()));
    const Grid& g = run.grid();
    for (index_t k = 0, at = 0; k < g.n[2]; ++k)
        for (index_t j = 0; j < g.n[1]; ++j)
            for (index_t i = 0; i < g.n[0]; ++i, ++at) {
                const double x[3] = {static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)};
                double v = 1;
                for (int d = 0; d < dim; ++d)
                    v *= axis_pair[d]->shape(m[d], x[d], static_cast<double>(g.n[static_cast<std::size_t>(d)]));
                mode[static_cast<std::size_t>(at)] = v;
            }
    run.set_field(all_cells(g), mode.data());
    const double dt = 0.9 * run.schedule().dt_max();
    const index_t steps = 20;
    run.advance({0, dt * static_cast<double>(steps), steps, 0, steps});
    std::vector<double> T(mode.size());
    run.read(all_cells(g), T.data(), Precision::fp64);
    const double factor = std::pow(amplification(integrator, lambda * dt), static_cast<double>(steps));
    double worst = 0;
    for (std::size_t c = 0; c < T.size(); ++c) worst = std::max(worst, std::abs(T[c] - factor * mode[c]));
    return worst / std::abs(factor);
}

TEST(DiscreteModes, EveryMixtureOfWallsDecaysByTheClosedFormFactor) {
    for (int dim = 1; dim <= 3; ++dim)
        for (const Pair& x : pairs)
            for (const Pair& y : pairs)
                for (const Pair& z : pairs) {
                    if ((dim < 2 && &y != pairs) || (dim < 3 && &z != pairs)) continue;
                    const Pair* const on[3] = {&x, &y, &z};
                    EXPECT_LT(mode_error(on, dim, 2, "euler"), 1e-12)
                        << dim << "-D " << x.name << " " << y.name << " " << z.name;
                }
}

TEST(DiscreteModes, EveryOrderAndIntegratorHasItsOwnFactor) {
    for (const int order : {2, 4, 6})
        for (const char* integrator : {"euler", "rk2", "rk3", "rk4"})
            for (const Pair& p : pairs) {
                const Pair* const on[3] = {&p, &p, &p};
                EXPECT_LT(mode_error(on, 3, order, integrator), 1e-12)
                    << "order " << order << " " << integrator << " " << p.name;
            }
}

TEST(DiscreteModes, TheReferenceRunHasItsPublishedFactor) {
    const Pair* const on[3] = {&pairs[0], &pairs[1], &pairs[5]};
    CaseSpec spec = plain_case({12, 10, 8}, {1, 0.7, 0.5}, 0.3);
    const Grid grid(spec.grid);
    double S = 0;
    for (const double h : grid.h) S += 1 / (h * h);
    const double dt = 0.9 / (2 * 0.3 * S);
    EXPECT_NEAR(dt, 0.0024831081081081083, 1e-17);
    EXPECT_NEAR(0.3 / (grid.h[0] * grid.h[0]) * symbol(2, on[0]->angle(1, 12)), -2.944008608624499, 1e-12);
}

} // namespace
} // namespace isotherm::test
