/// The marching kernels of the GPU, lane by lane on the host: what they compute, without what moves it there.

#include <gtest/gtest.h>

#include "kernels/conv2d/cuda/block.hpp"
#include "kernels/conv2d/cuda/march_plan.hpp"
#include "kernels/conv2d/cuda/patch.hpp"
#include "tests/parity/host_filter.hpp"

namespace isotherm::parity {
namespace {

using namespace cuda;

template <class Real>
Centred centre_of(const HostRun<Real>& run) {
    const Filter<Real>& f = run.setup.filter;
    return centred(f.rows, f.columns, f.padding, f.anchor);
}

template <class M, class Real, class Add>
void march_all(const HostRun<Real>& run, const Add& add) {
    const MarchPlan plan = plan_march(run.setup, centre_of(run), M::reach, M::span, M::width, 7);
    for (unsigned n = 0; n < plan.tasks; ++n)
        for (int lane = 0; lane < 32; ++lane) {
            const MarchPlace<M> place(plan, n, lane, run.setup.filter.out.n[1]);
            if (place.x0 - plan.shift[0] >= run.setup.filter.out.n[0]) continue;
            GlobalRows<M, true> rows(run.setup.filter, plan, place);
            march<M>(run.setup.filter, plan, place, rows, add);
        }
}

template <class Real, int Reach>
void march_direct(const HostRun<Real>& run) {
    using M = OnePack<Real, Reach>;
    const auto taps = direct_taps<M>(run.setup, centre_of(run));
    march_all<M>(run, AddDirect<M, TapSet<Real, M::size * M::size>>{taps});
}

/// Patches of small filters, whole ones inside the field and the others.
template <class Real, int Reach>
void compute_patches(const HostRun<Real>& run) {
    using M = PatchShape<Real, Reach, patch_tuning<Real>(Reach).rows>;
    const auto taps = direct_taps<M>(run.setup, centre_of(run));
    const MarchPlan plan = plan_pieces(run.setup, centre_of(run), M::span, M::width, M::rows);
    for (unsigned n = 0; n < plan.tasks; ++n)
        for (int lane = 0; lane < 32; ++lane) {
            const MarchPlace<M> place(plan, n, lane, run.setup.filter.out.n[1]);
            if (place.x0 - plan.shift[0] < run.setup.filter.out.n[0])
                compute_patch(run.setup.filter, plan, place, taps);
        }
}

template <class Real, int Reach>
void march_every_padding() {
    unsigned seed = 1;
    for (const Padding x : all_paddings)
        for (const Padding y : all_paddings)
            for (const auto& [rows, columns] :
                 {std::pair{2 * Reach + 1, 2 * Reach + 1}, {2 * Reach, 1}, {1, 2 * Reach}}) {
                const HostRun<Real> run = draw_run<Real>(rows, columns, 61 + 70 * (seed % 3), 37, x, y, seed);
                const FilterTraits traits{rows, columns, {run.nx, run.ny}, {x, y}};
                const std::string what =
                    std::to_string(rows) + " x " + std::to_string(columns) + ", " + name_of(x) + ", " + name_of(y);
                ASSERT_TRUE(columns_are_simple(traits, Reach));
                march_direct<Real, Reach>(run);
                ASSERT_NO_FATAL_FAILURE(run.expect_the_definition(what));
                if constexpr (Reach <= largest_patch_reach) {
                    const HostRun<Real> again = draw_run<Real>(rows, columns, 61 + 70 * (seed % 3), 37, x, y, seed);
                    compute_patches<Real, Reach>(again);
                    ASSERT_NO_FATAL_FAILURE(again.expect_the_definition("patches, " + what));
                }
                ++seed;
            }
}

TEST(MarchOnHost, EveryReachAndPaddingGivesTheBitsOfTheDefinition) {
    ASSERT_NO_FATAL_FAILURE((march_every_padding<float, 1>()));
    ASSERT_NO_FATAL_FAILURE((march_every_padding<double, 1>()));
    ASSERT_NO_FATAL_FAILURE((march_every_padding<float, 2>()));
    ASSERT_NO_FATAL_FAILURE((march_every_padding<float, 3>()));
    ASSERT_NO_FATAL_FAILURE((march_every_padding<float, 4>()));
    ASSERT_NO_FATAL_FAILURE((march_every_padding<double, 4>()));
    ASSERT_NO_FATAL_FAILURE((march_every_padding<float, 7>()));
    ASSERT_NO_FATAL_FAILURE((march_every_padding<double, 7>()));
}

TEST(MarchOnHost, TheBlockOfAnySizeGivesTheBitsOfTheDefinition) {
    unsigned seed = 1;
    for (const auto& [rows, columns, nx, ny] :
         {std::tuple{5, 11, 143, 19}, {1, 17, 61, 9}, {16, 2, 130, 21}, {4, 6, 3, 2}, {30, 33, 77, 41}, {1, 1, 1, 1}})
        for (const Padding padding : all_paddings) {
            if (padding == Padding::valid && (rows > ny || columns > nx)) continue;
            const HostRun<float> run = draw_run<float>(rows, columns, nx, ny, padding, padding, seed++);
            const Filter<float>& f = run.setup.filter;
            const auto taps = block_taps(run.setup.weights, rows, columns, f.anchor[0]);
            const auto tasks = static_cast<unsigned>((f.out.n[0] + 127) / 128 * ((f.out.n[1] + 7) / 8));
            for (unsigned n = 0; n < tasks; ++n)
                for (int lane = 0; lane < 32; ++lane) block_outputs(f, taps, {}, n, lane);
            ASSERT_NO_FATAL_FAILURE(run.expect_the_definition(std::to_string(rows) + " x " + std::to_string(columns) +
                                                              ", " + name_of(padding)));
        }
}

TEST(MarchOnHost, FiltersGoToTheNextLargerKernelOrToTheBlock) {
    const auto traits = [](int rows, int columns, index_t nx = 1000, Padding padding = Padding::reflect) {
        return FilterTraits{rows, columns, {nx, 1000}, {padding, padding}, Precision::fp32};
    };
    EXPECT_EQ(next_reach(direct_reaches, 5), 7);
    EXPECT_EQ(next_reach(direct_reaches, 16), 0);
    EXPECT_TRUE(register_marches(traits(15, 15)));
    EXPECT_TRUE(register_marches(traits(4, 5)));
    EXPECT_FALSE(register_marches(traits(1, 31))); // most of a square would be zeros
    EXPECT_FALSE(register_marches(traits(33, 33)));
    EXPECT_FALSE(register_marches(traits(15, 15, 5))); // reflected more than once
    EXPECT_TRUE(register_marches(traits(15, 15, 5, Padding::zero)));
    EXPECT_TRUE(separable_marches(traits(31, 31)));
    EXPECT_FALSE(separable_marches(traits(33, 3)));
}

} // namespace
} // namespace isotherm::parity
