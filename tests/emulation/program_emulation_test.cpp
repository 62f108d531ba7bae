/// The CUDA kernel that heats by programs, run on emulated blocks, gives the bits of the CPU.

#include <gtest/gtest.h>

#include "tests/emulation/programs.hpp"
#include "tests/parity/program_problem.hpp"

namespace isotherm::emulation {
namespace {

template <class Real>
void expect_same_bits(index_t nx, bool of_cells) {
    const Device cpu = cpu_device(2);
    const auto on_cpu = parity::heated_by_programs<Real>(
        cpu, nx, of_cells, [&](const ProgramHeating<Real>& p) { heat_by_programs(p, cpu); });
    const auto emulated =
        parity::heated_by_programs<Real>(cpu, nx, of_cells, [](const ProgramHeating<Real>& p) { heat(p); });
    for (const double v : on_cpu) ASSERT_TRUE(std::isfinite(v));
    EXPECT_EQ(on_cpu, emulated) << nx;
}

TEST(EmulatedPrograms, heating_has_the_bits_of_the_cpu) {
    for (const index_t nx : {1, 31, 32, 33, 127, 128, 129, 300})
        for (const bool of_cells : {false, true}) {
            expect_same_bits<float>(nx, of_cells);
            expect_same_bits<double>(nx, of_cells);
        }
}

} // namespace
} // namespace isotherm::emulation
