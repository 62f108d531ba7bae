#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <fstream>
#include <limits>
#include <sys/resource.h>

#include "kernels/base/error.hpp"
#include "solver/io/atomic_file.hpp"
#include "solver/io/series.hpp"
#include "solver/io/snapshot.hpp"
#include "tests/unit/case_builder.hpp"
#include "tests/unit/fake_view.hpp"

namespace isotherm {
namespace {

using test::FakeView;
using test::ScratchFolder;
namespace fs = std::filesystem;

double marker(index_t i, index_t j, index_t k) {
    return static_cast<double>(i) + 100.0 * static_cast<double>(j) + 1e4 * static_cast<double>(k) + 0.25;
}

FakeView view_of(std::vector<index_t> cells, std::vector<double> size) {
    CaseSpec spec = test::plain_case(std::move(cells), std::move(size), 1.0);
    spec.effective_yaml = "title: something\n";
    FakeView view(spec);
    view.T = marker;
    view.clock_.time = 1.5, view.clock_.step = 30, view.clock_.dt = 0.05;
    view.facts_.reference = 20;
    return view;
}

void expect_round_trip(FakeView view, Precision precision, int deflate) {
    view.spec_.output.precision = precision, view.spec_.output.deflate = deflate;
    const ScratchFolder folder;
    const fs::path file = folder.path / "a_000007.vtkhdf";
    write_snapshot(file, snapshot_head(view, 7), view);
    const SnapshotFile read(file);
    EXPECT_EQ(read.head().cells, view.grid_.n);
    EXPECT_EQ(read.head().dim, view.grid_.dim);
    EXPECT_EQ(read.head().precision, precision);
    EXPECT_EQ(read.head().deflate, deflate);
    EXPECT_EQ(read.head().step, 30);
    EXPECT_EQ(read.head().snapshot, 7);
    EXPECT_EQ(read.head().time, 1.5);
    EXPECT_EQ(read.head().reference, 20);
    EXPECT_EQ(read.config(), "title: something\n");
    std::vector<double> T(static_cast<std::size_t>(view.grid_.cells()));
    read.read("temperature", all_cells(view.grid_), T.data());
    std::size_t n = 0;
    for (index_t k = 0; k < view.grid_.n[2]; ++k)
        for (index_t j = 0; j < view.grid_.n[1]; ++j)
            for (index_t i = 0; i < view.grid_.n[0]; ++i)
                ASSERT_EQ(T[n++], marker(i, j, k)) << i << " " << j << " " << k;
}

TEST(Snapshot, ReadsBackWhatWasWrittenInEveryRankPrecisionAndStorage) {
    for (const Precision precision : {Precision::fp32, Precision::fp64})
        for (const int deflate : {0, 1, 9}) {
            expect_round_trip(view_of({7}, {1}), precision, deflate);
            expect_round_trip(view_of({1}, {1}), precision, deflate);
            expect_round_trip(view_of({4, 3}, {1, 2}), precision, deflate);
            expect_round_trip(view_of({4, 3, 5}, {1, 2, 3}), precision, deflate);
            expect_round_trip(view_of({4, 1, 5}, {1, 2, 3}), precision, deflate);
        }
}

TEST(Snapshot, LargerThanTheBufferIsWrittenInSlabsThatFit) {
    expect_round_trip(view_of({99, 97, 461}, {1, 1, 1}), Precision::fp64, 0); // 35 MB: more than one slab of planes
    expect_round_trip(view_of({99, 97, 461}, {1, 1, 1}), Precision::fp64, 1);
    expect_round_trip(view_of({2100, 2003}, {1, 1}), Precision::fp64, 1); // 34 MB in one plane: slabs of rows
    expect_round_trip(view_of({4300000}, {1}), Precision::fp64, 1);       // 34 MB in one row
}

TEST(Snapshot, NeverHoldsAValueThatIsNotFinite) {
    for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
        FakeView view = view_of({4, 3, 5}, {1, 1, 1});
        view.T = [bad](index_t i, index_t j, index_t k) { return i == 3 && j == 1 && k == 2 ? bad : 1.0; };
        const ScratchFolder folder;
        try {
            write_snapshot(folder.path / "a_000000.vtkhdf", snapshot_head(view, 0), view);
            FAIL() << "written";
        } catch (const NumericsError& e) {
            EXPECT_NE(std::string(e.what()).find("(3, 1, 2)"), std::string::npos) << e.what();
        }
        EXPECT_TRUE(fs::is_empty(folder.path));
    }
}

TEST(Snapshot, AFullDiskLeavesEarlierFilesAsTheyWereAndNoTmp) {
    // A limit on the size of files stands in for the full disk: the same calls fail, with another cause.
    const ScratchFolder folder;
    FakeView view = view_of({64, 64, 8}, {1, 1, 1}); // 256 KiB
    const fs::path file = folder.path / "a_000000.vtkhdf";
    write_snapshot(file, snapshot_head(view, 0), view);
    const std::string before = read_file(file);

    std::signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    getrlimit(RLIMIT_FSIZE, &old);
    for (const rlim_t limit : {rlim_t{0}, rlim_t{500}, rlim_t{4096}, rlim_t{100000}, rlim_t{before.size() - 1}}) {
        const rlimit small{limit, old.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
        std::string told;
        try {
            write_snapshot(file, snapshot_head(view, 1), view);
        } catch (const IoError& e) {
            told = e.what();
        }
        setrlimit(RLIMIT_FSIZE, &old);
        EXPECT_NE(told.find("a_000000.vtkhdf"), std::string::npos) << limit << ": " << told;
        EXPECT_NE(told.find("File too large"), std::string::npos) << limit << ": " << told;
        EXPECT_EQ(read_file(file), before);
        EXPECT_FALSE(fs::exists(folder.path / "a_000000.vtkhdf.tmp"));
    }
}

TEST(Snapshot, AFileThatIsNoneIsRefusedByName) {
    const ScratchFolder folder;
    std::ofstream(folder.path / "x_000000.vtkhdf") << "not HDF5 at all";
    EXPECT_THROW(SnapshotFile(folder.path / "absent.vtkhdf"), IoError);
    try {
        SnapshotFile(folder.path / "x_000000.vtkhdf");
        FAIL() << "read";
    } catch (const IoError& e) {
        EXPECT_NE(std::string(e.what()).find("x_000000.vtkhdf"), std::string::npos);
    }
}

TEST(Series, IndexNamesEverySnapshotInOrderAndNoneThatIsNotThere) {
    const ScratchFolder folder;
    FakeView view = view_of({4, 3}, {1, 1});
    SeriesWriter series(folder.path, "plate");
    EXPECT_FALSE(fs::exists(folder.path / "plate.xdmf"));
    for (int n = 0; n < 3; ++n) {
        view.clock_.time = 0.1 * n;
        series.write(view);
        for (const SeriesEntry& entry : read_series(folder.path / "plate.vtkhdf.series"))
            EXPECT_TRUE(fs::exists(folder.path / entry.file));
    }
    series.finish();
    const auto entries = read_series(folder.path / "plate.vtkhdf.series");
    ASSERT_EQ(entries.size(), 3u);
    EXPECT_EQ(entries[2].file, "plate_000002.vtkhdf");
    EXPECT_EQ(entries[2].time, 0.2);
}

TEST(Series, XdmfAlwaysHasThreeAxesInTheOrderZYX) {
    SnapshotHead head;
    head.dim = 2, head.cells = {4, 3, 1};
    head.origin = {0.5, 1.0 / 3, 0.5}, head.spacing = {1, 2, 1};
    head.precision = Precision::fp32;
    const std::string text = xdmf_text(head, {{"p_000000.vtkhdf", 0}});
    EXPECT_NE(text.find("Dimensions=\"1 3 4\""), std::string::npos);
    EXPECT_NE(text.find(">0.5 0.33333333333333331 0.5<"), std::string::npos);
    EXPECT_NE(text.find(">1 2 1<"), std::string::npos);
    EXPECT_NE(text.find("Precision=\"4\" Format=\"HDF\">p_000000.vtkhdf:/VTKHDF/PointData/temperature<"),
              std::string::npos);
}

} // namespace
} // namespace isotherm
