/// A kernel that takes whole passes only: what is left over is owed, and who looks at a few cells meanwhile sees the
/// bits of a run that owes nothing. The CPU's kernels are made to owe.

#include <gtest/gtest.h>

#include "solver/observe/interpolate.hpp"
#include "tests/parity/device_for_test.hpp"
#include "tests/unit/operator_steps.hpp"

namespace isotherm::test {
namespace {

struct Seen {
    int ahead = 0, settled = 0; ///< reads
};

/// A point of the domain, often on a wall, an edge, in a corner, or within half a cell of one.
std::array<double, 3> any_point(const Grid& grid, Dice& dice) {
    std::array<double, 3> x{};
    for (int d = 0; d < grid.dim; ++d) {
        const auto at = static_cast<std::size_t>(d);
        const double u = dice.between(0, 1), near = 0.5 * u / static_cast<double>(grid.n[at]);
        x[at] = grid.lower[at] + grid.size(d) * dice.one_of<double>({0, 1, u, u, near, 1 - near});
    }
    return x;
}

/// A small box anywhere.
CellBox any_box(const Grid& grid, Dice& dice) {
    CellBox box;
    for (std::size_t d = 0; d < 3; ++d) {
        box.lo[d] = dice.whole(0, grid.n[d] - 1);
        box.hi[d] = std::min(grid.n[d], box.lo[d] + dice.whole(1, 3));
    }
    return box;
}

std::vector<float> singles(const Assembly& run, const CellBox& box) {
    std::vector<float> T(static_cast<std::size_t>(box.cells()));
    run.read(box, T.data(), Precision::fp32);
    return T;
}

void expect_like_figures(const Assembly& owing, const Assembly& plain, const std::string& what) {
    const Diagnostics &a = owing.diagnostics(), &b = plain.diagnostics();
    EXPECT_EQ(a.T_min, b.T_min) << what;
    EXPECT_EQ(a.T_max, b.T_max) << what;
    EXPECT_EQ(a.stored_heat, b.stored_heat) << what;
    EXPECT_EQ(a.heat, b.heat) << what;
    EXPECT_EQ(a.power, b.power) << what;
    EXPECT_EQ(a.source_heat, b.source_heat) << what;
}

/// Both runs go through the same segments, with looks at a few cells, and now and then at all.
void expect_the_same(const CaseSpec& spec, Dice& dice, const std::string& what, Seen& seen) {
    Assembly owing(spec, cpu_device(2)), plain(spec, cpu_device(2));
    const Grid& grid = plain.grid();
    owing.take_passes_of(dice.whole(2, 6));
    const std::vector<double> T = dice.field(grid, 0, 1);
    set_all(owing, T), set_all(plain, T);
    const index_t n = dice.whole(20, 50);
    const double end = 0.3 * static_cast<double>(n) * plain.schedule().dt_max();
    for (index_t j = 0, m = 0; j < n; j += m) {
        m = std::min(dice.whole(1, 9), n - j);
        owing.advance({0, end, n, j, m}), plain.advance({0, end, n, j, m});
        const bool owes = owing.owed() > 0;
        ASSERT_TRUE(!owes || j + m < n) << "the next step has another length";
        for (index_t looks = dice.whole(0, 2); looks > 0; --looks) {
            const auto x = any_point(grid, dice);
            ASSERT_EQ(temperature_at(owing, x), temperature_at(plain, x)) << what << ", step " << j + m;
            const CellBox box = any_box(grid, dice);
            ASSERT_EQ(singles(owing, box), singles(plain, box)) << what << ", step " << j + m;
            if (owes) ++(owing.owed() > 0 ? seen.ahead : seen.settled);
        }
        if (dice.whole(0, 5) == 0) expect_like_figures(owing, plain, what);
    }
    ASSERT_EQ(temperatures(owing), temperatures(plain)) << what;
    expect_like_figures(owing, plain, what);
}

/// So many cells that those around a point are few.
CaseSpec any_grid(Dice& dice, int dim) {
    const index_t least = dim == 1 ? 60 : dim == 2 ? 24 : 16;
    std::vector<index_t> cells;
    std::vector<double> size;
    for (int d = 0; d < dim; ++d) {
        cells.push_back(dice.whole(least, least + 20));
        size.push_back(dice.whole(0, 1) == 0 ? 1.0 : 0.02 * static_cast<double>(cells.back()));
    }
    CaseSpec spec = plain_case(cells, size, 0.1);
    spec.compute.precision = dice.whole(0, 1) == 0 ? Precision::fp32 : Precision::fp64;
    return spec;
}

/// Heated, in regions, graded, or with a conductivity per axis.
void add_material(CaseSpec& spec, Dice& dice) {
    spec.material = {0.1, true, 0.2, 2.0};
    const index_t kind = dice.whole(0, 3);
    if (kind == 0) spec.material.per_axis = {{0.2, 0.1, 0.15}};
    if (kind == 1) spec.material.kappa_of_place = {"0.2+0.1*sin(9*x)"}, spec.material.heat_of_place = {"2+x"};
    if (kind == 2)
        spec.sources = {UniformSource{UniformSource::Given::density, expression("1+x"), ""},
                        UniformSource{UniformSource::Given::density, expression("sin(90*t)"), ""}};
    if (kind == 3) {
        RegionSpec ball;
        ball.name = "ball";
        ball.shape = SphereShape{{0.3, 0.3, 0.3}, 0.3};
        ball.material = MaterialSpec{0.05, true, 0.05, 1.0};
        ball.source = expression("5+cos(70*t)");
        spec.regions = {ball};
    }
}

TEST(OwedSteps, WhoLooksMeanwhileSeesTheBitsOfARunThatOwesNothing) {
    Dice dice;
    for (int dim = 1; dim <= 3; ++dim)
        for (const int order : all_orders)
            for (const std::string integrator : {"euler", "rk2"}) {
                Seen seen;
                for (int n = 0; n < (dim == 3 ? 6 : 20); ++n) {
                    CaseSpec spec = any_grid(dice, dim);
                    spec.order = order;
                    spec.time.integrator = integrator;
                    add_any_walls(spec, dice);
                    const bool closed = std::holds_alternative<PeriodicWall>(spec.walls[2]) ||
                                        std::holds_alternative<PeriodicWall>(spec.walls[4]);
                    std::vector<std::string> kernels{"reference", "rows"};
                    if (integrator == "euler") kernels.emplace_back("temporal");
                    if (integrator == "euler" && dim == 3 && !closed) kernels.emplace_back("in_place");
                    spec.compute.kernel = dice.one_of(kernels);
                    expect_the_same(
                        spec, dice,
                        fmt::format("{}-D order {} {} {} case {}", dim, order, integrator, spec.compute.kernel, n),
                        seen);
                    if (HasFailure()) return;
                }
                EXPECT_GE(seen.ahead, 2) << dim << "-D, order " << order << ": nothing was tested";
            }
}

TEST(OwedSteps, InMaterialsToo) {
    Dice dice;
    Seen seen;
    for (int dim = 1; dim <= 3; ++dim)
        for (int n = 0; n < (dim == 3 ? 10 : 30); ++n) {
            CaseSpec spec = any_grid(dice, dim);
            spec.time.integrator = dice.one_of<std::string>({"euler", "rk2"});
            add_any_walls(spec, dice);
            add_material(spec, dice);
            expect_the_same(spec, dice, fmt::format("{}-D case {}", dim, n), seen);
            if (HasFailure()) return;
        }
    EXPECT_GE(seen.ahead, 20) << "nothing was tested";
}

/// A block with a heated wall, whose booked heat counts the steps of the whole field.
struct CountedSteps {
    CaseSpec spec = [] {
        CaseSpec s = plain_case({16, 16, 16}, {1, 1, 1}, 1.0);
        s.walls[0] = NeumannWall{NeumannWall::Given::flux, 1.0};
        return s;
    }();
    Grid grid{spec.grid};
    Device device = cpu_device(1);
    WallTables walls{spec, grid};
    DiffusionOperator op{spec, grid, device, walls, 0};
    Stepper stepper{find_scheme("euler", 2), grid, device, Precision::fp64};
    static constexpr double dt = 1.0 / 4096;

    CountedSteps() { walls.allocate(device, Precision::fp64, 2, 0.0); }
    /// From step `from` on, of 100; then a look at one cell. Returns the steps that the whole field has made.
    index_t advance(index_t from, index_t steps, const CellBox& look = {{3, 3, 3}, {4, 4, 4}}) {
        stepper.advance({0, 100 * dt, 100, from, steps}, op, walls);
        std::vector<double> T(static_cast<std::size_t>(look.cells()));
        stepper.read(look, 0, T.data(), Precision::fp64, op);
        return made();
    }
    [[nodiscard]] index_t made() const { return std::lround(walls.heat(0) / dt); }
};

TEST(OwedSteps, AProbeEveryTenStepsLeavesPassesWhole) {
    CountedSteps run;
    run.stepper.take_passes_of(4);
    std::vector<index_t> made;
    for (index_t j = 0; j < 100; j += 10) made.push_back(run.advance(j, 10));
    EXPECT_EQ(made, (std::vector<index_t>{8, 20, 28, 40, 48, 60, 68, 80, 88, 100}));
}

TEST(OwedSteps, OneLookPerStepNeedsOnePassInFour) {
    CountedSteps run;
    run.stepper.take_passes_of(4);
    for (index_t j = 0; j < 40; ++j) EXPECT_EQ(run.advance(j, 1), (j + 1) / 4 * 4);
}

TEST(OwedSteps, WhereKernelsTakeAnyNumberOfStepsNothingIsOwed) {
    CountedSteps run;
    EXPECT_EQ(run.advance(0, 10), 10);
}

TEST(OwedSteps, AreTakenWhenSomebodyLooksAtManyCellsOrAtFewTooOften) {
    CountedSteps run;
    run.stepper.take_passes_of(4);
    EXPECT_EQ(run.advance(0, 10, all_cells(run.grid)), 10);
    EXPECT_EQ(run.advance(10, 10), 18);
    EXPECT_THROW((void)run.stepper.field(), std::logic_error);
    double T = 0;
    for (int n = 0; n < 100; ++n) run.stepper.read({{0, 0, 0}, {1, 1, 1}}, 0, &T, Precision::fp64, run.op);
    EXPECT_EQ(run.made(), 20);
    EXPECT_NO_THROW((void)run.stepper.field());
}

TEST(OwedSteps, AreTakenBeforeStepsOfAnotherLengthAndNoneIsOwedAtTheEndOfAnInterval) {
    CountedSteps run;
    run.stepper.take_passes_of(4);
    EXPECT_EQ(run.advance(0, 10), 8);
    run.stepper.advance({10 * run.dt, 13 * run.dt, 6, 0, 6}, run.op, run.walls); // of half the length
    EXPECT_EQ(run.made(), 13);
    EXPECT_EQ(run.stepper.owed(), 0);
}

TEST(OwedSteps, OnAGpuTooWhereItsKernelTakesWholePasses) {
    std::string why;
    const Device gpu = parity::device_for_test(Backend::cuda, why);
    if (!why.empty()) parity::skip_or_fail(why);
    if (!why.empty()) return;
    Dice dice;
    for (int n = 0; n < 6; ++n) {
        CaseSpec spec = plain_case({328, 320, 312}, {1, 1, 1}, 0.1); // fewer cells are quicker in single steps
        spec.compute.precision = n % 2 == 0 ? Precision::fp32 : Precision::fp64;
        spec.compute.kernel = "temporal";
        add_any_walls(spec, dice);
        Assembly owing(spec, gpu), plain(spec, gpu);
        plain.take_passes_of(1);
        const std::vector<double> T = dice.field(plain.grid(), 0, 1);
        set_all(owing, T), set_all(plain, T);
        const double end = 9.0 * plain.schedule().dt_max();
        for (index_t j = 0; j < 30; j += 10) {
            owing.advance({0, end, 30, j, 10}), plain.advance({0, end, 30, j, 10});
            const index_t owed = owing.owed(); // two, none at the end of the interval; between, a dear look took them
            EXPECT_TRUE(j == 0 ? owed == 2 : j == 10 || owed == 0) << n << ", step " << j + 10 << ": " << owed;
            const auto x = any_point(plain.grid(), dice);
            ASSERT_EQ(temperature_at(owing, x), temperature_at(plain, x)) << n << ", step " << j + 10;
            EXPECT_EQ(plain.owed(), 0);
        }
        ASSERT_EQ(temperatures(owing), temperatures(plain)) << n;
        expect_like_figures(owing, plain, std::to_string(n));
    }
}

TEST(OwedSteps, AreNoneWhereASpotHeatsOrAStageIsNoWholeStep) {
    CaseSpec spot = plain_case({16, 16}, {1, 1}, 0.1), stages = spot;
    spot.sources = {GaussianSource{1.0, {0.1, 0.1, 0.1}, {{0, 0.5, 0.5, 0}}, {}}};
    stages.time.integrator = "rk3";
    for (const CaseSpec& spec : {spot, stages}) {
        Assembly run(spec, cpu_device(1));
        run.take_passes_of(4);
        run.advance({0, 1e-3, 20, 0, 10});
        EXPECT_EQ(run.owed(), 0);
    }
}

} // namespace
} // namespace isotherm::test
