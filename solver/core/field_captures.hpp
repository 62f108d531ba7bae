#pragma once

/// Fields as they were at a moment, read by another thread while the run goes on.
///
///     FieldCaptures captures(grid, precision, device, 2);
///     auto copy = captures.take(field, reference);     the run's thread: a copy within the device, returns at once
///     ... the run overwrites the field ...
///     copy->read_slabs(...);                           a writer's thread, through page-locked memory
///
/// A GPU copies a field within itself about a hundred times faster than to the host, so it is that copy, and not the
/// disk, that the kernels wait for. The CPU copies at once; the same code runs there under test.

#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "kernels/base/side_stream.hpp"
#include "solver/core/field_source.hpp"

namespace isotherm {

class FieldCaptures {
public:
    /// Room for `most` copies, or for as many as leave the device room for one field more (perhaps none).
    FieldCaptures(const Grid& grid, Precision precision, const Device& device, int most);

    /// The field as it is now; gives its room back when destroyed, and must not outlive this. Waits while all rooms are
    /// taken: that is what holds back a run whose disk is slower. Null without any room. For one thread; the copies are
    /// read by one thread at a time, and it may be another.
    [[nodiscard]] std::unique_ptr<FieldSource> take(const Field& field, double reference);

    [[nodiscard]] int rooms() const { return static_cast<int>(rooms_.size()); }

private:
    /// Memory for one copy and the stream that brings it to the host.
    struct Room {
        Room(const Device& device, index_t bytes) : memory(device, bytes, "a snapshot"), side(device) {}
        Memory memory;
        SideStream side;
        bool taken = false;
    };
    class Copy;

    Room& wait_for_room();
    void give_back(Room& room) noexcept;

    Device device_;
    std::vector<std::unique_ptr<Room>> rooms_;
    std::array<PinnedMemory, 2> halves_; ///< one is filled while the other is read
    std::mutex mutex_;
    std::condition_variable given_back_;
};

} // namespace isotherm
