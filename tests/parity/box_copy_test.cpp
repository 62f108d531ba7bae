/// Boxes copied within a device's memory land where they shall, and nothing else changes.

#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/base/box_copy.hpp"
#include "tests/parity/device_for_test.hpp"

namespace isotherm::parity {
namespace {

void boxes_land_where_they_shall(const Device& device) {
    constexpr index_t n = 5000;
    std::vector<std::uint8_t> source(n), expected(n, 0), got(n);
    std::iota(source.begin(), source.end(), std::uint8_t{1});
    // Whole words, single bytes, and more boxes than one launch takes.
    std::vector<std::array<index_t, 9>> boxes{{8, 0, 12, 3, 4, 20, 100, 16, 60}, {301, 403, 7, 5, 2, 11, 77, 9, 50}};
    for (index_t b = 0; b < 30; ++b) boxes.push_back({1000 + 40 * b, 2000 + 36 * b, 8, 2, 1, 12, 0, 8, 0});
    Memory from(device, n, "a test"), to(device, n, "a test");
    from.upload(source.data(), n);
    to.upload(expected.data(), n);
    std::vector<BoxCopy> copies;
    for (const auto& [at, target, row, rows, planes, from_pitch, from_plane, to_pitch, to_plane] : boxes) {
        copies.push_back({from.as<char>() + at, to.as<char>() + target, row, rows, planes, from_pitch, from_plane,
                          to_pitch, to_plane});
        for (index_t p = 0; p < planes; ++p)
            for (index_t r = 0; r < rows; ++r)
                for (index_t i = 0; i < row; ++i)
                    expected[static_cast<std::size_t>(target + p * to_plane + r * to_pitch + i)] =
                        source[static_cast<std::size_t>(at + p * from_plane + r * from_pitch + i)];
    }
    copy_boxes(copies, device);
    to.download(got.data(), n);
    EXPECT_EQ(got, expected);
}

TEST(BoxCopy, on_the_cpu_boxes_land_where_they_shall) { boxes_land_where_they_shall(cpu_device(2)); }

TEST(BoxCopy, on_the_gpu_boxes_land_where_they_shall) {
    std::string why;
    const Device device = device_for_test(Backend::cuda, why);
    if (!why.empty()) skip_or_fail(why);
    if (why.empty()) boxes_land_where_they_shall(device);
}

} // namespace
} // namespace isotherm::parity
