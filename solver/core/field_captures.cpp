#include "solver/core/field_captures.hpp"

#include <algorithm>

#include "kernels/base/error.hpp"

namespace isotherm {

/// What the rows of a field in a room need to be found again.
class FieldCaptures::Copy : public FieldSource {
public:
    Copy(FieldCaptures& captures, Room& room, const Field& field, double reference)
        : captures_(captures), room_(room), layout_(field.layout()), reference_(reference) {}
    ~Copy() override { captures_.give_back(room_); }

    void read_slabs(std::span<const CellBox> boxes, void* buffer, Precision precision, const Use& use) override {
        make_halves(boxes);
        ask(boxes, 0);
        for (std::size_t n = 0; n < boxes.size(); ++n) {
            room_.side.wait();
            ask(boxes, n + 1); // on its way while this one is converted and used
            convert_cells(layout_, half(n).data(), reference_, boxes[n], buffer, precision, captures_.device_.threads);
            use(boxes[n]);
        }
    }

private:
    PinnedMemory& half(std::size_t n) { return captures_.halves_[n % 2]; }

    void make_halves(std::span<const CellBox> boxes) {
        index_t largest = 0;
        for (const CellBox& box : boxes) largest = std::max(largest, layout_.span(box) * size_of(layout_.precision));
        for (PinnedMemory& h : captures_.halves_)
            if (h.bytes() < largest) h = PinnedMemory(captures_.device_, largest, "snapshots");
    }
    void ask(std::span<const CellBox> boxes, std::size_t n) {
        if (n >= boxes.size()) return;
        const index_t size = size_of(layout_.precision), bytes = layout_.span(boxes[n]) * size;
        room_.side.copy(half(n).data(), room_.memory, bytes, layout_.offset(boxes[n]) * size);
    }

    FieldCaptures& captures_;
    Room& room_;
    FieldLayout layout_;
    double reference_;
};

FieldCaptures::FieldCaptures(const Grid& grid, Precision precision, const Device& device, int most) : device_(device) {
    const index_t bytes = Field::bytes_of(grid, precision, device.backend);
    while (rooms() < most && free_bytes(device) >= 2 * bytes) rooms_.push_back(std::make_unique<Room>(device, bytes));
}

std::unique_ptr<FieldSource> FieldCaptures::take(const Field& field, double reference) {
    if (rooms_.empty()) return nullptr;
    Room& room = wait_for_room();
    auto copy = std::make_unique<Copy>(*this, room, field, reference); // from here on the room comes back
    room.side.keep(room.memory, field.memory(), field.memory().bytes());
    room.side.follow();
    return copy;
}

FieldCaptures::Room& FieldCaptures::wait_for_room() {
    std::unique_lock lock(mutex_);
    const auto free_one = [this] { return std::ranges::find(rooms_, false, [](auto& r) { return r->taken; }); };
    given_back_.wait(lock, [&] { return free_one() != rooms_.end(); });
    Room& room = **free_one();
    room.taken = true;
    return room;
}

void FieldCaptures::give_back(Room& room) noexcept {
    try {
        room.side.wait();    // a reader that stopped half way leaves a copy under way
    } catch (const Error&) { // of a GPU that failed: whoever asks it next is told
    }
    const std::lock_guard lock(mutex_);
    room.taken = false;
    given_back_.notify_one();
}

} // namespace isotherm
