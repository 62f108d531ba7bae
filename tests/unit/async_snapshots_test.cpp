/// Snapshots that a thread writes while the run goes on, on a run that can capture its field.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>

#include "kernels/base/error.hpp"
#include "solver/core/field_captures.hpp"
#include "solver/io/atomic_file.hpp"
#include "solver/io/series.hpp"
#include "solver/observe/observers.hpp"
#include "tests/unit/case_builder.hpp"
#include "tests/unit/fake_view.hpp"

namespace isotherm {
namespace {

namespace fs = std::filesystem;
using test::FakeView;
using test::ScratchFolder;

constexpr int only_first[] = {0};

CaseSpec case_in(const ScratchFolder& folder) {
    CaseSpec spec = test::plain_case({9, 5}, {1, 1}, 1);
    spec.output.directory = folder.path.string();
    return spec;
}

/// A run that keeps copies of its field, on the CPU.
class CapturingView : public FakeView {
public:
    explicit CapturingView(const CaseSpec& spec)
        : FakeView(spec), field_(grid_, Precision::fp64, cpu_device(1), "a test"),
          captures_(grid_, Precision::fp64, cpu_device(1), 2) {}

    [[nodiscard]] std::unique_ptr<FieldSource> capture() const override { return captures_.take(field_, 0.0); }
    void be_at(double time, double temperature) {
        clock_.time = time;
        const std::vector<double> all(static_cast<std::size_t>(grid_.cells()), temperature);
        write_cells(field_, 0.0, all_cells(grid_), all.data());
    }

private:
    Field field_;
    mutable FieldCaptures captures_;
};

void record(Observer& observer, CapturingView& view, int n) {
    view.be_at(0.5 * n, 10.0 + n);
    observer.record(view, only_first);
}

std::string file_of(const ScratchFolder& folder, int n) {
    return (folder.path / ("test_00000" + std::to_string(n) + ".vtkhdf")).string();
}

TEST(AsyncSnapshots, AreThoseOfTheirMomentsInOrderAndAllIndexed) {
    const ScratchFolder folder;
    CapturingView view(case_in(folder));
    const auto observer = make_snapshots(view.spec_);
    for (int n = 0; n < 9; ++n) record(*observer, view, n);
    view.be_at(99, 99);
    observer->end(view, false);
    const auto entries = read_series(folder.path / "test.vtkhdf.series");
    ASSERT_EQ(entries.size(), 9u);
    for (int n = 0; n < 9; ++n) {
        const SnapshotFile file(file_of(folder, n));
        EXPECT_EQ(entries[static_cast<std::size_t>(n)].time, 0.5 * n);
        EXPECT_EQ(file.head().time, 0.5 * n);
        EXPECT_EQ(file.head().snapshot, n);
        std::vector<double> T(static_cast<std::size_t>(view.grid_.cells()));
        file.read("temperature", all_cells(view.grid_), T.data());
        EXPECT_THAT(T, testing::Each(10.0 + n));
    }
}

/// Temperatures that nobody gets before the gate is open.
class GatedView : public FakeView {
public:
    using FakeView::FakeView;
    mutable std::promise<void> gate;
    mutable std::promise<bool> opened; ///< whether the reader saw the gate open in time

    class Gated : public FieldSource {
    public:
        explicit Gated(const GatedView& view) : view_(view) {}
        void read_slabs(std::span<const CellBox> boxes, void* buffer, Precision precision, const Use& use) override {
            view_.opened.set_value(view_.gate.get_future().wait_for(std::chrono::seconds(20)) ==
                                   std::future_status::ready);
            for (const CellBox& box : boxes) view_.read(box, buffer, precision), use(box);
        }

    private:
        const GatedView& view_;
    };
    [[nodiscard]] std::unique_ptr<FieldSource> capture() const override { return std::make_unique<Gated>(*this); }
};

TEST(AsyncSnapshots, LetTheRunGoOnAndNameNoFileThatIsNotComplete) {
    const ScratchFolder folder;
    GatedView view(case_in(folder));
    const auto observer = make_snapshots(view.spec_);
    observer->record(view, only_first);
    EXPECT_FALSE(fs::exists(file_of(folder, 0)));
    EXPECT_FALSE(fs::exists(folder.path / "test.xdmf"));
    view.gate.set_value();
    observer->end(view, false);
    EXPECT_TRUE(view.opened.get_future().get()) << "record() waited for the writing";
    EXPECT_EQ(SnapshotFile(file_of(folder, 0)).head().snapshot, 0);
    EXPECT_EQ(read_series(folder.path / "test.vtkhdf.series").size(), 1u);
}

TEST(AsyncSnapshots, AreCompleteAlsoWhenNobodyEndsTheRun) {
    const ScratchFolder folder;
    CapturingView view(case_in(folder));
    {
        const auto observer = make_snapshots(view.spec_);
        for (int n = 0; n < 3; ++n) record(*observer, view, n);
    }
    for (int n = 0; n < 3; ++n) EXPECT_EQ(SnapshotFile(file_of(folder, n)).head().snapshot, n);
}

/// Records until an error arrives, as a run does, and ends it; tells what arrived.
template <class Expected>
bool fails_with(CapturingView& view, const std::vector<Observer*>& observers) {
    bool failed = false;
    try {
        for (int n = 0; n < 6; ++n)
            for (Observer* observer : observers) record(*observer, view, n);
        for (Observer* observer : observers) observer->end(view, false);
    } catch (const Expected&) {
        failed = true;
    }
    for (Observer* observer : observers) observer->end(view, true);
    return failed;
}

TEST(AsyncSnapshots, ThatCannotBeWrittenFailTheRunAndAreNotCounted) {
    const ScratchFolder folder;
    fs::create_directories(file_of(folder, 2) + "/in the way");
    CapturingView view(case_in(folder));
    const auto snapshots = make_snapshots(view.spec_), summary = make_summary(view.spec_);
    EXPECT_TRUE(fails_with<IoError>(view, {snapshots.get(), summary.get()}));
    EXPECT_EQ(read_series(folder.path / "test.vtkhdf.series").size(), 2u);
    EXPECT_FALSE(fs::exists(file_of(folder, 3))) << "a file after the one that failed";
    EXPECT_FALSE(fs::exists(file_of(folder, 2) + ".tmp"));
    fs::remove_all(file_of(folder, 2));
    summary->end(view, true);
    EXPECT_THAT(read_file(folder.path / "summary.json"), testing::HasSubstr("\"snapshots\": 2"));
}

TEST(AsyncSnapshots, AreNeverOfAFieldThatIsNotFinite) {
    const ScratchFolder folder;
    CapturingView view(case_in(folder));
    const auto observer = make_snapshots(view.spec_);
    record(*observer, view, 0);
    view.be_at(1, 0.0 / 0.0);
    observer->record(view, only_first);
    EXPECT_THROW(observer->end(view, false), NumericsError);
    observer->end(view, true);
    EXPECT_FALSE(fs::exists(file_of(folder, 1)));
    EXPECT_EQ(read_series(folder.path / "test.vtkhdf.series").size(), 1u);
}

} // namespace
} // namespace isotherm
