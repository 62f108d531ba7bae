/// The fused kernels of the GPU on grids of several tiles or strips, with every kind of wall: the bits of the CPU
/// reference, fields and heat, for numbers of steps that a pass does and does not divide.

#include <tuple>

#include <gtest/gtest.h>

#include "tests/parity/device_for_test.hpp"
#include "tests/parity/problem.hpp"

namespace isotherm::parity {
namespace {

const StencilVariant* cuda_kernel(std::string_view name) {
    for (const StencilVariant& v : stencil_variants())
        if (v.backend == Backend::cuda && v.name == name) return &v;
    return nullptr;
}
const StencilVariant* fused_kernel() { return cuda_kernel("temporal"); }

template <class Real>
void expect_same_bits(const Case& c, const Device& device, const StencilVariant& kernel = *fused_kernel()) {
    const Problem<Real> problem(c);
    const auto expected = problem.run_stages(find_stencil_variant(Backend::cpu, "reference", {}), cpu_device(1));
    ASSERT_EQ(first_difference<Real>(expected, problem.run(kernel, device)), "") << c.text();
}

TEST(FusedParity, tiles_strips_walls_and_chunks_have_the_bits_of_the_reference) {
    std::string why;
    const Device device = device_for_test(Backend::cuda, why);
    if (!why.empty() || fused_kernel() == nullptr) return skip_or_fail(why.empty() ? "built without CUDA" : why);
    for (unsigned seed = 1; seed <= 40; ++seed) {
        const Case c = random_tiles_case(seed);
        ASSERT_NO_FATAL_FAILURE(seed % 2 == 0 ? expect_same_bits<float>(c, device)
                                              : expect_same_bits<double>(c, device));
        const Case wide = random_wide_tiles_case(seed);
        ASSERT_NO_FATAL_FAILURE(seed % 2 == 0 ? expect_same_bits<float>(wide, device)
                                              : expect_same_bits<double>(wide, device));
        const Case strips = random_strips_case(seed);
        ASSERT_NO_FATAL_FAILURE(seed % 2 == 0 ? expect_same_bits<float>(strips, device)
                                              : expect_same_bits<double>(strips, device));
    }
}

TEST(FusedParity,
     radiation_patches_with_tables_and_rows_of_place_and_time_on_every_side_have_the_bits_of_the_reference) {
    std::string why;
    const Device device = device_for_test(Backend::cuda, why);
    if (!why.empty() || fused_kernel() == nullptr) return skip_or_fail(why.empty() ? "built without CUDA" : why);
    for (const auto& [dim, order, heun] :
         {std::tuple{2, 2, false}, {2, 4, false}, {3, 2, false}, {3, 4, false}, {3, 4, true}})
        for (const Case& c : cases_with_made_walls(dim, order, heun)) {
            ASSERT_NO_FATAL_FAILURE(expect_same_bits<float>(c, device));
            ASSERT_NO_FATAL_FAILURE(expect_same_bits<double>(c, device));
        }
}

TEST(ResidentParity, many_sweeps_of_many_blocks_and_steps_of_Heun_have_the_bits_of_the_reference) {
    std::string why;
    const Device device = device_for_test(Backend::cuda, why);
    const StencilVariant* const resident = cuda_kernel("resident");
    if (!why.empty() || resident == nullptr) return skip_or_fail(why.empty() ? "built without CUDA" : why);
    for (unsigned seed = 1; seed <= 60; ++seed) {
        Case c = random_case(1 + static_cast<int>(seed % 3), seed);
        c.n_terms = 0, c.heun = seed % 4 < 2, c.steps = 1 + seed % 20;
        ASSERT_NO_FATAL_FAILURE(expect_same_bits<float>(c, device, *resident));
        ASSERT_NO_FATAL_FAILURE(expect_same_bits<double>(c, device, *resident));
    }
    for (const auto& [dim, order, heun] :
         {std::tuple{2, 2, false}, {2, 4, false}, {3, 2, false}, {3, 4, false}, {3, 4, true}})
        for (const Case& c : cases_with_made_walls(dim, order, heun)) {
            ASSERT_NO_FATAL_FAILURE(expect_same_bits<float>(c, device, *resident));
            ASSERT_NO_FATAL_FAILURE(expect_same_bits<double>(c, device, *resident));
        }
}

} // namespace
} // namespace isotherm::parity
