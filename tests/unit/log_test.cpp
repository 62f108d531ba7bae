#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "kernels/base/error.hpp"
#include "solver/core/log.hpp"
#include "solver/io/atomic_file.hpp"
#include "tests/unit/fake_view.hpp"

namespace isotherm {
namespace {

using testing::HasSubstr;

std::string said(const std::function<void()>& talk) {
    testing::internal::CaptureStderr();
    talk();
    return testing::internal::GetCapturedStderr();
}

void say_all() {
    log::detail("a detail");
    log::info("a message");
    log::warning("a doubt {} %v"); // not a format
    log::error("a fault");
}

TEST(Log, TheConsoleHearsWhatItsLevelLetsThrough) {
    EXPECT_EQ(said(say_all), "a message\nwarning: a doubt {} %v\nerror: a fault\n");
    log::set_console_level(log::Level::error);
    EXPECT_EQ(said(say_all), "error: a fault\n");
    log::set_console_level(log::Level::detail);
    EXPECT_THAT(said(say_all), HasSubstr("a detail"));
    log::set_console_level(log::Level::info);
}

TEST(Log, TheFileHearsEverythingAlsoWhatWasSaidBeforeItWasThere) {
    const test::ScratchFolder folder;
    const std::string path = (folder.path / "run.log").string();
    log::set_console_level(log::Level::error);
    said([] { log::detail("early detail"); });
    log::open_file(path);
    said(say_all);
    EXPECT_EQ(said([] { log::to_file(log::Level::error, "only there"); }), "");
    log::close_file();
    log::set_console_level(log::Level::info);
    const std::string text = read_file(path);
    for (const char* line :
         {"early detail", "a detail", "a message", "warning: a doubt {} %v", "error: a fault", "only there"})
        EXPECT_THAT(text, HasSubstr(line));
}

TEST(Log, APlaceThatCannotBeWrittenIsAnError) { EXPECT_THROW(log::open_file("/proc/isotherm/run.log"), IoError); }

TEST(Log, MessagesClearAStandingBarOnlyWhenTheyAreShown) {
    static int cleared;
    cleared = 0;
    log::set_line_clearer([] { ++cleared; });
    said([] { log::detail("not shown"); });
    EXPECT_EQ(cleared, 0);
    said([] { log::info("shown"); });
    EXPECT_EQ(cleared, 1);
    log::set_line_clearer(nullptr);
}

} // namespace
} // namespace isotherm
