/// The CUDA kernels for variable coefficients, run on emulated blocks, give the bits of the CPU reference.

#include <gtest/gtest.h>

#include "tests/emulation/variants.hpp"
#include "tests/parity/problem.hpp"

namespace isotherm::emulation {
namespace {

using parity::Case;
using parity::Problem;

template <class Real>
void expect_same_bits(const VariableVariant& variant, const Case& c) {
    const Problem<Real> problem(c);
    const auto expected = problem.run(find_variable_variant(Backend::cpu, "reference"), cpu_device(1)),
               got = problem.run(variant, cpu_device(1));
    ASSERT_EQ(parity::first_difference<Real>(expected, got), "") << variant.name << ": " << c.text();
}

class EmulatedVariableKernel : public testing::TestWithParam<const VariableVariant*> {};

TEST_P(EmulatedVariableKernel, random_media_have_the_bits_of_the_reference) {
    for (int dim = 1; dim <= 3; ++dim)
        for (unsigned seed = 7000U * static_cast<unsigned>(dim), end = seed + 25; seed < end; ++seed) {
            Case c = parity::random_case(dim, seed);
            c.order = 2;
            ASSERT_NO_FATAL_FAILURE(expect_same_bits<float>(*GetParam(), c));
            ASSERT_NO_FATAL_FAILURE(expect_same_bits<double>(*GetParam(), c));
        }
}

TEST_P(EmulatedVariableKernel, shapes_around_tiles_and_packs_have_the_bits_of_the_reference) {
    static constexpr index_t shapes[][3] = {{128, 10, 5}, {136, 11, 7}, {9, 3, 3},
                                            {10, 19, 4},  {261, 9, 6},  {64, 20, 9}};
    unsigned seed = 1;
    for (const auto& shape : shapes) {
        Case c;
        std::copy(shape, shape + 3, c.n);
        c.steps = 2;
        c.seed = ++seed;
        ASSERT_NO_FATAL_FAILURE(expect_same_bits<float>(*GetParam(), c));
        ASSERT_NO_FATAL_FAILURE(expect_same_bits<double>(*GetParam(), c));
    }
}

INSTANTIATE_TEST_SUITE_P(every_kernel, EmulatedVariableKernel, testing::Values(&variable_naive, &variable_march),
                         [](const auto& kernel) { return std::string(kernel.param->name); });

} // namespace
} // namespace isotherm::emulation
