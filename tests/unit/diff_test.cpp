#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "app/command_diff.hpp"
#include "app/command_info.hpp"
#include "kernels/base/error.hpp"
#include "solver/io/compare.hpp"
#include "solver/io/series.hpp"
#include "tests/unit/case_builder.hpp"
#include "tests/unit/fake_view.hpp"

namespace isotherm {
namespace {

using test::FakeView;
using test::ScratchFolder;
using testing::HasSubstr;

struct Printed {
    int code;
    std::string text;
};

Printed diff(const std::filesystem::path& a, const std::filesystem::path& b, double rtol = 0, double atol = 0) {
    testing::internal::CaptureStdout();
    const int code = diff_command({a.string(), b.string(), rtol, atol});
    std::fflush(stdout);
    return {code, testing::internal::GetCapturedStdout()};
}

/// Two snapshots of T = i + 10 j + 100 k + bump, and a table.
void write_result(const std::filesystem::path& folder, std::vector<index_t> cells, double bump, index_t count = 2) {
    std::filesystem::create_directories(folder);
    FakeView view(test::plain_case(cells, std::vector<double>(cells.size(), 1.0), 1));
    view.T = [&](index_t i, index_t j, index_t k) {
        const double at = static_cast<double>(i + 10 * j + 100 * k);
        return i == 1 && j == 2 && k == 3 ? at + bump : at;
    };
    SeriesWriter series(folder, "test");
    for (index_t n = 0; n < count; ++n) {
        view.clock_.time = static_cast<double>(n);
        series.write(view);
    }
    series.finish();
    std::ofstream(folder / "probes.csv") << "step,time,p\n0,0,1\n1,0.5," << 1 + bump << "\n";
}

TEST(Diff, AgreesWithItselfInsideATolerance) {
    const ScratchFolder folder;
    write_result(folder.path / "a", {4, 3, 5}, 0);
    write_result(folder.path / "b", {4, 3, 5}, 0.01);
    EXPECT_EQ(diff(folder.path / "a", folder.path / "a").code, 0);
    EXPECT_EQ(diff(folder.path / "a", folder.path / "b").code, 1);
    EXPECT_EQ(diff(folder.path / "a", folder.path / "b", 0, 0.011).code, 0);
    EXPECT_EQ(diff(folder.path / "a", folder.path / "b", 0.011, 0).code, 0);
    EXPECT_EQ(diff(folder.path / "a", folder.path / "b", 1e-5, 0).code, 1);
}

TEST(Diff, SaysWhereAndHowMuch) {
    const ScratchFolder folder;
    write_result(folder.path / "a", {4, 3, 5}, 0);
    write_result(folder.path / "b", {4, 3, 5}, 0.5);
    const std::string text = diff(folder.path / "a/test_000001.vtkhdf", folder.path / "b/test_000001.vtkhdf").text;
    EXPECT_THAT(text, HasSubstr("1 of 60 values differ, most in cell (1, 2, 3): 321 and 321.5, by 5.000e-01"));
    EXPECT_THAT(diff(folder.path / "a", folder.path / "b").text, HasSubstr("probes.csv: p: 1 of 2 rows differ"));
}

TEST(Diff, TellsOtherShapesCountsAndTables) {
    const ScratchFolder folder;
    write_result(folder.path / "a", {4, 3, 5}, 0);
    write_result(folder.path / "b", {4, 5, 3}, 0, 3);
    std::ofstream(folder.path / "b/diagnostics.csv") << "step\n0\n";
    const Printed printed = diff(folder.path / "a", folder.path / "b");
    EXPECT_EQ(printed.code, 1);
    EXPECT_THAT(printed.text, HasSubstr("4 x 3 x 5 and 4 x 5 x 3"));
    EXPECT_THAT(printed.text, HasSubstr("2 and 3 snapshots"));
    EXPECT_THAT(printed.text, HasSubstr("diagnostics.csv: only the second"));
}

TEST(Diff, NotANumberAgreesWithItselfAlone) {
    const double nan = std::nan(""), inf = HUGE_VAL;
    const Tolerance loose{1, 1e300};
    EXPECT_TRUE(loose.agree(nan, nan));
    EXPECT_TRUE(loose.agree(inf, inf));
    EXPECT_FALSE(loose.agree(nan, 1));
    EXPECT_FALSE(loose.agree(1, inf));
    Difference d;
    d.add(nan, 1, 5, loose);
    EXPECT_EQ(d.not_numbers, 1);
    EXPECT_EQ(d.at, 5);
}

TEST(Diff, WhatIsNotThereIsTheUsersAndWhatIsDamagedTheSystems) {
    const ScratchFolder folder;
    write_result(folder.path / "a", {4}, 0);
    EXPECT_THROW(diff_command({(folder.path / "a").string(), (folder.path / "absent").string()}), UsageError);
    EXPECT_THROW(diff_command({(folder.path / "a").string(), folder.path.string()}), UsageError);
    EXPECT_THROW(diff_command({(folder.path / "a").string(), (folder.path / "a/test_000000.vtkhdf").string()}),
                 UsageError);
    std::filesystem::resize_file(folder.path / "a/test_000001.vtkhdf", 1000);
    EXPECT_THROW(diff_command({(folder.path / "a").string(), (folder.path / "a").string()}), IoError);
}

TEST(Info, TellsGridTimesAndExtremesOfASnapshotAndOfAResult) {
    const ScratchFolder folder;
    write_result(folder.path / "a", {4, 3, 5}, 0);
    for (const char* path : {"a", "a/test.xdmf", "a/test_000001.vtkhdf"}) {
        testing::internal::CaptureStdout();
        EXPECT_EQ(info_command({(folder.path / path).string(), false}), 0);
        std::fflush(stdout);
        const std::string text = testing::internal::GetCapturedStdout();
        EXPECT_THAT(text, HasSubstr("4 x 3 x 5 cells")) << path;
        EXPECT_THAT(text, HasSubstr("min 0, max 423, mean 211.5 K")) << path;
    }
}

} // namespace
} // namespace isotherm
