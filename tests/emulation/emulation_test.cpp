/// The CUDA kernels' own sources, run on emulated blocks, give the bits of the CPU reference: fields and booked heat.

#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "tests/emulation/variants.hpp"
#include "tests/parity/problem.hpp"

namespace isotherm::emulation {
namespace {

using parity::Case;
using parity::Problem;

template <class Real>
void expect_same_bits(const StencilVariant& variant, const Case& c) {
    const Problem<Real> problem(c);
    const StencilVariant& reference = find_stencil_variant(Backend::cpu, "reference", {});
    const auto expected = problem.run_stages(reference, cpu_device(1)), got = problem.run(variant, cpu_device(1));
    ASSERT_EQ(parity::first_difference<Real>(expected, got), "") << variant.name << ": " << c.text();
}

class EmulatedKernel : public testing::TestWithParam<const StencilVariant*> {};

TEST_P(EmulatedKernel, random_cases_have_the_bits_of_the_reference) {
    for (int dim = 1; dim <= 3; ++dim)
        for (unsigned seed = 1000U * static_cast<unsigned>(dim), end = seed + 30; seed < end; ++seed) {
            const Case c = parity::random_case(dim, seed);
            ASSERT_NO_FATAL_FAILURE(expect_same_bits<float>(*GetParam(), c));
            ASSERT_NO_FATAL_FAILURE(expect_same_bits<double>(*GetParam(), c));
        }
}

TEST_P(EmulatedKernel, shapes_around_tiles_and_packs_have_the_bits_of_the_reference) {
    static constexpr index_t shapes[][3] = {{1, 1, 1},    {513, 1, 1},  {129, 7, 1},   {132, 20, 1}, {260, 3, 9},
                                            {128, 18, 7}, {63, 35, 12}, {136, 17, 15}, {516, 9, 8},  {5, 40, 30}};
    unsigned seed = 1;
    for (const auto& shape : shapes)
        for (const int order : {2, 4, 6}) {
            Case c;
            c.dim = shape[2] > 1 ? 3 : shape[1] > 1 ? 2 : 1;
            c.order = order;
            std::copy(shape, shape + 3, c.n);
            c.equal_spacing = c.dim == 1 || ++seed % 3 != 0;
            c.steps = 2;
            c.seed = seed;
            ASSERT_NO_FATAL_FAILURE(expect_same_bits<float>(*GetParam(), c));
            ASSERT_NO_FATAL_FAILURE(expect_same_bits<double>(*GetParam(), c));
        }
}

INSTANTIATE_TEST_SUITE_P(every_kernel, EmulatedKernel,
                         testing::Values(&naive, &tiled, &coarsened, &register_, &async, &temporal, &resident,
                                         &resident_in_one_block),
                         [](const auto& kernel) { return std::string(kernel.param->name); });

TEST(EmulatedResident, steps_of_Heun_and_many_sweeps_have_the_bits_of_the_reference) {
    for (unsigned seed = 1; seed <= 40; ++seed) {
        Case c = parity::random_case(1 + static_cast<int>(seed % 3), seed);
        c.n_terms = 0, c.heun = seed % 4 != 0, c.steps = 1 + seed % 5;
        for (const StencilVariant* variant : {&resident, &resident_in_one_block})
            ASSERT_NO_FATAL_FAILURE(seed % 2 == 0 ? expect_same_bits<float>(*variant, c)
                                                  : expect_same_bits<double>(*variant, c));
    }
}

TEST(EmulatedTemporal, gpus_before_hopper_take_single_sweeps_however_much_memory_they_have) {
    const auto [fused, single] = facts_of_fused_and_single(9);
    EXPECT_NE(fused.shared_bytes, single.shared_bytes);
    const auto [older, older_single] = facts_of_fused_and_single(8);
    EXPECT_EQ(older.shared_bytes, older_single.shared_bytes);
}

TEST(EmulatedTemporal, strips_walls_and_pieces_have_the_bits_of_the_reference) {
    for (unsigned seed = 1; seed <= 30; ++seed) {
        const Case c = parity::random_strips_case(seed);
        ASSERT_NO_FATAL_FAILURE(expect_same_bits<float>(temporal, c));
        ASSERT_NO_FATAL_FAILURE(expect_same_bits<double>(temporal, c));
    }
}

TEST(EmulatedTemporal, tiles_walls_and_chunks_have_the_bits_of_the_reference) {
    for (const unsigned seed : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 22, 32}) { // the last ones have five planes
        const Case c = parity::random_tiles_case(seed);
        ASSERT_NO_FATAL_FAILURE(seed % 2 == 0 ? expect_same_bits<float>(temporal, c)
                                              : expect_same_bits<double>(temporal, c));
    }
}

template <class Real>
void expect_same_bits_however_it_is_cut(Case c, std::size_t least_shapes) {
    StencilTraits traits{c.dim, c.order, c.equal_spacing, {c.n[0], c.n[1], c.n[2]}};
    traits.precision = sizeof(Real) == 4 ? Precision::fp32 : Precision::fp64;
    traits.n_terms = c.heun ? 1 : 0, traits.heun = c.heun;
    const Problem<Real> problem(c);
    const auto expected = problem.run_stages(find_stencil_variant(Backend::cpu, "reference", {}), cpu_device(1));
    std::set<std::tuple<index_t, index_t, index_t>> shapes;
    std::vector<Blocking> cuts = cuts_of_fused(traits);
    for (const Blocking& cut : std::vector(cuts))
        if (shapes.insert({cut.depth, cut.width, cut.height}).second && c.dim == 3)
            cuts.push_back(cut), cuts.back().pieces = 4; // a small grid gains nothing from pieces that become shorter
    for (const Blocking& cut : cuts) {
        c.blocking = cut;
        const auto got = Problem<Real>(c).run(temporal, cpu_device(1));
        ASSERT_EQ(parity::first_difference<Real>(expected, got), "")
            << c.text() << ", tiles of " << cut.height << " rows, pieces of " << cut.length << ", " << cut.pieces;
    }
    EXPECT_GE(shapes.size(), least_shapes);
}

TEST(EmulatedTemporal, every_cut_has_the_bits_of_the_reference) {
    Case c;
    c.n[0] = 140, c.n[1] = 70, c.n[2] = 23, c.steps = 9;
    ASSERT_NO_FATAL_FAILURE(expect_same_bits_however_it_is_cut<float>(c, 2));
    ASSERT_NO_FATAL_FAILURE(expect_same_bits_however_it_is_cut<double>(c, 2));
    for (const bool heun : {false, true}) {
        c.order = 4, c.heun = heun, c.steps = heun ? 3 : 5, ++c.seed;
        ASSERT_NO_FATAL_FAILURE(expect_same_bits_however_it_is_cut<float>(c, heun ? 1 : 2));
        ASSERT_NO_FATAL_FAILURE(expect_same_bits_however_it_is_cut<double>(c, 1));
    }
    c.heun = false;
    c.dim = 2, c.n[0] = 520, c.n[1] = 150, c.n[2] = 1;
    for (const int order : {2, 4}) {
        c.order = order, c.steps = order == 2 ? 17 : 9, ++c.seed;
        ASSERT_NO_FATAL_FAILURE(expect_same_bits_however_it_is_cut<float>(c, 2));
        ASSERT_NO_FATAL_FAILURE(expect_same_bits_however_it_is_cut<double>(c, 2));
    }
}

TEST(EmulatedTemporal, tiles_of_order_4_and_whole_steps_of_Heun_have_the_bits_of_the_reference) {
    for (unsigned seed = 1; seed <= 14; ++seed) {
        const Case c = parity::random_wide_tiles_case(seed);
        ASSERT_NO_FATAL_FAILURE(seed % 2 == 0 ? expect_same_bits<float>(temporal, c)
                                              : expect_same_bits<double>(temporal, c));
    }
}

TEST(EmulatedTemporal, walls_that_radiate_patches_with_tables_and_rows_of_place_and_time_are_fused_on_every_side) {
    for (const auto& [dim, order, heun] :
         {std::tuple{2, 2, false}, {2, 4, false}, {3, 2, false}, {3, 4, false}, {3, 4, true}})
        for (const Case& c : parity::cases_with_made_walls(dim, order, heun)) {
            ASSERT_NO_FATAL_FAILURE(c.seed % 2 == 0 ? expect_same_bits<float>(temporal, c)
                                                    : expect_same_bits<double>(temporal, c));
            EXPECT_TRUE(fused_last_time()) << c.text();
        }
}

} // namespace
} // namespace isotherm::emulation
