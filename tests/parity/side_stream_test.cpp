/// Copies beside the kernels deliver what the field held when they were asked for.

#include <vector>

#include <gtest/gtest.h>

#include "kernels/base/side_stream.hpp"
#include "tests/parity/device_for_test.hpp"

namespace isotherm::parity {
namespace {

void copies_hold_what_was_there(const Device& device) {
    constexpr index_t count = 1 << 18, bytes = count * index_t{sizeof(int)};
    Memory field(device, bytes, "a test"), kept(device, bytes, "a test");
    const PinnedMemory pinned(device, 2 * bytes, "a test");
    SideStream side(device);
    const std::vector<int> first(count, 1), second(count, 2);
    field.upload(first.data(), bytes);
    side.keep(kept, field, bytes);
    side.follow();
    side.copy(pinned.data(), field, bytes);
    side.copy(pinned.data() + bytes, kept, bytes);
    side.hold();
    field.upload(second.data(), bytes);
    side.wait();
    EXPECT_TRUE(side.done());
    const int* const got = reinterpret_cast<const int*>(pinned.data());
    for (index_t i = 0; i < 2 * count; ++i) ASSERT_EQ(got[i], 1) << "value " << i;
    std::vector<int> now(count);
    field.download(now.data(), bytes);
    EXPECT_EQ(now, second);
}

TEST(SideStream, copies_on_the_cpu_hold_what_was_there) { copies_hold_what_was_there(cpu_device(1)); }

TEST(SideStream, copies_on_the_gpu_hold_what_was_there) {
    std::string why;
    const Device device = device_for_test(Backend::cuda, why);
    if (!why.empty()) skip_or_fail(why);
    if (why.empty()) copies_hold_what_was_there(device);
}

} // namespace
} // namespace isotherm::parity
