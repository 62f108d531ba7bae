#include <gtest/gtest.h>

#include "solver/observe/interpolate.hpp"
#include "tests/unit/case_builder.hpp"
#include "tests/unit/fake_view.hpp"

namespace isotherm {
namespace {

using test::FakeView;

double linear(const std::array<double, 3>& x) { return 3 + 2 * x[0] - 5 * x[1] + 7 * x[2]; }

/// A linear field over [0, 1] x [0, 2] x [0, 3] (as many axes as asked) whose walls have the field's own temperature.
FakeView linear_view(int dim) {
    const std::vector<index_t> cells = {5, 4, 3};
    const std::vector<double> size = {1, 2, 3};
    FakeView view(test::plain_case({cells.begin(), cells.begin() + dim}, {size.begin(), size.begin() + dim}, 1));
    const Grid grid = view.grid_;
    const auto at = [grid, dim](std::array<double, 3> x) {
        for (int axis = dim; axis < 3; ++axis) x[axis] = 0;
        return linear(x);
    };
    view.T = [grid, at](index_t i, index_t j, index_t k) { return at(grid.centre(i, j, k)); };
    // kappa dT/dn given: exact for a linear field on every wall.
    const double slope[3] = {2, -5, 7};
    for (int axis = 0; axis < dim; ++axis) {
        view.rows[side_of(axis, false)] = {0, 0, -slope[axis] * grid.h[axis]};
        view.rows[side_of(axis, true)] = {0, 0, slope[axis] * grid.h[axis]};
    }
    return view;
}

TEST(Probe, IsExactForALinearFieldEverywhereWallsEdgesAndCornersIncluded) {
    for (int dim = 1; dim <= 3; ++dim) {
        const FakeView view = linear_view(dim);
        for (const double a : {0.0, 0.01, 0.1, 0.33, 0.5, 0.97, 1.0})
            for (const double b : {0.0, 0.05, 0.61, 1.0})
                for (const double c : {0.0, 0.5, 0.9, 1.0}) {
                    const std::array<double, 3> x = {a, dim > 1 ? 2 * b : 0, dim > 2 ? 3 * c : 0};
                    EXPECT_NEAR(temperature_at(view, x), linear(x), 1e-13) << dim << ": " << a << " " << b << " " << c;
                }
    }
}

TEST(Probe, OnAFixedWallIsTheWallsTemperature) {
    FakeView view(test::plain_case({4, 4}, {1, 1}, 1));
    view.T = [](index_t i, index_t j, index_t) {
        return 10.0 + 3.0 * static_cast<double>(i * i) + static_cast<double>(j);
    };
    view.rows[side_of(0, false)] = {2, 100, 0};
    EXPECT_NEAR(temperature_at(view, {0, 0.375, 0}), 100, 1e-13);
    EXPECT_NEAR(temperature_at(view, {0.0625, 0.375, 0}), (100 + 11) / 2.0, 1e-13); // half way to the cell's centre
}

TEST(Probe, InACornerIsTheMeanOverTheOrdersOfExtension) {
    FakeView view(test::plain_case({1, 1}, {1, 1}, 1));
    view.T = [](index_t, index_t, index_t) { return 10.0; };
    const WallRow<double> x_row{0.5, 50, 1}, y_row{1.25, -20, 2};
    view.rows[side_of(0, true)] = x_row;
    view.rows[side_of(1, true)] = y_row;
    const double gx = ghost(x_row, 10.0), gy = ghost(y_row, 10.0);
    const double corner = (ghost(y_row, gx) + ghost(x_row, gy)) / 2;
    EXPECT_NE(ghost(y_row, gx), ghost(x_row, gy));
    EXPECT_NEAR(temperature_at(view, {1, 1, 0}), (10 + gx + gy + corner) / 4, 1e-13);
}

TEST(Probe, WrapsAroundAPeriodicAxis) {
    CaseSpec spec = test::plain_case({4}, {1}, 1);
    spec.walls[0] = spec.walls[1] = PeriodicWall{};
    FakeView view(spec);
    view.T = [](index_t i, index_t, index_t) { return i == 0 ? 1.0 : i == 3 ? 4.0 : 100.0; };
    EXPECT_NEAR(temperature_at(view, {0, 0, 0}), 2.5, 1e-13);
    EXPECT_NEAR(temperature_at(view, {1, 0, 0}), 2.5, 1e-13);
    EXPECT_NEAR(temperature_at(view, {0.125, 0, 0}), 1, 1e-13);
}

/// Counts how often it is read.
struct CountingView : FakeView {
    using FakeView::FakeView;
    mutable int reads = 0;
    void read(const CellBox& box, void* to, Precision precision) const override {
        ++reads;
        FakeView::read(box, to, precision);
    }
};

TEST(Probe, ReadsCellsThatLieTogetherAtOnce) {
    CaseSpec spec = test::plain_case({100, 100, 100}, {1, 1, 1}, 1);
    spec.walls[2] = spec.walls[3] = PeriodicWall{};
    CountingView view(spec);
    view.T = [](index_t i, index_t j, index_t k) { return static_cast<double>(i + 7 * (j * j % 99) - 3 * k); };
    const auto reads_of = [&](const std::vector<std::array<double, 3>>& points) {
        view.reads = 0;
        const std::vector<double> T = temperatures_at(view, points);
        const int reads = view.reads;
        for (std::size_t p = 0; p < points.size(); ++p) EXPECT_EQ(T[p], temperature_at(view, points[p])) << p;
        return reads;
    };
    std::vector<std::array<double, 3>> along, across, plane;
    for (int n = 0; n <= 20; ++n) {
        const double u = n / 20.0;
        along.push_back({u, 0.31, 0});
        across.push_back({u, u, 1 - u});
        for (int m = 0; m <= 100; ++m)
            for (int l = 0; l <= 4; ++l) plane.push_back({m / 100.0, 0.2 * l, 0.5});
    }
    EXPECT_EQ(reads_of({{0.5, 0.5, 0.5}}), 1);
    EXPECT_EQ(reads_of({{0.5, 0.0, 0.5}}), 1); // over the end of a periodic axis
    EXPECT_EQ(reads_of(along), 1);
    EXPECT_EQ(reads_of(plane), 1);
    EXPECT_LE(reads_of(across), 21 + 2 * 8);
}

TEST(Probe, InAGridOfOneCellLiesBetweenItsTwoWalls) {
    FakeView view(test::plain_case({1}, {1}, 1));
    view.T = [](index_t, index_t, index_t) { return 5.0; };
    view.rows[0] = {2, 0, 0}, view.rows[1] = {2, 10, 0};
    EXPECT_NEAR(temperature_at(view, {0, 0, 0}), 0, 1e-13);
    EXPECT_NEAR(temperature_at(view, {0.5, 0, 0}), 5, 1e-13);
    EXPECT_NEAR(temperature_at(view, {1, 0, 0}), 10, 1e-13);
}

} // namespace
} // namespace isotherm
