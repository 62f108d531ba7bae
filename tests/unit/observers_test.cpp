#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <limits>

#include "kernels/base/error.hpp"
#include "solver/io/atomic_file.hpp"
#include "solver/io/csv.hpp"
#include "solver/io/series.hpp"
#include "solver/observe/observers.hpp"
#include "tests/unit/case_builder.hpp"
#include "tests/unit/fake_view.hpp"

namespace isotherm {
namespace {

using test::FakeView;
using test::ScratchFolder;

CaseSpec case_in(const ScratchFolder& folder) {
    CaseSpec spec = test::plain_case({4, 3}, {1, 1}, 1);
    spec.output.directory = folder.path.string();
    return spec;
}

constexpr int only_first[] = {0};

TEST(Diagnostics, HasTheColumnsOfTheWallsThatExistAndNoOthers) {
    const ScratchFolder folder;
    CaseSpec spec = case_in(folder);
    spec.walls[0] = spec.walls[1] = PeriodicWall{};
    FakeView view(spec);
    view.diagnostics_ = {1, 2, 1.5, 10, {0, 0, 3, 4, 0, 0}, {0, 0, 5, 6, 0, 0}, 0.25};
    view.clock_.time = 0.1, view.clock_.step = 7;
    const auto observer = make_diagnostics(spec);
    observer->begin(view);
    observer->record(view, only_first);
    EXPECT_EQ(
        read_file(folder.path / "diagnostics.csv"),
        "step,time,T_min,T_max,T_mean,stored_heat,power_y_lo,power_y_hi,heat_y_lo,heat_y_hi,source_heat,residual\n"
        "7,0.10000000000000001,1,2,1.5,10,3,4,5,6,0.25,-1.25\n");
}

TEST(Diagnostics, FollowTheirOwnCadenceOrElseThatOfTheSnapshots) {
    const ScratchFolder folder;
    CaseSpec spec = case_in(folder);
    spec.output.cadence.every = 2;
    EXPECT_EQ(make_diagnostics(spec)->wishes()[0].cadence.every, 2);
    spec.output.diagnostics = Cadence{.every = 0.5, .steps = {}, .times = {}};
    EXPECT_EQ(make_diagnostics(spec)->wishes()[0].cadence.every, 0.5);
}

TEST(Probes, WriteARowPerMomentWithEmptyCellsForThoseNotDue) {
    const ScratchFolder folder;
    CaseSpec spec = case_in(folder);
    spec.probes = {{"left", {0.125, 0.5, 0}, {}}, {"right, top", {0.875, 0.5, 0}, {}}};
    FakeView view(spec);
    view.T = [](index_t i, index_t, index_t) { return static_cast<double>(i); };
    const auto observer = make_probes(spec);
    observer->begin(view);
    constexpr int both[] = {0, 1}, second[] = {1};
    observer->record(view, both);
    observer->record(view, second);
    EXPECT_EQ(read_file(folder.path / "probes.csv"), "step,time,left,\"right, top\"\n0,0,0,3\n0,0,,3\n");
}

/// A view whose cells are not all finite.
struct BrokenView : FakeView {
    using FakeView::FakeView;
    void check_finite() const override { throw NumericsError("1 of 12 cells is not finite"); }
};

TEST(Probes, LookAtTheirCellsAloneUnlessAFigureIsNotFinite) {
    const ScratchFolder folder, another;
    CaseSpec spec = case_in(folder);
    spec.probes = {{"left", {0.125, 0.5, 0}, {}}};
    BrokenView view(spec);
    view.T = [](index_t i, index_t, index_t) { return i == 0 ? 1.0 : std::numeric_limits<double>::quiet_NaN(); };
    const auto left = make_probes(spec);
    EXPECT_FALSE(left->looks_at_all_cells());
    EXPECT_TRUE(make_diagnostics(spec)->looks_at_all_cells());
    left->begin(view);
    left->record(view, only_first);
    EXPECT_EQ(read_file(folder.path / "probes.csv"), "step,time,left\n0,0,1\n");
    spec = case_in(another);
    spec.probes = {{"right", {0.875, 0.5, 0}, {}}};
    const auto right = make_probes(spec);
    right->begin(view);
    EXPECT_THROW(right->record(view, only_first), NumericsError);
}

TEST(Probes, AreNotThereWithoutAProbe) {
    const ScratchFolder folder;
    EXPECT_EQ(make_probes(case_in(folder)), nullptr);
    EXPECT_EQ(make_errors(case_in(folder)), nullptr);
}

TEST(Summary, HasTheKeysThatScriptsRelyOn) {
    const ScratchFolder folder;
    FakeView view(case_in(folder));
    view.stopped_by_ = "end";
    view.norms_ = ErrorNorms{0.1, 0.2, 0.3, {1, 2, 0}};
    const auto observer = make_summary(view.spec_);
    observer->record(view, only_first);
    observer->end(view, false);
    const std::string text = read_file(folder.path / "summary.json");
    for (const char* key :
         {"version", "case", "cells", "precision", "backend", "device", "threads", "kernel", "integrator", "steps",
          "dt", "time", "wall_seconds", "gcells_per_s", "snapshots", "stopped_by", "balance_residual", "error_norms"})
        EXPECT_THAT(text, testing::HasSubstr(std::string("\"") + key + "\":"));
    EXPECT_THAT(text, testing::HasSubstr("\"stopped_by\": \"end\""));
    EXPECT_THAT(text, testing::HasSubstr("\"Linf\": 0.3"));
}

TEST(Snapshots, AFailedRunKeepsTheLastGoodOneAndIndexesIt) {
    const ScratchFolder folder;
    FakeView view(case_in(folder));
    const auto observer = make_snapshots(view.spec_);
    observer->begin(view);
    for (int n = 0; n < 3; ++n) {
        view.clock_.time = n;
        observer->record(view, only_first);
    }
    view.clock_.time = 3;
    view.T = [](index_t, index_t, index_t) { return 0.0 / 0.0; };
    EXPECT_THROW(observer->record(view, only_first), NumericsError);
    observer->end(view, true);
    EXPECT_EQ(read_series(folder.path / "test.vtkhdf.series").size(), 3u);
    EXPECT_FALSE(std::filesystem::exists(folder.path / "test_000003.vtkhdf"));
}

TEST(Csv, ReadsBackWhatItWrote) {
    const ScratchFolder folder;
    {
        CsvWriter out(folder.path / "t.csv", {"plain", "with \"quotes\", and\na line"});
        out.add(0.1), out.skip(), out.end_row();
        out.add(-1e-300), out.add(1.0 / 3), out.end_row();
    }
    const CsvTable table = read_csv(folder.path / "t.csv");
    EXPECT_EQ(table.columns[1], "with \"quotes\", and\na line");
    ASSERT_EQ(table.rows.size(), 2u);
    EXPECT_EQ(table.rows[0][0], 0.1);
    EXPECT_EQ(table.rows[0][1], std::nullopt);
    EXPECT_EQ(table.rows[1][0], -1e-300);
    EXPECT_EQ(table.rows[1][1], 1.0 / 3);
}

TEST(Csv, RefusesATableThatIsTornOrHoldsText) {
    const ScratchFolder folder;
    std::ofstream(folder.path / "torn.csv") << "a,b\n1,2\n3";
    std::ofstream(folder.path / "text.csv") << "a,b\n1,two\n";
    EXPECT_THROW(read_csv(folder.path / "torn.csv"), IoError);
    EXPECT_THROW(read_csv(folder.path / "text.csv"), IoError);
}

} // namespace
} // namespace isotherm
