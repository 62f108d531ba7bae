#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/progress.hpp"

namespace isotherm {
namespace {

/// A run of 1000 steps over 10 s of simulated time that takes `seconds`.
std::string shown(const std::string& mode, double seconds) {
    testing::internal::CaptureStderr();
    {
        Progress progress(mode, 10, 1000000);
        for (int step = 0; step <= 1000; ++step) {
            Clock clock;
            clock.step = step, clock.time = 0.01 * step;
            progress.update(clock, 5 + seconds * step / 1000);
        }
        progress.finish();
    }
    return testing::internal::GetCapturedStderr();
}

TEST(Progress, PlainIsALinePerTenPercent) {
    const std::string text = shown("plain", 100);
    EXPECT_EQ(std::ranges::count(text, '\n'), 10) << text;
    EXPECT_THAT(text, testing::HasSubstr(" 50.0 %  t = 5 s  10 steps/s  10 Mcells/s  50 s left"));
    EXPECT_EQ(text.find('\033'), std::string::npos);
}

TEST(Progress, BarIsDrawnAtMostTenTimesASecondAndTakenAway) {
    const std::string text = shown("bar", 2);
    const auto drawings = std::ranges::count(text, '[') - std::ranges::count(text, '\033'); // each clears its line
    EXPECT_LE(drawings, 21) << text;
    EXPECT_THAT(text, testing::HasSubstr("steps/s"));
    EXPECT_TRUE(text.ends_with("\r\033[K")) << text;
}

TEST(Progress, NoneIsNothingAndAutoIsPlainWhereThereIsNoTerminal) {
    EXPECT_EQ(shown("none", 100), "");
    EXPECT_EQ(shown("auto", 100), shown("plain", 100));
}

} // namespace
} // namespace isotherm
