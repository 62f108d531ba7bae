/// What belongs to a shape: inside or on the surface, in one, two and three axes; and the cells that can belong.

#include <gtest/gtest.h>

#include "solver/core/shape.hpp"
#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

constexpr double tolerance = 1e-12;
bool has(const Shape& s, const std::array<double, 3>& x, int dim = 3) { return contains(s, x, dim, tolerance); }

TEST(Shapes, ABoxHoldsItsFacesEdgesAndCorners) {
    const Shape box = BoxShape{{0, 1, 2}, {1, 3, 5}};
    EXPECT_TRUE(has(box, {0.5, 2, 3}));
    for (const double x : {0.0, 1.0})
        for (const double y : {1.0, 3.0})
            for (const double z : {2.0, 5.0}) EXPECT_TRUE(has(box, {x, y, z}));
    EXPECT_FALSE(has(box, {1.001, 2, 3}));
    EXPECT_FALSE(has(box, {0.5, 0.999, 3}));
    EXPECT_FALSE(has(box, {0.5, 2, 5.001}));
}

TEST(Shapes, ASphereHoldsItsSurface) {
    const Shape sphere = SphereShape{{1, 2, 3}, 0.5};
    EXPECT_TRUE(has(sphere, {1, 2, 3}));
    EXPECT_TRUE(has(sphere, {1.5, 2, 3}));
    EXPECT_TRUE(has(sphere, {1 + 0.5 / std::sqrt(3), 2 - 0.5 / std::sqrt(3), 3 + 0.5 / std::sqrt(3)}));
    EXPECT_FALSE(has(sphere, {1.4, 2.4, 3}));
}

TEST(Shapes, ACylinderHoldsItsMantleAndBothEndsAlongAnyAxis) {
    const Shape straight = CylinderShape{{0, 0, 1}, {0, 0, 4}, 0.5};
    EXPECT_TRUE(has(straight, {0.5, 0, 1}));
    EXPECT_TRUE(has(straight, {0, -0.5, 4}));
    EXPECT_FALSE(has(straight, {0, 0, 4.01}));
    EXPECT_FALSE(has(straight, {0, 0, 0.99}));
    EXPECT_FALSE(has(straight, {0.4, 0.4, 2}));
    const Shape slanted = CylinderShape{{0, 0, 0}, {1, 1, 0}, 0.2};
    EXPECT_TRUE(has(slanted, {0.5, 0.5, 0.2}));
    EXPECT_TRUE(has(slanted, {0.5 + 0.1, 0.5 - 0.1, 0}));
    EXPECT_FALSE(has(slanted, {0.5 + 0.15, 0.5 - 0.15, 0}));
    EXPECT_FALSE(has(slanted, {1.1, 1.1, 0}));
}

TEST(Shapes, AHalfSpaceLiesOnTheSideThatTheNormalPointsAwayFrom) {
    const Shape below = HalfSpaceShape{{0, 0, 2}, {0, 0, 7}};
    EXPECT_TRUE(has(below, {9, -9, 1.9}));
    EXPECT_TRUE(has(below, {0, 0, 2}));
    EXPECT_FALSE(has(below, {0, 0, 2.1}));
    const Shape slanted = HalfSpaceShape{{1, 0, 0}, {1, 1, 0}};
    EXPECT_TRUE(has(slanted, {0, 1, 5}));
    EXPECT_FALSE(has(slanted, {0.6, 0.6, 0}));
}

TEST(Shapes, AbsentAxesDoNotCount) {
    EXPECT_TRUE(has(BoxShape{{0, 0, 5}, {1, 1, 6}}, {0.5, 0.5, 0}, 2));
    EXPECT_TRUE(has(SphereShape{{0.5, 0.5, 9}, 0.1}, {0.5, 0.5, 0}, 2));
    EXPECT_TRUE(has(SphereShape{{0.5, 9, 9}, 0.1}, {0.45, 0, 0}, 1));
}

Shape random_shape(int kind, Dice& dice) {
    const auto point = [&] {
        return std::array<double, 3>{dice.between(-0.2, 1.2), dice.between(-0.2, 1.2), dice.between(-0.2, 1.2)};
    };
    switch (kind) {
    case 0: {
        BoxShape box{point(), point()};
        for (std::size_t d = 0; d < 3; ++d)
            if (box.lo[d] > box.hi[d]) std::swap(box.lo[d], box.hi[d]);
        return box;
    }
    case 1: return SphereShape{point(), dice.between(0.01, 0.6)};
    case 2: return CylinderShape{point(), point(), dice.between(0.01, 0.5)};
    case 3: return HalfSpaceShape{point(), {dice.between(-1, 1), dice.between(-1, 1), dice.between(-1, 1)}};
    default: {
        PolygonShape polygon;
        for (int corner = 0; corner < 3; ++corner) polygon.points.push_back({point()[0], point()[1]});
        polygon.axis = static_cast<int>(dice.whole(0, 2));
        polygon.from = dice.between(-0.2, 0.5);
        polygon.to = polygon.from + dice.between(0, 0.8);
        return polygon;
    }
    }
}
// A label map knows cells, not points.
static_assert(std::variant_size_v<Shape> == 6, "a new shape: add it to random_shape");

TEST(Shapes, APolygonHasWhatItsEdgesEncloseAndTheEdges) {
    PolygonShape hook; // not convex
    hook.points = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
    EXPECT_TRUE(has(hook, {0.5, 2.5, 0}, 2));
    EXPECT_TRUE(has(hook, {3, 0.5, 0}, 2));
    EXPECT_FALSE(has(hook, {2, 2, 0}, 2));
    hook.axis = 1;
    hook.from = 5, hook.to = 6;
    EXPECT_TRUE(has(hook, {2.5, 5.5, 0.5}, 3)); // points are (x, z)
    EXPECT_FALSE(has(hook, {2.5, 4.9, 0.5}, 3));
    EXPECT_FALSE(has(hook, {2.5, 5.5, 1.5}, 3));
}

TEST(Shapes, EveryCellThatBelongsIsACandidate) {
    Dice dice;
    for (int draw = 0; draw < 800; ++draw) {
        const Shape shape = random_shape(draw % 5, dice);
        CaseSpec spec = plain_case({7, 9, 5}, {1, 1, 1}, 1.0);
        spec.grid.origin = {dice.between(-0.3, 0.3), dice.between(-0.3, 0.3), dice.between(-0.3, 0.3)};
        const Grid grid(spec.grid);
        const CellBox box = candidate_cells(shape, grid);
        bool any = false;
        for (index_t k = 0; k < 5; ++k)
            for (index_t j = 0; j < 9; ++j)
                for (index_t i = 0; i < 7; ++i) {
                    if (!contains(shape, grid.centre(i, j, k), 3, surface_tolerance(grid))) continue;
                    any = true;
                    const std::array<index_t, 3> at{i, j, k};
                    for (std::size_t d = 0; d < 3; ++d)
                        ASSERT_TRUE(at[d] >= box.lo[d] && at[d] < box.hi[d]) << "draw " << draw;
                }
        ASSERT_EQ(covers_a_cell(shape, grid), any) << "draw " << draw;
    }
}

TEST(Shapes, CellsOnASurfaceBelongWhateverTheRoundOffOfTheirCentres) {
    for (const double origin : {0.0, 0.1, 1000.0, -77.7})
        for (const index_t n : {10, 30, 70}) {
            CaseSpec spec = plain_case({n}, {0.3}, 1.0);
            spec.grid.origin[0] = origin;
            const Grid grid(spec.grid);
            for (index_t last = 0; last < n; ++last) { // a box that ends on the centre of a cell
                const double hi = origin + (static_cast<double>(last) + 0.5) * 0.3 / static_cast<double>(n);
                const Shape box = BoxShape{{origin - 1, 0, 0}, {hi, 0, 0}};
                index_t inside = 0;
                for (index_t i = 0; i < n; ++i)
                    inside += contains(box, grid.centre(i, 0, 0), 1, surface_tolerance(grid)) ? 1 : 0;
                ASSERT_EQ(inside, last + 1) << "origin " << origin << ", " << n << " cells";
            }
        }
}

TEST(Shapes, AShapeBetweenTheCentresOrOutsideCoversNoCell) {
    const Grid grid(plain_case({10, 10}, {1, 1}, 1.0).grid);
    EXPECT_FALSE(covers_a_cell(SphereShape{{0.5, 0.5, 0}, 0.01}, grid));
    EXPECT_FALSE(covers_a_cell(BoxShape{{2, 2, 0}, {3, 3, 0}}, grid));
    EXPECT_FALSE(covers_a_cell(BoxShape{{-2, -2, 0}, {-1, -1, 0}}, grid));
    EXPECT_TRUE(covers_a_cell(SphereShape{{0.55, 0.55, 0}, 0.01}, grid));
}

} // namespace
} // namespace isotherm::test
