/// Global figures, norms, and moving fields in and out, against plain loops.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "kernels/base/error.hpp"
#include "kernels/reduce/fixed_sum.hpp"
#include "solver/observe/measure.hpp"
#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

Grid grid_of(const std::vector<index_t>& n) {
    return Grid(plain_case(n, std::vector<double>(n.size(), 1.0), 1.0).grid);
}
const std::vector<std::vector<index_t>> grids{{1},     {31},      {33},      {1000},    {7, 5},
                                              {65, 3}, {1, 1, 1}, {5, 4, 3}, {33, 7, 2}};

/// A field in memory that holds `T`.
Field field_of(const Grid& grid, Precision precision, const std::vector<double>& T) {
    Field field(grid, precision, cpu_device(1), "a test");
    write_cells(field, 0.0, all_cells(grid), T.data());
    return field;
}

TEST(FieldStats, AgreeWithPlainLoopsAndAreTheSameBitsForEveryThreadCount) {
    Dice dice;
    for (const auto& n : grids) {
        const Grid grid = grid_of(n);
        const std::vector<double> T = dice.field(grid, -5, 9);
        const Field field = field_of(grid, Precision::fp64, T);
        const FieldStats s = field_stats(field.const_view<double>(), cpu_device(1));
        double sum = 0, size = 0;
        for (const double v : T) sum += v, size += std::abs(v);
        EXPECT_EQ(s.min, *std::min_element(T.begin(), T.end()));
        EXPECT_EQ(s.max, *std::max_element(T.begin(), T.end()));
        EXPECT_NEAR(s.sum, sum, 1e-15 * size * 8);
        EXPECT_EQ(s.not_finite, 0);
        const FieldStats two = field_stats(field.const_view<double>(), cpu_device(2));
        EXPECT_EQ(std::memcmp(&s.sum, &two.sum, sizeof s.sum), 0);
        EXPECT_EQ(s.min, two.min);
        EXPECT_EQ(s.max, two.max);
    }
}

TEST(FieldStats, SinglePrecisionIsSummedInDouble) {
    const Grid grid = grid_of({100000});
    const Field field = field_of(grid, Precision::fp32, std::vector<double>(100000, 0.1));
    const double tenth = static_cast<double>(0.1F);
    EXPECT_NEAR(field_stats(field.const_view<float>(), cpu_device(1)).sum, 100000 * tenth, 1e-7);
}

TEST(FieldStats, CellsThatAreNoNumberAreCountedAndLeftOutOfTheExtremes) {
    const Grid grid = grid_of({5, 4, 3});
    std::vector<double> T(60, 2.0);
    T[7] = nan, T[30] = inf, T[59] = -inf, T[11] = -3, T[12] = 8;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        const Field field = field_of(grid, precision, T);
        const FieldStats s = precision == Precision::fp32 ? field_stats(field.const_view<float>(), cpu_device(1))
                                                          : field_stats(field.const_view<double>(), cpu_device(1));
        EXPECT_EQ(s.not_finite, 3);
        EXPECT_EQ(s.min, -3);
        EXPECT_EQ(s.max, 8);
        EXPECT_EQ(first_non_finite(field, grid), (std::array<index_t, 3>{2, 1, 0}));
    }
    EXPECT_EQ(first_non_finite(field_of(grid, Precision::fp64, std::vector<double>(60, 1e300)), grid), std::nullopt);
}

TEST(FieldStats, TheFirstCellThatIsNoNumberIsFoundWhereverItIs) {
    Dice dice;
    for (const auto& n : grids) {
        const Grid grid = grid_of(n);
        std::vector<double> T = dice.field(grid, 0, 1);
        const index_t at = dice.whole(0, grid.cells() - 1);
        T[static_cast<std::size_t>(at)] = nan;
        const std::array<index_t, 3> cell{at % grid.n[0], at / grid.n[0] % grid.n[1], at / (grid.n[0] * grid.n[1])};
        EXPECT_EQ(first_non_finite(field_of(grid, Precision::fp64, T), grid), cell);
    }
}

TEST(FieldStats, TheLargestDifferenceIsThatOfPlainLoopsAndNaNIsNotHidden) {
    Dice dice;
    const Grid grid = grid_of({33, 7, 2});
    std::vector<double> a = dice.field(grid, 0, 1);
    const std::vector<double> b = dice.field(grid, 0, 1);
    const Field fb = field_of(grid, Precision::fp64, b);
    EXPECT_EQ(
        max_difference(field_of(grid, Precision::fp64, a).const_view<double>(), fb.const_view<double>(), cpu_device(2)),
        largest_difference(a, b));
    a[100] = nan;
    EXPECT_TRUE(std::isnan(max_difference(field_of(grid, Precision::fp64, a).const_view<double>(),
                                          fb.const_view<double>(), cpu_device(1))));
}

TEST(FixedSum, LosesLessThanRoundOffAndKeepsItsOrder) {
    Dice dice;
    for (const index_t n : {0, 1, 31, 32, 33, 64, 1000}) {
        std::vector<double> x(static_cast<std::size_t>(n));
        long double sum = 0;
        for (double& v : x) sum += static_cast<long double>(v = dice.between(-1, 1));
        EXPECT_NEAR(fixed_sum(x.data(), n), static_cast<double>(sum), 1e-15 * static_cast<double>(n + 1));
    }
    double lanes[34] = {1e16, 1};
    lanes[33] = 1; // lane 1 has 1 + 1 before it meets 1e16
    EXPECT_EQ(fixed_sum(lanes, 34), 1e16 + 2);
}

TEST(ErrorNorms, AreVolumeWeightedAndNameTheWorstCell) {
    Dice dice;
    for (const auto& n : grids) {
        CaseSpec spec = plain_case(n, std::vector<double>(n.size(), 1.0), 1.0);
        spec.exact = FieldSpec{ExpressionText{"1+x-2*y+z+3*t"}};
        spec.compute.precision = Precision::fp64;
        Assembly run(spec, cpu_device(1));
        const Grid& grid = run.grid();
        const std::vector<double> T = dice.field(grid, -1, 1);
        set_all(run, T);
        const std::vector<double> exact = at_centres(grid, [](const auto& x) { return 1 + x[0] - 2 * x[1] + x[2]; });
        double L1 = 0, L2 = 0, Linf = 0;
        index_t worst = 0;
        for (std::size_t c = 0; c < T.size(); ++c) {
            const double e = std::abs(T[c] - exact[c]);
            L1 += e, L2 += e * e;
            if (e > Linf) Linf = e, worst = static_cast<index_t>(c);
        }
        const double cells = static_cast<double>(grid.cells());
        ASSERT_TRUE(run.error_norms());
        EXPECT_NEAR(run.error_norms()->L1, L1 / cells, 1e-13);
        EXPECT_NEAR(run.error_norms()->L2, std::sqrt(L2 / cells), 1e-13);
        EXPECT_NEAR(run.error_norms()->Linf, Linf, 1e-15 * 8);
        EXPECT_EQ(run.error_norms()->cell, (std::array<index_t, 3>{worst % grid.n[0], worst / grid.n[0] % grid.n[1],
                                                                   worst / (grid.n[0] * grid.n[1])}));
    }
}

TEST(ErrorNorms, AreTakenAtTheTimeOfTheClockAndShowNaN) {
    CaseSpec spec = plain_case({8}, {1.0}, 1.0);
    spec.exact = FieldSpec{ExpressionText{"3*t"}};
    Assembly run(spec, cpu_device(1));
    EXPECT_EQ(run.error_norms()->Linf, 0);
    run_steps(run, 1, 0.001);
    EXPECT_NEAR(run.error_norms()->Linf, 0.003, 1e-15);
    std::vector<double> T(8, 0.0);
    T[3] = nan;
    set_all(run, T);
    EXPECT_TRUE(std::isnan(run.error_norms()->Linf));
    EXPECT_THROW(run.check_finite(), NumericsError);
}

TEST(ErrorNorms, AreAbsentWithoutAnExactField) {
    EXPECT_FALSE(Assembly(plain_case({8}, {1.0}, 1.0), cpu_device(1)).error_norms());
}

} // namespace
} // namespace isotherm::test
