/// Which kernel `compute.kernel: auto` is on a CPU.

#include <gtest/gtest.h>

#include "tests/unit/operator_steps.hpp"

namespace isotherm::test {
namespace {

std::string_view kernel_for(const CaseSpec& spec, int threads) {
    return kernel_of(spec, Grid(spec.grid), cpu_device(threads), spec.time.integrator == "rk2" ? 1 : 0).name;
}

CaseSpec block(index_t nx, index_t ny, index_t nz) { return plain_case({nx, ny, nz}, {1, 1, 1}, 1e-4); }

TEST(KernelChoice, LargeFieldsMoveThroughOneArray) {
    const CaseSpec spec = block(512, 512, 512);
    EXPECT_EQ(kernel_for(spec, 1), "in_place");
    EXPECT_EQ(kernel_for(spec, 1000), "temporal") << "too few tiles for the threads";
}

TEST(KernelChoice, SmallOrFlatOnesAndThoseInTheCacheDoNot) {
    EXPECT_EQ(kernel_for(block(64, 64, 64), 1), "temporal");
    EXPECT_EQ(kernel_for(block(16, 400, 400), 2), "temporal");  // one tile holds all rows
    EXPECT_EQ(kernel_for(block(2000, 2000, 4), 1), "temporal"); // passes of four steps
}

TEST(KernelChoice, NothingThatNeedsASecondFieldOrClosesDoes) {
    CaseSpec spec = block(512, 512, 512);
    spec.time.integrator = "rk2";
    EXPECT_NE(kernel_for(spec, 1), "in_place");
    spec = block(512, 512, 512);
    spec.walls[2] = spec.walls[3] = PeriodicWall{};
    EXPECT_EQ(kernel_for(spec, 1), "temporal");
    spec = block(512, 512, 512);
    spec.stop.steady = 1e-6;
    EXPECT_EQ(kernel_for(spec, 1), "temporal");
    spec = block(512, 512, 512);
    spec.sources = {UniformSource{UniformSource::Given::density, 1.0, ""}};
    EXPECT_EQ(kernel_for(spec, 1), "temporal");
    spec = block(512, 512, 512);
    spec.compute.kernel = "rows";
    EXPECT_EQ(kernel_for(spec, 1), "rows");
}

} // namespace
} // namespace isotherm::test
