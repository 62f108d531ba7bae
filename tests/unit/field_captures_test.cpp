#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <thread>

#include "kernels/base/error.hpp"
#include "solver/core/field_captures.hpp"
#include "solver/io/writer_thread.hpp"
#include "tests/unit/runs.hpp"

namespace isotherm {
namespace {

void fill(Field& field, const Grid& grid, double value) {
    const std::vector<double> T(static_cast<std::size_t>(grid.cells()), value);
    write_cells(field, 0.0, all_cells(grid), T.data());
}

Grid grid_of(std::vector<index_t> cells) {
    const std::vector<double> size(cells.size(), 1.0);
    return Grid(test::plain_case(std::move(cells), size, 1).grid);
}

/// What a copy holds, gathered from slabs of at most `most` cells.
std::vector<double> gather(FieldSource& copy, const Grid& grid, index_t most) {
    std::vector<double> all(static_cast<std::size_t>(grid.cells())), slab(all.size());
    std::size_t at = 0;
    copy.read_slabs(slabs(grid, most), slab.data(), Precision::fp64, [&](const CellBox& box) {
        std::copy_n(slab.begin(), box.cells(), all.begin() + static_cast<std::ptrdiff_t>(at));
        at += static_cast<std::size_t>(box.cells());
    });
    EXPECT_EQ(at, all.size());
    return all;
}

TEST(FieldCaptures, HoldTheFieldAsItWasWhateverSlabsItIsReadIn) {
    const Grid grid = grid_of({7, 5, 3});
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        Field field(grid, precision, cpu_device(1), "a test");
        std::vector<double> T(static_cast<std::size_t>(grid.cells()));
        std::iota(T.begin(), T.end(), 1.0);
        write_cells(field, 100.0, all_cells(grid), T.data());
        FieldCaptures captures(grid, precision, cpu_device(1), 1);
        const auto copy = captures.take(field, 100.0);
        fill(field, grid, -1);
        for (const index_t most : {3, 7, 16, 35, 70, 1000}) EXPECT_EQ(gather(*copy, grid, most), T) << most;
    }
}

TEST(FieldCaptures, HoldBackARunWhoseWriterIsSlower) {
    const Grid grid = grid_of({33, 9});
    Field field(grid, Precision::fp64, cpu_device(1), "a test");
    FieldCaptures captures(grid, Precision::fp64, cpu_device(1), 2);
    ASSERT_EQ(captures.rooms(), 2);
    std::atomic<int> taken{0}, torn{0}, too_far{0}, next{0};
    WriterThread writer;
    for (int n = 0; n < 40; ++n) {
        fill(field, grid, n);
        std::shared_ptr<FieldSource> copy = captures.take(field, 0.0);
        ++taken;
        writer.add([&, n, copy = std::move(copy)] {
            std::this_thread::sleep_for(std::chrono::microseconds(300)); // a slow disk
            if (next++ != n || taken > n + captures.rooms()) ++too_far;
            for (const double T : gather(*copy, grid, 50))
                if (T != n) ++torn;
        });
    }
    writer.drain();
    EXPECT_EQ(next, 40);
    EXPECT_EQ(too_far, 0) << "a copy was taken before its room was free, or written out of turn";
    EXPECT_EQ(torn, 0) << "a copy was overwritten before it was read";
}

TEST(FieldCaptures, GiveARoomBackWhenItsReaderFails) {
    const Grid grid = grid_of({8, 8});
    const Field field(grid, Precision::fp32, cpu_device(1), "a test");
    FieldCaptures captures(grid, Precision::fp32, cpu_device(1), 1);
    std::vector<float> buffer(64);
    for (int n = 0; n < 3; ++n) // the second one would wait for ever
        EXPECT_THROW(captures.take(field, 0.0)
                         ->read_slabs(slabs(grid, 8), buffer.data(), Precision::fp32,
                                      [](const CellBox&) { throw IoError("disk full"); }),
                     IoError);
}

TEST(FieldCaptures, AreNoneWhereThereIsNoMemoryForThem) {
    const Grid grid = grid_of({8});
    FieldCaptures captures(grid, Precision::fp32, cpu_device(1), 0);
    const Field field(grid, Precision::fp32, cpu_device(1), "a test");
    EXPECT_EQ(captures.take(field, 0.0), nullptr);
}

TEST(WriterThread, TellsAnErrorOnceAndDropsWhatComesAfterIt) {
    std::atomic<int> done{0};
    WriterThread writer;
    writer.add([&] { ++done; });
    writer.drain();
    writer.add([] { throw IoError("disk full"); });
    EXPECT_THROW(writer.drain(), IoError);
    writer.add([&] { ++done; });
    EXPECT_NO_THROW(writer.drain());
    EXPECT_EQ(done, 1);
}

TEST(WriterThread, WorksOffWhatWaitsBeforeItEnds) {
    int done = 0;
    {
        WriterThread writer;
        for (int n = 0; n < 100; ++n) writer.add([&] { ++done; });
    }
    EXPECT_EQ(done, 100);
}

} // namespace
} // namespace isotherm
