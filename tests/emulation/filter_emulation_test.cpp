/// The CUDA filter kernels' own sources, run on emulated blocks: the bits of the definition, where the table promises
/// them, for sizes around packs, strips and tiles under every padding.

#include <gtest/gtest.h>

#include "tests/emulation/filter_variants.hpp"
#include "tests/parity/host_filter.hpp"

namespace isotherm::emulation {
namespace {

using parity::HostRun;

struct Size {
    int rows, columns;
    index_t nx, ny;
};

class EmulatedFilter : public testing::TestWithParam<const FilterVariant*> {
protected:
    template <class Real>
    void compare(const Size& s, Padding x, Padding y, bool separable, bool masked, unsigned seed) {
        if ((x == Padding::valid && s.columns > s.nx) || (y == Padding::valid && s.rows > s.ny)) return;
        const FilterVariant& v = *GetParam();
        HostRun<Real> run = (parity::draw_run<Real>(s.rows, s.columns, s.nx, s.ny, x, y, seed, separable || masked));
        run.setup.filter.masked = masked;
        for (std::size_t n = seed % 5; masked && n < run.in.size(); n += 5)
            run.in[n] = std::numeric_limits<Real>::quiet_NaN();
        if (!v.supports(run.setup.traits())) return;
        std::unique_ptr<FilterKernel<Real>> kernel;
        if constexpr (sizeof(Real) == 4) kernel = v.make_fp32(run.setup);
        else kernel = v.make_fp64(run.setup);
        kernel->run(run.setup.filter);
        const std::string what = std::string(v.name) + ": " + std::to_string(s.rows) + " x " +
                                 std::to_string(s.columns) + " on " + std::to_string(s.nx) + " x " +
                                 std::to_string(s.ny) + ", " + name_of(x) + " and " + name_of(y);
        const double rounding = 64.0 * std::numeric_limits<Real>::epsilon();
        run.expect_the_definition(what, v.same_bits ? 0 : rounding);
        ++compared_;
    }
    int compared_ = 0;
};

TEST_P(EmulatedFilter, every_padding_gives_the_definition) {
    static constexpr Size sizes[] = {{1, 1, 1, 1},    {3, 3, 129, 5},    {5, 5, 260, 19}, {7, 4, 61, 23},
                                     {6, 9, 130, 9},  {15, 15, 40, 33},  {2, 37, 70, 11}, {21, 3, 33, 40},
                                     {9, 9, 150, 71}, {17, 13, 140, 130}};
    unsigned seed = 1;
    for (const Size& s : sizes)
        for (int n = 0; n < 6; ++n) {
            const Padding x = all_paddings[n], y = all_paddings[(n + seed) % 6];
            ASSERT_NO_FATAL_FAILURE(compare<float>(s, x, y, false, false, seed));
            ASSERT_NO_FATAL_FAILURE(compare<double>(s, x, y, true, false, seed));
            ASSERT_NO_FATAL_FAILURE(compare<float>(s, x, y, false, true, seed));
            ++seed;
        }
    EXPECT_GT(compared_, 20);
}

TEST_P(EmulatedFilter, large_filters_and_small_fields_give_the_definition) {
    static constexpr Size sizes[] = {{31, 31, 37, 21}, {64, 64, 41, 9}, {70, 70, 9, 5}, {33, 5, 130, 35}, {9, 9, 3, 2}};
    unsigned seed = 100;
    for (const Size& s : sizes)
        for (const Padding padding : {Padding::mirror, Padding::periodic, Padding::zero}) {
            ASSERT_NO_FATAL_FAILURE(compare<float>(s, padding, padding, seed % 2 == 0, false, seed));
            ASSERT_NO_FATAL_FAILURE(compare<double>(s, padding, padding, seed % 2 == 0, false, seed));
            ++seed;
        }
}

INSTANTIATE_TEST_SUITE_P(every_kernel, EmulatedFilter,
                         testing::Values(&filters[0], &filters[1], &filters[2], &filters[3], &filters[4]),
                         [](const auto& kernel) { return std::string(kernel.param->name); });

} // namespace
} // namespace isotherm::emulation
