/// Every CPU kernel of the table gives the bits of `reference`, fields and wall heats, for any number of threads.

#include <gtest/gtest.h>

#include "kernels/base/error.hpp"
#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

/// Everything that a run leaves: the field's bits and the heat of its walls.
struct Trace {
    std::vector<double> T;
    std::array<double, 6> heat{};
    double sum = 0;
    bool operator==(const Trace&) const = default;
};

Trace trace(CaseSpec spec, std::string_view kernel, int threads, const std::vector<double>& start, index_t steps) {
    spec.compute.kernel = kernel;
    Assembly run(spec, cpu_device(threads));
    set_all(run, start);
    run_steps(run, steps, run.schedule().dt_max());
    return {temperatures(run), run.diagnostics().heat, run.diagnostics().T_mean};
}

struct Drawn {
    CaseSpec spec;
    std::string text;
};

StencilTraits traits_of(const CaseSpec& spec) {
    const Grid grid(spec.grid);
    StencilTraits traits{grid.dim,
                         spec.order,
                         grid.equal_spacing(),
                         {grid.n[0], grid.n[1], grid.n[2]},
                         spec.compute.precision,
                         find_scheme(spec.time.integrator, spec.order).most_terms()};
    for (std::size_t axis = 0; axis < 3; ++axis)
        traits.periodic[axis] = std::holds_alternative<PeriodicWall>(spec.walls[2 * axis]);
    return traits;
}

/// A random case on `n` cells: order, integrator, spacing, precision, walls.
Drawn draw_case(const std::vector<index_t>& n, Dice& dice) {
    Drawn d{plain_case(n, std::vector<double>(n.size(), 1.0), 0.3), testing::PrintToString(n)};
    const bool equal = dice.whole(0, 1) == 0;
    for (std::size_t axis = 0; axis < n.size(); ++axis)
        d.spec.grid.spacing[axis] = equal ? 0.1 : 0.1 + 0.03 * static_cast<double>(axis);
    d.spec.order = dice.one_of(all_orders);
    d.spec.time.integrator = dice.one_of(all_integrators());
    d.spec.compute.precision = dice.whole(0, 1) == 0 ? Precision::fp32 : Precision::fp64;
    d.text += " order " + std::to_string(d.spec.order) + " " + d.spec.time.integrator +
              (equal ? " equal " : " unequal ") + name_of(d.spec.compute.precision) + ": ";
    std::vector<NamedWall> walls = constant_walls();
    for (const NamedWall& wall : varying_walls()) walls.push_back(wall);
    for (std::size_t axis = 0; axis < n.size(); ++axis) {
        const bool periodic = dice.whole(0, 4) == 0 || n[axis] < d.spec.order / 2;
        for (std::size_t side = 2 * axis; side < 2 * axis + 2; ++side) {
            const NamedWall& wall = dice.one_of(walls);
            d.spec.walls[side] = periodic ? WallSpec{PeriodicWall{}} : wall.wall;
            d.text += (periodic ? "periodic" : wall.name) + " ";
        }
    }
    return d;
}

const std::vector<std::vector<index_t>> grids{{1},       {2},        {33},       {100},      {1, 1},
                                              {3, 2},    {31, 7},    {64, 5},    {1, 1, 1},  {2, 1, 3},
                                              {5, 4, 3}, {17, 9, 8}, {33, 6, 7}, {70, 3, 4}, {4, 4, 40}};

TEST(Kernels, EveryVariantAndThreadCountGivesTheBitsOfTheReference) {
    Dice dice;
    for (const auto& n : grids)
        for (int draw = 0; draw < 12; ++draw) {
            const Drawn d = draw_case(n, dice);
            const std::vector<double> start = dice.field(Grid(d.spec.grid), -1, 1);
            const index_t steps = dice.whole(1, 9);
            const Trace expected = trace(d.spec, "reference", 1, start, steps);
            for (const StencilVariant& v : stencil_variants()) {
                if (v.backend != Backend::cpu) continue;
                if (!v.supports(traits_of(d.spec))) continue;
                for (const int threads : draw % 4 == 0 ? std::vector<int>{1, 2, 3} : std::vector<int>{1})
                    ASSERT_EQ(trace(d.spec, v.name, threads, start, steps), expected)
                        << v.name << " " << threads << " threads, " << d.text;
            }
        }
}

TEST(Kernels, ALongRowIsCutIntoBlocksWithoutASeam) {
    Dice dice;
    for (int draw = 0; draw < 6; ++draw) {
        const Drawn d = draw_case({40007}, dice); // longer than two blocks of the rows kernel
        const std::vector<double> start = dice.field(Grid(d.spec.grid), -1, 1);
        const Trace expected = trace(d.spec, "reference", 1, start, 3);
        for (const int threads : {1, 2}) ASSERT_EQ(trace(d.spec, "auto", threads, start, 3), expected) << d.text;
    }
}

TEST(Kernels, ManyThreadsShareABlockWithoutASeam) {
    Dice dice;
    for (const std::vector<index_t>& n : std::vector<std::vector<index_t>>{{401, 397}, {67, 45, 41}})
        for (int draw = 0; draw < 6; ++draw) { // enough cells that several threads are worth while
            const Drawn d = draw_case(n, dice);
            const std::vector<double> start = dice.field(Grid(d.spec.grid), -1, 1);
            const Trace expected = trace(d.spec, "reference", 1, start, 3);
            for (const int threads : {2, 3}) ASSERT_EQ(trace(d.spec, "auto", threads, start, 3), expected) << d.text;
        }
}

TEST(Kernels, AFieldLargerThanTheCachesHasTheSameBits) {
    Dice dice;
    for (const Precision precision : {Precision::fp64, Precision::fp32}) { // 27 MB each
        Drawn d = draw_case({precision == Precision::fp64 ? 1027 : 2053, 63, 52}, dice);
        d.spec.compute.precision = precision;
        const std::vector<double> start = dice.field(Grid(d.spec.grid), -1, 1);
        const Trace expected = trace(d.spec, "reference", 1, start, 1);
        ASSERT_EQ(trace(d.spec, "auto", 2, start, 1), expected) << d.text;
    }
}

TEST(Kernels, OneCallOfManyStepsIsManyCallsOfOne) {
    Dice dice;
    for (const StencilVariant& v : stencil_variants()) {
        if (v.backend != Backend::cpu) continue;
        for (int draw = 0; draw < 20; ++draw) {
            Drawn d = draw_case({13, 9, 6}, dice);
            if (!v.supports(traits_of(d.spec))) continue;
            d.spec.compute.kernel = v.name;
            Assembly whole(d.spec, cpu_device(1)), pieces(d.spec, cpu_device(1));
            const std::vector<double> start = dice.field(whole.grid(), -1, 1);
            set_all(whole, start);
            set_all(pieces, start);
            const double dt = whole.schedule().dt_max();
            whole.advance({0, 12 * dt, 12, 0, 12});
            for (const auto& [from, count] : {std::pair{0, 1}, {1, 1}, {2, 5}, {7, 2}, {9, 3}})
                pieces.advance({0, 12 * dt, 12, from, count});
            ASSERT_EQ(temperatures(whole), temperatures(pieces)) << v.name << " " << d.text;
            ASSERT_EQ(whole.diagnostics().heat, pieces.diagnostics().heat) << v.name << " " << d.text;
        }
    }
}

TEST(Kernels, AnUnknownNameIsAnsweredWithTheNamesThatThereAre) {
    try {
        find_stencil_variant(Backend::cpu, "rowz", {});
        FAIL() << "accepted";
    } catch (const UsageError& e) {
        EXPECT_NE(std::string(e.what()).find("reference"), std::string::npos) << e.what();
        EXPECT_NE(std::string(e.what()).find("rows"), std::string::npos) << e.what();
    }
}

TEST(Kernels, NamesAreUniquePerBackendAndTheReferenceComesFirst) {
    for (const Backend backend : {Backend::cpu, Backend::cuda}) {
        std::vector<std::string_view> names;
        for (const StencilVariant& v : stencil_variants())
            if (v.backend == backend) names.push_back(v.name);
        if (names.empty()) continue;
        EXPECT_EQ(names[0], backend == Backend::cpu ? "reference" : "naive");
        for (std::size_t a = 0; a < names.size(); ++a)
            for (std::size_t b = 0; b < a; ++b) EXPECT_NE(names[a], names[b]);
    }
}

} // namespace
} // namespace isotherm::test
