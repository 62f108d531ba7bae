/// Naming the axes otherwise, or looking at the block in a mirror, changes nothing but the order of the cells. Catches
/// swapped strides, a wrong face, forgotten remainder cells.

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

using Axes = std::array<std::size_t, 3>;

/// A wall whose values speak of the position and the time, told through the words for x, y and z.
using Words = std::array<std::string, 3>;
WallSpec told(const std::string& kind, const Words& w) {
    const std::string place = w[0] + "+2*" + w[1] + "-3*" + w[2];
    if (kind == "insulated") return InsulatedWall{};
    if (kind == "periodic") return PeriodicWall{};
    if (kind == "dirichlet") return DirichletWall{0.7};
    if (kind == "dirichlet(x,t)") return DirichletWall{expression("sin(" + place + "+50*t)")};
    if (kind == "dirichlet(x)") return DirichletWall{expression("cos(" + place + ")")};
    if (kind == "flux") return NeumannWall{NeumannWall::Given::flux, 2.0};
    if (kind == "power") return NeumannWall{NeumannWall::Given::power, 1.5};
    if (kind == "flux(x,t)") return NeumannWall{NeumannWall::Given::flux, expression("(" + place + ")*cos(40*t)")};
    if (kind == "convection") return ConvectionWall{3.0, 0.2};
    return ConvectionWall{expression("2+sin(30*t)"), expression(place)};
}
const std::vector<std::string> kinds{"insulated", "dirichlet", "dirichlet(x)", "dirichlet(x,t)", "flux",
                                     "power",     "flux(x,t)", "convection",   "convection(x,t)"};

/// A block with six random kinds of walls and a random field.
struct Block {
    std::array<index_t, 3> n;
    std::array<double, 3> size;
    std::array<std::string, 6> kind;
    std::vector<double> T;
    int order;
    std::string integrator;
    [[nodiscard]] std::string text() const {
        return testing::PrintToString(kind) + " order " + std::to_string(order) + " " + integrator;
    }
};

Block random_block(const std::array<index_t, 3>& n, Dice& dice) {
    Block b{n, {0.9, 0.7, 0.4}, {}, {}, dice.one_of(all_orders), dice.one_of(all_integrators())};
    for (std::string& k : b.kind) k = dice.one_of(kinds);
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (dice.whole(0, 5) == 0) b.kind[2 * axis] = b.kind[2 * axis + 1] = "periodic";
    b.T.resize(static_cast<std::size_t>(n[0] * n[1] * n[2]));
    for (double& v : b.T) v = dice.between(-1, 1);
    return b;
}

/// What a run of this block tells, words[d] being what its axis d is called in the walls' values.
struct Outcome {
    std::vector<double> T;
    std::array<double, 6> heat;
};
Outcome run_block(const Block& b, const Words& words) {
    CaseSpec spec = plain_case({b.n.begin(), b.n.end()}, {b.size.begin(), b.size.end()}, 0.3);
    spec.material = {0.3, true, 1.3, 1.3 / 0.3};
    spec.order = b.order;
    spec.time.integrator = b.integrator;
    for (std::size_t side = 0; side < 6; ++side) spec.walls[side] = told(b.kind[side], words);
    Assembly run(spec, cpu_device(1));
    set_all(run, b.T);
    run_steps(run, 12, 0.5 * run.schedule().dt_max());
    return {temperatures(run), run.diagnostics().heat};
}

/// Cell (i, j, k) of `b`, whose axis order[d] is axis d of the new block.
Block permuted(const Block& b, const Axes& order) {
    Block p = b;
    for (std::size_t d = 0; d < 3; ++d) {
        p.n[d] = b.n[order[d]];
        p.size[d] = b.size[order[d]];
        p.kind[2 * d] = b.kind[2 * order[d]];
        p.kind[2 * d + 1] = b.kind[2 * order[d] + 1];
    }
    std::array<index_t, 3> at{};
    for (at[2] = 0; at[2] < p.n[2]; ++at[2])
        for (at[1] = 0; at[1] < p.n[1]; ++at[1])
            for (at[0] = 0; at[0] < p.n[0]; ++at[0]) {
                std::array<index_t, 3> old{};
                for (std::size_t d = 0; d < 3; ++d) old[order[d]] = at[d];
                p.T[static_cast<std::size_t>(at[0] + p.n[0] * (at[1] + p.n[1] * at[2]))] =
                    b.T[static_cast<std::size_t>(old[0] + b.n[0] * (old[1] + b.n[1] * old[2]))];
            }
    return p;
}

Block mirrored(const Block& b, std::size_t axis) {
    Block m = b;
    std::swap(m.kind[2 * axis], m.kind[2 * axis + 1]);
    for (index_t c = 0; c < static_cast<index_t>(b.T.size()); ++c) {
        const index_t stride = axis == 0 ? 1 : axis == 1 ? b.n[0] : b.n[0] * b.n[1];
        const index_t at = c / stride % b.n[axis];
        m.T[static_cast<std::size_t>(c + (b.n[axis] - 1 - 2 * at) * stride)] = b.T[static_cast<std::size_t>(c)];
    }
    return m;
}

const std::vector<std::array<index_t, 3>> grids{{7, 5, 9}, {37, 4, 3}, {3, 35, 6}, {5, 3, 66}};
const Words plain_words{"x", "y", "z"};

TEST(Symmetry, PermutedAxesGiveThePermutedFieldAndHeats) {
    Dice dice;
    for (const auto& n : grids)
        for (int draw = 0; draw < 12; ++draw) {
            const Block b = random_block(n, dice);
            const Outcome straight = run_block(b, plain_words);
            Axes order{0, 1, 2};
            while (std::next_permutation(order.begin(), order.end())) {
                Words words;
                for (std::size_t d = 0; d < 3; ++d)
                    words[order[d]] = plain_words[d]; // the old axis order[d] is now called d
                const Outcome turned = run_block(permuted(b, order), words);
                Block expected = b;
                expected.T = straight.T;
                ASSERT_LT(largest_difference(turned.T, permuted(expected, order).T), 1e-13) << b.text();
                for (std::size_t side = 0; side < 6; ++side)
                    ASSERT_NEAR(turned.heat[side], straight.heat[2 * order[side / 2] + side % 2], 1e-13) << b.text();
            }
        }
}

TEST(Symmetry, AMirrorGivesTheMirroredFieldAndHeats) {
    Dice dice;
    for (const auto& n : grids)
        for (int draw = 0; draw < 12; ++draw) {
            const Block b = random_block(n, dice);
            const Outcome straight = run_block(b, plain_words);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                Words words = plain_words;
                words[axis] = "(" + std::to_string(b.size[axis]) + "-" + plain_words[axis] + ")";
                const Outcome seen = run_block(mirrored(b, axis), words);
                Block expected = b;
                expected.T = straight.T;
                ASSERT_LT(largest_difference(seen.T, mirrored(expected, axis).T), 1e-13)
                    << b.text() << " axis " << axis;
                for (std::size_t side = 0; side < 6; ++side) {
                    const std::size_t image = side / 2 == axis ? side ^ 1U : side;
                    ASSERT_NEAR(seen.heat[side], straight.heat[image], 1e-13) << b.text() << " axis " << axis;
                }
            }
        }
}

TEST(Symmetry, APlaneCaseIsASliceOfASolidOneAndARodARowOfAPlate) {
    Dice dice;
    for (int draw = 0; draw < 20; ++draw) {
        const Block b = random_block({11, 6, 3}, dice);
        for (const std::size_t dim : {1, 2}) {
            std::vector<Outcome> outcome;
            for (const std::size_t as : {dim, std::size_t{3}}) {
                std::vector<index_t> n(b.n.begin(), b.n.begin() + static_cast<std::ptrdiff_t>(as));
                CaseSpec spec = plain_case(n, {b.size.begin(), b.size.begin() + static_cast<std::ptrdiff_t>(as)}, 0.3);
                spec.order = 2;
                for (std::size_t side = 0; side < 2 * dim; ++side)
                    spec.walls[side] = b.kind[side] == "power" ? WallSpec{InsulatedWall{}}
                                                               : told(b.kind[side], {"x", dim == 2 ? "y" : "0", "0"});
                Assembly run(spec, cpu_device(1));
                const index_t repeat = dim == 2 ? b.n[0] * b.n[1] : b.n[0];
                std::vector<double> T(static_cast<std::size_t>(run.grid().cells()));
                for (std::size_t c = 0; c < T.size(); ++c) T[c] = b.T[c % static_cast<std::size_t>(repeat)];
                set_all(run, T);
                run_steps(run, 10, 1e-3);
                outcome.push_back({temperatures(run), {}});
                outcome.back().T.resize(static_cast<std::size_t>(repeat));
            }
            ASSERT_LT(largest_difference(outcome[0].T, outcome[1].T), 1e-13) << b.text();
        }
    }
}

} // namespace
} // namespace isotherm::test
