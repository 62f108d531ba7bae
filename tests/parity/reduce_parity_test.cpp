/// Sums, extremes and differences have the same bits on every device and number of threads.

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/reduce/reduce.hpp"
#include "tests/parity/device_for_test.hpp"

namespace isotherm::parity {
namespace {

template <class Real>
struct Rows {
    index_t n[3];
    index_t pitch;
    std::vector<Real> values;

    Rows(index_t nx, index_t ny, index_t nz, unsigned seed) : n{nx, ny, nz}, pitch(nx + 5) {
        std::mt19937 random(seed);
        std::normal_distribution<double> normal(1.0, 100.0);
        values.assign(static_cast<std::size_t>(pitch * ny * nz), std::numeric_limits<Real>::quiet_NaN());
        for (index_t row = 0; row < ny * nz; ++row)
            for (index_t i = 0; i < nx; ++i) at(row, i) = static_cast<Real>(normal(random));
    }
    Real& at(index_t row, index_t i) { return values[static_cast<std::size_t>(row * pitch + i)]; }
    [[nodiscard]] Memory on(const Device& device) const {
        Memory memory(device, static_cast<index_t>(values.size() * sizeof(Real)), "a test");
        memory.upload(values.data(), memory.bytes());
        return memory;
    }
    [[nodiscard]] FieldView<const Real> view(const Memory& memory) const {
        return {memory.as<Real>(), {n[0], n[1], n[2]}, pitch, pitch * n[1]};
    }
};

void expect_same(const FieldStats& a, const FieldStats& b) {
    EXPECT_EQ(a.min, b.min);
    EXPECT_EQ(a.max, b.max);
    EXPECT_EQ(a.not_finite, b.not_finite);
    if (a.not_finite == 0) {
        EXPECT_EQ(a.sum, b.sum);
    }
}

template <class Real>
void compare_with_one_thread(const Device& device) {
    constexpr index_t shapes[][3] = {{1, 1, 1},     {31, 3, 2},      {32, 1, 1},  {33, 7, 1},
                                     {1000, 13, 5}, {100'003, 1, 1}, {2, 300, 40}};
    unsigned seed = 7;
    for (const auto& n : shapes) {
        SCOPED_TRACE(testing::Message() << n[0] << " x " << n[1] << " x " << n[2] << ", seed " << seed);
        Rows<Real> a(n[0], n[1], n[2], seed), b(n[0], n[1], n[2], seed + 1);
        for (const bool damaged : {false, true}) {
            if (damaged) {
                a.at(0, n[0] - 1) = std::numeric_limits<Real>::infinity();
                a.at(n[1] * n[2] - 1, 0) = std::numeric_limits<Real>::quiet_NaN();
            }
            const Device plain = cpu_device(1);
            const Memory a_here = a.on(plain), b_here = b.on(plain), a_there = a.on(device), b_there = b.on(device);
            expect_same(field_stats(a.view(a_here), plain), field_stats(a.view(a_there), device));
            const double here = max_difference(a.view(a_here), b.view(b_here), plain);
            const double there = max_difference(a.view(a_there), b.view(b_there), device);
            EXPECT_TRUE(here == there || (std::isnan(here) && std::isnan(there))) << here << " and " << there;
        }
        ++seed;
    }
}

TEST(ReduceParity, two_threads_give_the_bits_of_one) {
    compare_with_one_thread<float>(cpu_device(2));
    compare_with_one_thread<double>(cpu_device(2));
}

TEST(ReduceParity, the_gpu_gives_the_bits_of_the_cpu) {
    std::string why;
    const Device device = device_for_test(Backend::cuda, why);
    if (!why.empty()) skip_or_fail(why);
    if (!why.empty()) return;
    compare_with_one_thread<float>(device);
    compare_with_one_thread<double>(device);
}

} // namespace
} // namespace isotherm::parity
