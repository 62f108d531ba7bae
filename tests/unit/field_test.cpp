/// Fields in and out of a device, boxes of cells, slabs, regions of the initial field.

#include <gtest/gtest.h>

#include "kernels/base/error.hpp"
#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

Grid grid_of(const std::vector<index_t>& n) {
    return Grid(plain_case(n, std::vector<double>(n.size(), 1.0), 1.0).grid);
}

CellBox random_box(const Grid& grid, Dice& dice) {
    CellBox box;
    for (std::size_t d = 0; d < 3; ++d) {
        box.lo[d] = dice.whole(0, grid.n[d] - 1);
        box.hi[d] = dice.whole(box.lo[d] + 1, grid.n[d]);
    }
    return box;
}

TEST(Field, WritesAndReadsAnyBoxAndTouchesNothingElse) {
    Dice dice;
    for (const auto& n : std::vector<std::vector<index_t>>{{1}, {37}, {5, 9}, {7, 5, 4}, {33, 3, 6}})
        for (const Precision precision : {Precision::fp32, Precision::fp64})
            for (int draw = 0; draw < 20; ++draw) {
                const Grid grid = grid_of(n);
                const double reference = draw % 2 == 0 ? 0.0 : 0.5; // halves are exact in both precisions
                const Leeway leeway = draw % 3 == 0 ? Leeway{2, 3, draw % 4} : Leeway{}; // anywhere in its memory
                Field field(grid, precision, cpu_device(1), "a test", leeway);
                std::vector<double> expected(static_cast<std::size_t>(grid.cells()));
                for (double& v : expected) v = 0.5 * static_cast<double>(dice.whole(-1000, 1000));
                write_cells(field, reference, all_cells(grid), expected.data());
                const CellBox box = random_box(grid, dice);
                std::vector<double> patch(static_cast<std::size_t>(box.cells()));
                for (double& v : patch) v = 0.5 * static_cast<double>(dice.whole(-1000, 1000));
                write_cells(field, reference, box, patch.data());
                index_t at = 0;
                for (index_t k = box.lo[2]; k < box.hi[2]; ++k)
                    for (index_t j = box.lo[1]; j < box.hi[1]; ++j)
                        for (index_t i = box.lo[0]; i < box.hi[0]; ++i)
                            expected[static_cast<std::size_t>(i + grid.n[0] * (j + grid.n[1] * k))] =
                                patch[static_cast<std::size_t>(at++)];
                std::vector<double> all(expected.size());
                read_cells(field, reference, all_cells(grid), all.data(), Precision::fp64);
                ASSERT_EQ(all, expected);
                std::vector<float> again(patch.size());
                read_cells(field, reference, box, again.data(), Precision::fp32);
                for (std::size_t c = 0; c < patch.size(); ++c) ASSERT_EQ(static_cast<double>(again[c]), patch[c]);
            }
}

TEST(Field, WithLeewayItStaysInItsMemoryWhateverWayItTakes) {
    Dice dice;
    for (int draw = 0; draw < 50; ++draw) {
        const Grid grid = grid_of({dice.whole(1, 9), dice.whole(1, 9), dice.whole(1, 9)});
        const index_t most = dice.whole(1, 12);
        Field field(grid, Precision::fp64, cpu_device(1), "a test", {dice.whole(1, 3), most, dice.whole(0, most)});
        const CellBox all = all_cells(grid);
        for (index_t left = dice.whole(1, 60); left > 0;) {
            const index_t from = field.layout().offset(all), steps = field.leeway().take(left, dice.whole(0, 15));
            const index_t to = field.layout().offset(all);
            ASSERT_GE(steps, 1);
            EXPECT_EQ(std::abs(to - from), steps * field.leeway().move(field.pitch(), field.plane()));
            EXPECT_GE(to, 0);
            EXPECT_LE((to + field.layout().span(all)) * 8, field.memory().bytes());
            left -= steps;
        }
    }
}

TEST(Field, PiecesTileABoxInItsOrderAndHoldNothingElse) {
    Dice dice;
    for (const auto& n : std::vector<std::vector<index_t>>{{37}, {5, 9}, {7, 5, 4}, {33, 3, 6}})
        for (int draw = 0; draw < 40; ++draw) {
            const Grid grid = grid_of(n);
            CellBox box = random_box(grid, dice);
            for (std::size_t d = 0; d < 2; ++d) // often whole rows, and whole planes
                if (dice.whole(0, 2) > 0) box.lo[d] = 0, box.hi[d] = grid.n[d];
            const FieldLayout layout = Field(grid, Precision::fp32, cpu_device(1), "a test").layout();
            std::vector<index_t> expected, got;
            const auto cells_of = [&](const CellBox& b, std::vector<index_t>& to) {
                for (index_t k = b.lo[2]; k < b.hi[2]; ++k)
                    for (index_t j = b.lo[1]; j < b.hi[1]; ++j)
                        for (index_t i = b.lo[0]; i < b.hi[0]; ++i)
                            to.push_back(i + layout.pitch * (j + grid.n[1] * k));
            };
            cells_of(box, expected);
            for (const CellBox& piece : pieces(layout, box)) {
                index_t cells = 0; // of the grid, from the piece's first place to its last
                for (index_t at = layout.offset(piece); at < layout.offset(piece) + layout.span(piece); ++at)
                    cells += at % layout.pitch < grid.n[0];
                EXPECT_EQ(cells, piece.cells());
                cells_of(piece, got);
            }
            EXPECT_EQ(got, expected);
            if (box.cells() == grid.cells()) {
                EXPECT_EQ(pieces(layout, box).size(), 1U);
            }
        }
}

TEST(Field, TheReferenceIsAddedInDoublePrecision) {
    const Grid grid = grid_of({3});
    Field field(grid, Precision::fp32, cpu_device(1), "a test");
    const double T[3] = {293.15000001, 293.15, 293.14999999};
    write_cells(field, 293.15, all_cells(grid), T);
    double back[3];
    read_cells(field, 293.15, all_cells(grid), back, Precision::fp64);
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(back[c], T[c], 1e-13);
}

TEST(Field, SlabsCoverTheGridOnceInMemoryOrderAndKeepTheirSize) {
    Dice dice;
    for (int draw = 0; draw < 200; ++draw) {
        const Grid grid = grid_of({dice.whole(1, 40), dice.whole(1, 20), dice.whole(1, 9)});
        const index_t most = dice.whole(1, 900);
        index_t next = 0;
        for (const CellBox& box : slabs(grid, most)) {
            ASSERT_LE(box.cells(), most);
            for (index_t k = box.lo[2]; k < box.hi[2]; ++k)
                for (index_t j = box.lo[1]; j < box.hi[1]; ++j)
                    for (index_t i = box.lo[0]; i < box.hi[0]; ++i)
                        ASSERT_EQ(i + grid.n[0] * (j + grid.n[1] * k), next++);
        }
        ASSERT_EQ(next, grid.cells());
    }
}

TEST(InitialField, LaterRegionsWinAndThoseWithoutAValueChangeNothing) {
    CaseSpec spec = plain_case({10, 10}, {1, 1}, 1.0);
    spec.initial = ExpressionText{"x"};
    spec.regions = {{"left", BoxShape{{0, 0, 0}, {0.5, 1, 0}}, FieldSpec{5.0}},
                    {"material only", BoxShape{{0, 0, 0}, {1, 1, 0}}, std::nullopt},
                    {"corner", BoxShape{{0, 0, 0}, {0.3, 0.3, 0}}, FieldSpec{ExpressionText{"100*y"}}}};
    const std::vector<double> T = temperatures(Assembly(spec, cpu_device(2)));
    EXPECT_NEAR(T[0 + 10 * 0], 5.0, 1e-15); // 100 * 0.05
    EXPECT_NEAR(T[1 + 10 * 2], 25.0, 1e-13);
    EXPECT_EQ(T[4 + 10 * 0], 5.0);
    EXPECT_EQ(T[0 + 10 * 7], 5.0);
    EXPECT_NEAR(T[7 + 10 * 7], 0.75, 1e-15);
}

TEST(InitialField, ProfilesStandAtTheirTimeZero) {
    CaseSpec spec = plain_case({6, 5, 4}, {1.2, 1, 0.8}, 0.3);
    spec.grid.origin = {-0.4, 0.2, 3};
    const SineMode mode{2.0, 1.0, {1, 2, 1}, {SineMode::Wave::sine, SineMode::Wave::cosine, SineMode::Wave::periodic}};
    spec.initial = Profile{mode};
    Assembly run(spec, cpu_device(1));
    const Domain domain = domain_of(run.grid(), 0.3);
    EXPECT_LT(largest_difference(temperatures(run),
                                 at_centres(run.grid(), [&](const auto& x) { return evaluate(mode, x, 0, domain); })),
              1e-15);
}

TEST(InitialField, ARowOfSeveralLayersHasEveryCellsOwnBits) {
    CaseSpec spec = plain_case({23, 7, 5}, {1, 0.8, 0.6}, 1.0);
    const Gaussian far{3.0, 1.0, {0.2, 0.5, 0.1}, {0.3, 0.2, 0.4}};
    const Linear near{5.0, {1, -2, 3}};
    spec.initial = Profile{far};
    spec.regions = {{"ball", SphereShape{{0.5, 0.4, 0.3}, 0.3}, FieldSpec{Profile{near}}},
                    {"bar", BoxShape{{0.1, 0.3, 0}, {0.9, 0.5, 1}}, FieldSpec{7.0}}};
    const Assembly run(spec, cpu_device(2));
    const Grid& grid = run.grid();
    const Domain domain = domain_of(grid, 1.0);
    const ShapeCells ball(spec.regions[0].shape, grid), bar(spec.regions[1].shape, grid);
    const std::vector<double> T = temperatures(run);
    std::size_t at = 0;
    for (index_t k = 0; k < grid.n[2]; ++k)
        for (index_t j = 0; j < grid.n[1]; ++j)
            for (index_t i = 0; i < grid.n[0]; ++i) {
                const auto x = grid.centre(i, j, k);
                const double expected = bar(i, j, k)    ? 7.0
                                        : ball(i, j, k) ? evaluate(near, x, 0, domain)
                                                        : evaluate(far, x, 0, domain);
                ASSERT_EQ(T[at++], expected) << i << ", " << j << ", " << k;
            }
}

TEST(InitialField, AValueThatIsNoNumberIsRefused) {
    CaseSpec spec = plain_case({8}, {1}, 1.0);
    spec.initial = ExpressionText{"1/(x-x)"};
    EXPECT_THROW(Assembly(spec, cpu_device(1)), NumericsError);
    spec.initial = std::numeric_limits<double>::infinity();
    EXPECT_THROW(Assembly(spec, cpu_device(1)), NumericsError);
}

} // namespace
} // namespace isotherm::test
