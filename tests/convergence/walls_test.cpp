/// Space order 2 in one, two and three axes beside walls whose values vary in time and over the face: the exact field
/// T = 1 + prod_d sin(k_d x_d + p_d) exp(-alpha sum k_d^2 t) gives each wall the value that fits it.

#include <gtest/gtest.h>

#include "tests/convergence/order.hpp"

namespace isotherm::test {
namespace {

constexpr double alpha = 0.7, kappa = 1.9, film = 2.3;
constexpr std::array<double, 3> wave{2.1, 1.3, 1.7}, phase{0.4, 0.9, -0.3}, size{1.0, 1.2, 0.8};

double rate(std::size_t dim) {
    double sum = 0;
    for (std::size_t d = 0; d < dim; ++d) sum += alpha * wave[d] * wave[d];
    return sum;
}

double exact(const std::array<double, 3>& x, double t, std::size_t dim) {
    double T = std::exp(-rate(dim) * t);
    for (std::size_t d = 0; d < dim; ++d) T *= std::sin(wave[d] * x[d] + phase[d]);
    return 1 + T;
}

/// The shape as an expression, with the cosine (its derivative over the wave number) along `derived`.
std::string shape(std::size_t dim, std::size_t derived) {
    std::string text = "exp(-" + std::to_string(rate(dim)) + "*t)";
    for (std::size_t d = 0; d < dim; ++d)
        text += std::string("*") + (d == derived ? "cos(" : "sin(") + std::to_string(wave[d]) + "*" + "xyz"[d] + "+(" +
                std::to_string(phase[d]) + "))";
    return text;
}

WallSpec fitting(const std::string& kind, std::size_t side, std::size_t dim) {
    const std::size_t axis = side / 2;
    const std::string T = "1+" + shape(dim, 3);
    const std::string outward = std::to_string((side % 2 == 1 ? 1 : -1) * wave[axis]) + "*" + shape(dim, axis); // dT/dn
    if (kind == "dirichlet") return DirichletWall{expression(T)};
    if (kind == "flux") return NeumannWall{NeumannWall::Given::flux, expression(std::to_string(kappa) + "*" + outward)};
    if (kind == "gradient") return NeumannWall{NeumannWall::Given::gradient, expression(outward)};
    return ConvectionWall{film, expression(T + "+" + std::to_string(kappa / film) + "*" + outward)};
}

const std::vector<std::string> kinds{"dirichlet", "flux", "gradient", "convection"};

CaseSpec case_beside(const std::array<std::string, 6>& walls, index_t n, std::size_t dim) {
    std::vector<index_t> cells;
    for (std::size_t d = 0; d < dim; ++d) cells.push_back(n - n / 4 * static_cast<index_t>(d)); // 4 : 3 : 2
    CaseSpec spec = plain_case(cells, {size.begin(), size.begin() + static_cast<std::ptrdiff_t>(dim)}, alpha);
    spec.material = {alpha, true, kappa, kappa / alpha};
    for (std::size_t side = 0; side < 2 * dim; ++side) spec.walls[side] = fitting(walls[side], side, dim);
    spec.time.end = 0.1;
    return spec;
}

Errors error_of(const CaseSpec& spec, std::size_t dim) {
    Assembly run(spec, cpu_device(1));
    set_all(run, at_centres(run.grid(), [&](const auto& x) { return exact(x, 0, dim); }));
    run_to_end(run);
    return errors_of(run, [&](const auto& x, double t) { return exact(x, t, dim); });
}

Errors error_beside(const std::array<std::string, 6>& walls, index_t n, std::size_t dim) {
    return error_of(case_beside(walls, n, dim), dim);
}

TEST(VaryingWalls, EveryKindIsOfSecondOrderOnEverySideOfARod) {
    for (const std::string& lo : kinds)
        for (const std::string& hi : kinds)
            expect_order(
                [&](index_t n) {
                    return error_beside({lo, hi, "", "", "", ""}, n, 1);
                },
                64, 1.8, 2.2, lo + " | " + hi);
}

TEST(VaryingWalls, EveryKindIsOfSecondOrderOnPlatesAndBlocks) {
    for (const std::string& kind : kinds) {
        const std::array<std::string, 6> walls{kind, kind, kind, kind, kind, kind};
        expect_order([&](index_t n) { return error_beside(walls, n, 2); }, 32, 1.8, 2.2, kind + ", plate");
        expect_order([&](index_t n) { return error_beside(walls, n, 3); }, 32, 1.8, 2.2, kind + ", block");
    }
}

TEST(VaryingWalls, AMixtureOfAllKindsIsOfSecondOrder) {
    const std::array<std::string, 6> walls{"dirichlet", "convection", "flux", "dirichlet", "convection", "gradient"};
    expect_order([&](index_t n) { return error_beside(walls, n, 3); }, 32, 1.8, 2.2, "mixture");
}

TEST(VaryingWalls, ThoseBesideWhichOrderFourFallsAreRefusedUnlessTheCaseAllowsIt) {
    for (const std::string& kind : kinds) {
        const auto high = [&](index_t n) {
            CaseSpec spec = case_beside({kind, kind, "", "", "", ""}, n, 1);
            spec.order = 4;
            return spec;
        };
        expect_order([&](index_t n) { return error_of(high(n), 1); }, 64, 1.3, 3.0, kind + " at order 4");
        CaseSpec spec = high(16);
        const auto errors = [](const CaseSpec& wrong) { // a warning says that alpha is that of no material
            auto found = check_spec(wrong);
            std::erase_if(found, [](const SpecFinding& f) { return f.warning; });
            return found;
        };
        const auto found = errors(spec);
        ASSERT_EQ(found.size(), 2U) << kind;
        EXPECT_EQ(found[0].key, "boundary.x_lo");
        EXPECT_EQ(found[1].key, "boundary.x_hi");
        EXPECT_FALSE(found[0].warning);
        spec.compute.allow_reduced_order = true;
        EXPECT_TRUE(errors(spec).empty()) << kind;
    }
}

} // namespace
} // namespace isotherm::test
