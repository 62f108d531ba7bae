/// Steps fused around spots: bit for bit what single steps give, also what the walls book.

#include <gtest/gtest.h>

#include "tests/parity/device_for_test.hpp"
#include "tests/unit/operator_steps.hpp"

namespace isotherm::test {
namespace {

/// Runs the case with a kernel that fuses and with one that does not. Returns the most steps that went around spots.
index_t expect_the_same(const CaseSpec& spec, Dice& dice, const std::string& what, std::size_t* excerpts = nullptr) {
    Steps fused(spec, "temporal"), single(spec, "rows");
    const auto T = dice.field(fused.grid(), 0, 1);
    fused.start(T), single.start(T);
    const double dt = fused.dt();
    double begin = 0;
    index_t most = 0;
    for (const index_t steps : {dice.whole(2, 40), dice.whole(1, 9)}) {
        most = std::max(most, fused.advance(begin, dt, steps));
        single.advance(begin, dt, steps);
        begin += static_cast<double>(steps) * dt;
    }
    EXPECT_EQ(fused.temperatures(), single.temperatures()) << what;
    for (int side = 0; side < 2 * fused.grid().dim; ++side)
        EXPECT_EQ(fused.booked(side), single.booked(side)) << what << ": heat of " << side_names[side];
    EXPECT_EQ(fused.sources().heat(), single.sources().heat()) << what;
    EXPECT_EQ(fused.sources().missed(), single.sources().missed()) << what;
    if (excerpts != nullptr) *excerpts = fused.excerpts();
    return most;
}

/// A grid on which few cells are near a small spot, about 1 m across.
CaseSpec random_grid(Dice& dice, int dim, int order) {
    const index_t r = order / 2;
    const index_t least = dim == 1 ? 60 * r : dim == 2 ? 30 * r : 14 + 8 * r;
    std::vector<index_t> cells;
    std::vector<double> size;
    for (int d = 0; d < dim; ++d) {
        cells.push_back(dice.whole(least, least + 20));
        size.push_back(dice.whole(0, 1) == 0 ? 1.0 : 0.01 * static_cast<double>(cells.back()));
    }
    CaseSpec spec = plain_case(cells, size, 0.1);
    spec.order = order;
    spec.compute.precision = dice.whole(0, 1) == 0 ? Precision::fp32 : Precision::fp64;
    return spec;
}

/// A volume source or a beam, in or at the grid or running off it, on for a while that ends inside steps.
SourceSpec random_spot(Dice& dice, const Grid& grid, double dt) {
    const double sigma = dice.between(0.05, 0.4) * *std::min_element(grid.h.begin(), grid.h.begin() + grid.dim);
    std::vector<std::array<double, 4>> path;
    const auto place = [&](double t) {
        std::array<double, 4> row{t, 0, 0, 0};
        for (int d = 0; d < grid.dim; ++d) {
            const auto at = static_cast<std::size_t>(d);
            row[1 + at] = dice.one_of<double>({0, dice.between(-0.02, 1.02), 1}) * grid.size(d);
        }
        return row;
    };
    path.push_back(place(0));
    if (dice.whole(0, 1) == 0) {
        path.push_back(path[0]);
        path[1][0] = 30 * dt;
        for (int d = 0; d < grid.dim; ++d)
            path[1][1 + static_cast<std::size_t>(d)] += dice.between(-9, 9) * grid.h[static_cast<std::size_t>(d)];
    }
    Windows windows;
    if (dice.whole(0, 1) == 0) windows = {{dice.between(0, 9) * dt, dice.between(12, 30) * dt}, {33.3 * dt, 35 * dt}};
    const Value power = dice.whole(0, 1) == 0 ? Value{dice.between(1, 9)} : Value{expression("3+sin(200*t)")};
    if (dice.whole(0, 1) == 0) return GaussianSource{power, {sigma, sigma, sigma}, path, windows};
    return BeamSource{static_cast<int>(dice.whole(0, 2 * grid.dim - 1)), power, 0.7, 2 * sigma, path, windows};
}

void add_spots(CaseSpec& spec, Dice& dice) {
    const Grid grid(spec.grid);
    const double dt = Steps(
                          [&] {
                              CaseSpec heated = spec;
                              heated.sources.push_back(GaussianSource{1.0, {1, 1, 1}, {{0, 0, 0, 0}}, {}});
                              return heated;
                          }(),
                          "rows")
                          .dt();
    for (index_t n = dice.whole(1, 3); n > 0; --n) spec.sources.push_back(random_spot(dice, grid, dt));
}

TEST(Excerpts, StepsAroundSpotsGiveTheBitsOfSingleSteps) {
    Dice dice;
    for (int dim = 1; dim <= 3; ++dim)
        for (const int order : all_orders) {
            int around = 0;
            for (int n = 0; n < (dim == 3 ? 12 : 40); ++n) {
                CaseSpec spec = random_grid(dice, dim, order);
                add_any_walls(spec, dice);
                add_spots(spec, dice);
                around += expect_the_same(spec, dice, fmt::format("{}-D order {} case {}", dim, order, n)) > 1;
                if (HasFailure()) return;
            }
            EXPECT_GE(around, 2) << dim << "-D, order " << order << ": nothing was tested";
        }
}

TEST(Excerpts, StepsAroundSpotsInMaterialsGiveTheBitsOfSingleSteps) {
    Dice dice;
    int around = 0;
    for (int dim = 1; dim <= 3; ++dim)
        for (int n = 0; n < (dim == 3 ? 16 : 40); ++n) {
            CaseSpec spec = random_grid(dice, dim, 2);
            add_any_walls(spec, dice);
            const index_t kind = dice.whole(0, 4);
            spec.material = {0.1, true, 0.2, 2.0};
            if (kind == 0) spec.material.per_axis = {{0.2, 0.1, 0.15}};
            if (kind == 1) spec.material.kappa_of_place = {"0.2+0.1*sin(9*x)"}, spec.material.heat_of_place = {"2+x"};
            if (kind == 2)
                spec.sources = {UniformSource{UniformSource::Given::density, expression("1+x"), ""},
                                UniformSource{UniformSource::Given::density, expression("sin(90*t)"), ""}};
            if (kind >= 3) {
                RegionSpec ball;
                ball.name = "ball";
                ball.shape = SphereShape{{0.3, dim > 1 ? 0.4 : 0.5, dim > 2 ? 0.3 : 0.5}, 0.3};
                ball.material = MaterialSpec{0.05, true, 0.05, 1.0};
                if (kind == 4) ball.source = expression("5+cos(70*t)");
                spec.regions = {ball};
            }
            add_spots(spec, dice);
            around += expect_the_same(spec, dice, fmt::format("{}-D kind {} case {}", dim, kind, n)) > 1;
            if (HasFailure()) return;
        }
    EXPECT_GE(around, 10) << "nothing was tested";
}

/// A spot smaller than a cell at these places of a block of 40 x 40 x 40 cells of 1 m.
CaseSpec block_with_spots(const std::vector<std::array<double, 3>>& places, double sigma = 0.1) {
    CaseSpec spec = plain_case({40, 40, 40}, {40, 40, 40}, 1.0);
    for (const auto& x : places)
        spec.sources.push_back(GaussianSource{5.0, {sigma, sigma, sigma}, {{0, x[0], x[1], x[2]}}, {}});
    return spec;
}

TEST(Excerpts, SpotsApartFromEachOtherHaveExcerptsOfTheirOwn) {
    Dice dice;
    std::size_t excerpts = 0;
    EXPECT_GT(expect_the_same(block_with_spots({{5, 5, 5}, {35, 35, 35}}), dice, "corners", &excerpts), 1);
    EXPECT_EQ(excerpts, 2u);
    EXPECT_GT(expect_the_same(block_with_spots({{5, 5, 5}, {8, 7, 5}}), dice, "close", &excerpts), 1);
    EXPECT_EQ(excerpts, 1u);
}

TEST(Excerpts, AnExcerptReachesAsFarAsHeatGoesAndNoFarther) {
    const Grid grid(plain_case({100, 100, 4}, {1, 1, 1}, 1.0).grid);
    const CellBox spot{{50, 3, 0}, {52, 4, 4}};
    const auto shape = excerpts_around({spot}, grid, {false, false, false}, 2, 3).at(0);
    EXPECT_EQ(shape.kept.lo, (std::array<index_t, 3>{46, 0, 0}));
    EXPECT_EQ(shape.kept.hi, (std::array<index_t, 3>{56, 8, 4}));
    EXPECT_EQ(shape.read.lo, (std::array<index_t, 3>{40, 0, 0}));
    EXPECT_EQ(shape.read.hi, (std::array<index_t, 3>{62, 14, 4}));
    const auto ring = excerpts_around({spot}, grid, {true, true, false}, 2, 3).at(0);
    EXPECT_EQ(ring.ring, (std::array<bool, 3>{false, true, false})); // only what reaches over the end goes all round
    EXPECT_EQ(ring.kept.hi[1], 100);
}

TEST(Excerpts, SingleStepsAreTakenWhereExcerptsWouldNotPay) {
    Dice dice;
    const auto first_pass = [&](const CaseSpec& spec) { return expect_the_same(spec, dice, "single"); };
    EXPECT_EQ(first_pass(block_with_spots({{20, 20, 20}}, 2.0)), 1); // 9 sigma are 18 cells
    CaseSpec expressed = block_with_spots({{20, 20, 20}});
    expressed.sources.push_back(UniformSource{UniformSource::Given::density, expression("x*t"), ""});
    EXPECT_EQ(first_pass(expressed), 1);
}

TEST(Excerpts, ASpotThatIsOffCostsNothing) {
    CaseSpec spec = block_with_spots({{20, 20, 20}}, 2.0); // too large to be fused around
    auto& spot = std::get<GaussianSource>(spec.sources[0]);
    spot.windows = {{1.05, 2.0}};
    Steps steps(spec, "temporal");
    steps.start(std::vector<double>(64000, 0.0));
    EXPECT_EQ(steps.advance(0, 0.1, 8), 8);
    EXPECT_EQ(steps.advance(0.8, 0.1, 8), 2); // the third of these begins before the window and ends in it
}

/// Some steps of both from the same field. Returns how many steps the first pass of the one took.
index_t expect_the_same(Steps& one, Steps& other, Dice& dice, int n) {
    const auto T = dice.field(one.grid(), 0, 1);
    one.start(T), other.start(T);
    const index_t steps = dice.whole(2, 40), at_once = one.advance(0, one.dt(), steps);
    other.advance(0, other.dt(), steps);
    EXPECT_EQ(one.temperatures(), other.temperatures()) << n;
    for (int side = 0; side < 6; ++side) EXPECT_EQ(one.heat(side), other.heat(side)) << n << " " << side;
    return at_once;
}

TEST(Excerpts, OnAGpuStepsOfSmallGridsMeetEverySpot) {
    std::string why;
    const Device gpu = parity::device_for_test(Backend::cuda, why);
    if (!why.empty()) return parity::skip_or_fail(why);
    Dice dice;
    for (int n = 0; n < 8; ++n) {
        CaseSpec spec = plain_case({48, 40, 36}, {1, 1, 1}, 0.1);
        spec.compute.precision = n % 2 == 0 ? Precision::fp32 : Precision::fp64;
        add_any_walls(spec, dice);
        add_spots(spec, dice);
        Steps stays(spec, "resident", gpu), single(spec, "naive", gpu);
        (void)expect_the_same(stays, single, dice, n);
    }
}

TEST(Excerpts, OnAGpuStepsAroundSpotsGiveTheBitsOfSingleSteps) {
    std::string why;
    const Device gpu = parity::device_for_test(Backend::cuda, why);
    if (!why.empty()) parity::skip_or_fail(why);
    if (!why.empty()) return;
    Dice dice;
    int around = 0;
    for (int n = 0; n < 12; ++n) {
        CaseSpec spec = plain_case({232, 216, 208}, {1, 1, 1}, 0.1); // fewer cells are not fused
        spec.compute.precision = n % 2 == 0 ? Precision::fp32 : Precision::fp64;
        add_any_walls(spec, dice);
        add_spots(spec, dice);
        Steps fused(spec, "temporal", gpu), single(spec, "naive", gpu);
        around += expect_the_same(fused, single, dice, n) > 1;
    }
    EXPECT_GE(around, 3) << "nothing was tested";
}

} // namespace
} // namespace isotherm::test
