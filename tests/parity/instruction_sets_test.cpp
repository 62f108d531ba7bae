/// The CPU kernels give the same bits however they were built: parity tests once more for every instruction set that
/// this processor has. A process takes one for good, so each gets a process of its own.

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "kernels/stencil/cpu/variants.hpp"

namespace isotherm::parity {
namespace {

/// What this program returns with an instruction set, on tests that it has.
int run_on(const std::string& set, const std::string& tests) {
    const std::string program = std::filesystem::read_symlink("/proc/self/exe");
    return std::system(("ISOTHERM_PARITY_CASES=8 ISOTHERM_INSTRUCTION_SET='" + set + "' '" + program +
                        "' --gtest_brief=1 --gtest_filter='" + tests + "'")
                           .c_str());
}

TEST(InstructionSets, all_have_the_bits_of_the_reference) {
    ASSERT_FALSE(cpu_instruction_sets().empty());
    for (const std::string& set : cpu_instruction_sets())
        EXPECT_EQ(run_on(set, "*TemporalParity.any_cut*:*StencilParity.random*cpu*:*VariableParity.random*cpu*"), 0)
            << set;
}

TEST(InstructionSets, an_unknown_one_is_refused) { EXPECT_NE(run_on("z80", "*StencilParity.random*cpu*"), 0); }

} // namespace
} // namespace isotherm::parity
