#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include "kernels/base/error.hpp"
#include "solver/core/log.hpp"
#include "solver/io/atomic_file.hpp"
#include "solver/io/result_folder.hpp"
#include "solver/io/series.hpp"
#include "tests/unit/case_builder.hpp"
#include "tests/unit/fake_view.hpp"

namespace isotherm {
namespace {

using test::ScratchFolder;
using testing::HasSubstr;
namespace fs = std::filesystem;

/// A case whose result goes to `folder`/result.
CaseSpec case_in(const ScratchFolder& folder, const std::string& name = "rod") {
    CaseSpec spec = test::plain_case({4, 3}, {1, 1}, 1);
    spec.name = name;
    spec.effective_yaml = "title: effective\n";
    spec.source_path = (folder.path / (name + ".yaml")).string();
    std::ofstream(spec.source_path) << "title: as typed\n";
    spec.output.directory = (folder.path / "result").string();
    return spec;
}

void make_result(const CaseSpec& spec, bool overwrite = false) {
    check_result_folder(spec, overwrite, 2);
    begin_result_folder(spec, overwrite);
    log::close_file();
    test::FakeView view(spec);
    SeriesWriter series(spec.output.directory, file_stem(spec.name));
    for (int n = 0; n < 2; ++n) {
        view.clock_.time = n;
        series.write(view);
    }
    series.finish();
}

std::string refusal(const CaseSpec& spec, bool overwrite, index_t snapshots = 2) {
    try {
        check_result_folder(spec, overwrite, snapshots);
    } catch (const UsageError& e) {
        return e.what();
    }
    return "";
}

std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

TEST(ResultFolder, TheCheckWritesNothing) {
    const ScratchFolder folder;
    const CaseSpec spec = case_in(folder);
    check_result_folder(spec, false, 2);
    EXPECT_FALSE(fs::exists(spec.output.directory));
}

TEST(ResultFolder, HoldsTheEffectiveCaseAndTheUsersOwnText) {
    const ScratchFolder folder;
    const CaseSpec spec = case_in(folder);
    make_result(spec);
    EXPECT_EQ(read_file(folder.path / "result/case.yaml"), "title: effective\n");
    EXPECT_THAT(read_file(folder.path / "result/run.log"), HasSubstr("title: as typed\n"));
}

TEST(ResultFolder, AnEarlierResultIsRefusedAndWithOverwriteReplacedAndNothingElse) {
    const ScratchFolder folder;
    const CaseSpec spec = case_in(folder), other = case_in(folder, "plate");
    make_result(spec);
    std::ofstream(folder.path / "result/notes.txt") << "mine";
    std::ofstream(folder.path / "result/plate_notes.vtkhdf") << "mine";
    std::ofstream(folder.path / "result/rod_12.vtkhdf") << "five digits too few";
    EXPECT_THAT(refusal(spec, false), HasSubstr("--overwrite"));
    EXPECT_THAT(refusal(other, false), HasSubstr("case rod")); // any isotherm result, whatever its case
    make_result(other, true);
    EXPECT_THAT(names_in(folder.path / "result"),
                testing::ElementsAre("case.yaml", "notes.txt", "plate.vtkhdf.series", "plate.xdmf",
                                     "plate_000000.vtkhdf", "plate_000001.vtkhdf", "plate_notes.vtkhdf",
                                     "rod_12.vtkhdf", "run.log"));
}

TEST(ResultFolder, AResultWithoutItsLogIsStillKnownByItsSnapshots) {
    const ScratchFolder folder;
    const CaseSpec spec = case_in(folder);
    make_result(spec);
    fs::remove(folder.path / "result/run.log");
    fs::remove(folder.path / "result/case.yaml");
    EXPECT_THAT(refusal(spec, false), HasSubstr("--overwrite"));
    EXPECT_EQ(refusal(spec, true), "");
}

TEST(ResultFolder, AForeignFileOfANameOfOursIsNeverTouched) {
    for (const char* name :
         {"rod.xdmf", "rod_000000.vtkhdf", "diagnostics.csv", "summary.json", "run.log", "case.yaml"}) {
        const ScratchFolder folder;
        const CaseSpec spec = case_in(folder);
        fs::create_directories(spec.output.directory);
        std::ofstream(fs::path(spec.output.directory) / name) << "someone else's";
        EXPECT_THAT(refusal(spec, false), HasSubstr(name));
        EXPECT_THAT(refusal(spec, true), HasSubstr(name));
    }
}

TEST(ResultFolder, TheCaseFileItselfIsNeverOverwritten) {
    const ScratchFolder folder;
    CaseSpec spec = case_in(folder);
    make_result(spec);
    spec.source_path = spec.output.directory + "/case.yaml"; // the effective case of the earlier run, run again
    EXPECT_THAT(refusal(spec, true), HasSubstr("case.yaml"));
    EXPECT_EQ(read_file(spec.source_path), "title: effective\n");
}

TEST(ResultFolder, LeftOverTmpOfTheSameRunAreRemovedAndOthersKept) {
    const ScratchFolder folder;
    const CaseSpec spec = case_in(folder);
    fs::create_directories(spec.output.directory);
    for (const char* name : {"rod_000003.vtkhdf.tmp", "rod.xdmf.tmp", "case.yaml.tmp", "other.tmp", "plate.xdmf.tmp"})
        std::ofstream(fs::path(spec.output.directory) / name) << "half";
    check_result_folder(spec, false, 2);
    begin_result_folder(spec, false);
    log::close_file();
    EXPECT_THAT(names_in(spec.output.directory),
                testing::ElementsAre("case.yaml", "other.tmp", "plate.xdmf.tmp", "run.log"));
}

TEST(ResultFolder, MoreBytesThanTheDiskHasAreRefused) {
    const ScratchFolder folder;
    const CaseSpec spec = case_in(folder);
    EXPECT_THAT(refusal(spec, false, std::numeric_limits<index_t>::max() / 2), HasSubstr("free"));
}

TEST(ResultFolder, MoreThanTenThousandSnapshotsAreWarnedAbout) {
    const ScratchFolder folder;
    const CaseSpec spec = case_in(folder);
    const auto told = [&](index_t snapshots) {
        testing::internal::CaptureStderr();
        check_result_folder(spec, false, snapshots);
        return testing::internal::GetCapturedStderr();
    };
    EXPECT_EQ(told(10'000), "");
    EXPECT_THAT(told(10'001), HasSubstr("warning: the run writes 10001 snapshots"));
}

TEST(ResultFolder, AFileInThePlaceOfTheFolderIsRefused) {
    const ScratchFolder folder;
    CaseSpec spec = case_in(folder);
    spec.output.directory = spec.source_path + "/result";
    EXPECT_THAT(refusal(spec, false), HasSubstr("not a folder"));
}

TEST(ResultFolder, CountsTheSnapshotsOfEveryCadence) {
    CaseSpec spec;
    spec.time.end = 1;
    EXPECT_EQ(expected_snapshots(spec, 100), 2);
    spec.output.cadence.every = 0.1; // 1 / 0.1 is below 10 by round-off in places
    EXPECT_EQ(expected_snapshots(spec, 100), 11);
    spec.output.cadence.every = 0.3;
    EXPECT_EQ(expected_snapshots(spec, 100), 5);
    spec.output.cadence = {};
    spec.output.cadence.steps = 30;
    EXPECT_EQ(expected_snapshots(spec, 100), 5);
    spec.output.cadence = {};
    spec.output.cadence.times = {0.0, 0.5, 1.0, 3.0};
    EXPECT_EQ(expected_snapshots(spec, 100), 3);
}

TEST(ResultFolder, NamesOfFilesHoldNothingThatReadersSplitAt) {
    EXPECT_EQ(file_stem("a b:c/d"), "a_b_c_d");
    EXPECT_EQ(file_stem("rod-1.2_x"), "rod-1.2_x");
    EXPECT_EQ(snapshot_name("rod", 12), "rod_000012.vtkhdf");
    EXPECT_EQ(snapshot_name("rod", 1234567), "rod_1234567.vtkhdf");
}

} // namespace
} // namespace isotherm
