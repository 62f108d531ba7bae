/// The filter of a case: where it acts, what it leaves alone, and that the balance closes.

#include <cmath>

#include <gtest/gtest.h>

#include "kernels/base/error.hpp"
#include "solver/filter/field_filter.hpp"
#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

CaseSpec smoothed_case(Precision precision) {
    CaseSpec spec = plain_case({23, 17}, {0.23, 0.34}, 0.3);
    spec.material = {0.5, true, 1.5, 3.0};
    spec.walls = {DirichletWall{310.0}, ConvectionWall{2.0, 280.0}, InsulatedWall{}, InsulatedWall{}};
    spec.initial = ExpressionText{"300 + 5*sin(31*x)*cos(23*y)"};
    spec.compute.precision = precision;
    FilterSpec filter;
    filter.kernel = GaussianKernel{{1.2, 0.7, 1}, false, 4};
    spec.filter = filter;
    return spec;
}

std::vector<double> filtered_on_host(const std::vector<double>& T, const CaseSpec& spec) {
    const Grid grid(spec.grid);
    CaseSpec bare = spec;
    bare.filter.reset();
    Field from(grid, Precision::fp64, cpu_device(1), "from"), to(grid, Precision::fp64, cpu_device(1), "to");
    write_cells(from, 0.0, all_cells(grid), T.data());
    FieldFilter(*spec.filter, grid, Precision::fp64, cpu_device(1), 0.0).apply(from, to);
    std::vector<double> out(T.size());
    read_cells(to, 0.0, all_cells(grid), out.data(), Precision::fp64);
    return out;
}

TEST(FilterOfACase, TheInitialFieldIsFilteredBeforeTheRunAndItsBalanceBeginsThen) {
    CaseSpec spec = smoothed_case(Precision::fp64), bare = spec;
    bare.filter.reset();
    const Assembly run(spec, cpu_device(1)), plain(bare, cpu_device(1));
    const std::vector<double> expected = filtered_on_host(temperatures(plain), spec), got = temperatures(run);
    for (std::size_t n = 0; n < got.size(); ++n) ASSERT_NEAR(got[n], expected[n], 1e-12 * 300);
    EXPECT_EQ(run.diagnostics().stored_heat, 0.0);
    EXPECT_EQ(run.diagnostics().filter_heat, 0.0);
}

TEST(FilterOfACase, EveryNStepsMovesHeatThatIsBooked) {
    for (const Precision precision : {Precision::fp64, Precision::fp32})
        for (const Padding padding : {Padding::zero, Padding::mirror, Padding::periodic}) {
            CaseSpec spec = smoothed_case(precision);
            spec.filter->every_steps = 4;
            spec.filter->padding.fill(padding);
            Assembly run(spec, cpu_device(2));
            const double dt = run.schedule().dt_max();
            for (int step = 0; step < 12; ++step) run.advance({step * dt, (step + 1) * dt, 1, 0, 1});
            const Diagnostics& d = run.diagnostics();
            const double scale = precision == Precision::fp64 ? 1e-11 : 3e-4;
            EXPECT_NEAR(d.residual(), 0.0, scale * (std::abs(d.stored_heat) + std::abs(d.filter_heat) + 1));
            EXPECT_TRUE(padding != Padding::zero || d.filter_heat < -1.0); // 0 K beyond the edges
        }
}

TEST(FilterOfACase, TheStepsBetweenFiltersAreThoseOfARunWithoutOne) {
    CaseSpec spec = smoothed_case(Precision::fp64);
    spec.filter->every_steps = 3;
    spec.time.end = 1e-2;
    CaseSpec bare = spec;
    bare.filter.reset();
    Assembly run(spec, cpu_device(1)), plain(bare, cpu_device(1));
    const Segment cut = run.schedule().next(run.clock(), 1000), whole = plain.schedule().next(plain.clock(), 1000);
    EXPECT_EQ(cut.m, 3);
    EXPECT_EQ(cut.dt(), whole.dt());
    EXPECT_GT(whole.m, 3);
    run.advance(cut);
    plain.advance({whole.t_a, whole.t_b, whole.n, 0, 3});
    const std::vector<double> expected = filtered_on_host(temperatures(plain), spec), got = temperatures(run);
    for (std::size_t n = 0; n < got.size(); ++n) ASSERT_NEAR(got[n], expected[n], 1e-12 * 300);
}

TEST(FilterOfACase, WhatSnapshotsShowIsFilteredAndTheRunIsNot) {
    CaseSpec spec = smoothed_case(Precision::fp64), bare = spec;
    bare.filter.reset();
    spec.filter->snapshots = true;
    Assembly run(spec, cpu_device(1)), plain(bare, cpu_device(1));
    for (Assembly* each : {&run, &plain}) run_steps(*each, 5, each->schedule().dt_max());
    EXPECT_EQ(temperatures(run), temperatures(plain));
    EXPECT_EQ(plain.capture(), nullptr);
    const std::unique_ptr<FieldSource> shown = run.capture();
    ASSERT_NE(shown, nullptr);
    run_steps(run, 2, run.schedule().dt_max()); // the copy stays
    const CellBox boxes[] = {all_cells(run.grid())};
    std::vector<double> got(static_cast<std::size_t>(run.grid().cells()));
    shown->read_slabs(boxes, got.data(), Precision::fp64, [](const CellBox&) {});
    const std::vector<double> expected = filtered_on_host(temperatures(plain), spec);
    for (std::size_t n = 0; n < got.size(); ++n) ASSERT_NEAR(got[n], expected[n], 1e-12 * 300);
}

/// Fields hold T - T_0: a constant stays, and zero padding means temperature 0, not T_0.
TEST(FilterOfACase, TheReferenceOfSinglePrecisionIsTakenIntoAccount) {
    CaseSpec spec = smoothed_case(Precision::fp32);
    spec.initial = 300.0;
    spec.filter->kernel = BoxKernel{{3, 3, 1}};
    for (const auto& [padding, corner] : {std::pair{Padding::reflect, 300.0}, {Padding::zero, 300.0 * 4 / 9}}) {
        spec.filter->padding.fill(padding);
        const Assembly run(spec, cpu_device(1));
        EXPECT_NEAR(temperatures(run)[0], corner, 1e-4);
    }
}

TEST(FilterOfACase, AGaussianIsThatOfScipy) {
    // scipy.ndimage.gaussian_filter1d(delta, 1.3) of a delta in the middle of 13 pixels
    const Taps taps = make_kernel(GaussianKernel{{1.3, 1, 1}, false, 4}, {{13, 1}, {}});
    ASSERT_EQ(taps.columns, 11);
    ASSERT_EQ(taps.rows, 1);
    double sum = 0;
    for (int i = -5; i <= 5; ++i) sum += std::exp(-0.5 * i * i / 1.69);
    EXPECT_NEAR(taps.at(0, 5), 1 / sum, 1e-16);
    EXPECT_NEAR(taps.at(0, 8), std::exp(-0.5 * 9 / 1.69) / sum, 1e-16);
    // metres: sigma over the spacing of each axis
    const Taps metres = make_kernel(GaussianKernel{{0.2, 0.2, 1}, true, 3}, {{9, 9}, {{0.1, 0.4}}});
    EXPECT_EQ(metres.columns, 13);
    EXPECT_EQ(metres.rows, 5);
    EXPECT_EQ(metres.total(), 1.0);
}

} // namespace
} // namespace isotherm::test
