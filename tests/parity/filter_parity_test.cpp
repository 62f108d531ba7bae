/// Every filter kernel of every backend against the CPU reference (the same bits, where the table says so) and against
/// a direct sum in double.

#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/parity/device_for_test.hpp"
#include "tests/parity/filter_problem.hpp"

namespace isotherm::parity {
namespace {

struct Subject {
    const FilterVariant* variant;
    Precision precision;
};

struct Size {
    int rows, columns;
    index_t nx, ny;
};

/// What the kernels that sum in another order may differ by, in ulp of sum|w| max|T - c| + |W c|.
double tolerance_of(const FilterVariant& v, const FilterTask& task) {
    const double taps = static_cast<double>(task.taps.count());
    return v.name == "fft" ? 16 + 2 * std::sqrt(taps) : 8 + 2 * std::sqrt(taps);
}

std::string text_of(const FilterVariant& v, const Size& s, const FilterTask& task, unsigned seed) {
    return std::string(v.name) + " on " + name_of(v.backend) + ", " + std::to_string(s.rows) + " x " +
           std::to_string(s.columns) + " weights on " + std::to_string(s.nx) + " x " + std::to_string(s.ny) +
           " pixels, " + name_of(task.padding[0]) + " and " + name_of(task.padding[1]) +
           (task.masked ? ", masked" : "") + ", seed " + std::to_string(seed);
}

template <class Real>
void compare(const FilterVariant& v, const Device& device, const Size& s, Padding x, Padding y, bool separable,
             bool masked, unsigned seed) {
    if ((x == Padding::valid && s.columns > s.nx) || (y == Padding::valid && s.rows > s.ny)) return;
    std::mt19937 dice(seed);
    FilterTask task = draw_filter(s.rows, s.columns, separable, x, y, dice);
    if (seed % 3 == 0) task.taps = flipped(task.taps);
    task.masked = masked;
    if (masked)
        for (double& w : task.taps.weights) w = std::abs(w);
    Plane<Real> in(s.nx, s.ny);
    for (Real& T : in.values) T = static_cast<Real>(std::uniform_real_distribution<double>(-1, 1)(dice));
    if (masked)
        for (Real& T : in.values)
            if (dice() % 8 == 0) T = std::numeric_limits<Real>::quiet_NaN();
    const FilterTraits traits{s.rows,
                              s.columns,
                              {s.nx, s.ny},
                              {x, y},
                              sizeof(Real) == 4 ? Precision::fp32 : Precision::fp64,
                              factors_for<Real>(task.taps).has_value(),
                              masked};
    if (!v.supports(traits)) return;
    const std::string what = text_of(v, s, task, seed);
    const Plane<Real> got = filtered(in, task, std::string(v.name), device);
    const Plane<double> exact = direct_sum(in, task);
    double size = 0;
    for (const double w : task.taps.weights) size += std::abs(w);
    const double error = tolerance_of(v, task) * std::numeric_limits<Real>::epsilon() * 2 * size;
    for (index_t n = 0; n < got.nx * got.ny; ++n) {
        const auto at = static_cast<std::size_t>(n);
        const bool no_data = std::isnan(exact.values[at]);
        ASSERT_EQ(std::isnan(got.values[at]), no_data) << what << ", pixel " << n;
        ASSERT_TRUE(no_data || std::abs(got.values[at] - exact.values[at]) <= error)
            << what << ", pixel " << n << ": " << got.values[at] << " " << exact.values[at];
    }
    if (!v.same_bits || (v.name == "reference" && v.backend == Backend::cpu)) return;
    const Plane<Real> expected = filtered(in, task, "reference", cpu_device(1));
    for (index_t n = 0; n < got.nx * got.ny; ++n) {
        const Real a = expected.values[static_cast<std::size_t>(n)], b = got.values[static_cast<std::size_t>(n)];
        ASSERT_TRUE(a == b || (std::isnan(a) && std::isnan(b))) << what << ", pixel " << n << ": " << a << " " << b;
    }
}

class FilterParity : public testing::TestWithParam<Subject> {
protected:
    void SetUp() override {
        device_ = device_for_test(GetParam().variant->backend, skip_);
        if (!skip_.empty()) skip_or_fail(skip_);
    }
    void compare_all(const Size& s, Padding x, Padding y, bool separable, bool masked, unsigned seed) {
        if (GetParam().precision == Precision::fp32)
            compare<float>(*GetParam().variant, device_, s, x, y, separable, masked, seed);
        else compare<double>(*GetParam().variant, device_, s, x, y, separable, masked, seed);
    }
    Device device_;
    std::string skip_;
};

const Size awkward[] = {{1, 1, 1, 1},     {3, 3, 1, 1},     {2, 2, 1, 1},      {1, 5, 7, 1},      {5, 1, 1, 7},
                        {3, 3, 3, 3},     {7, 7, 7, 7},     {4, 6, 31, 17},    {5, 3, 2, 53},     {9, 9, 5, 4},
                        {3, 3, 61, 37},   {5, 5, 67, 41},   {7, 7, 131, 29},   {15, 15, 97, 31},  {2, 7, 129, 3},
                        {64, 64, 19, 70}, {64, 64, 70, 67}, {21, 21, 143, 45}, {31, 31, 157, 71}, {11, 13, 83, 47}};

TEST_P(FilterParity, awkward_sizes_under_every_padding) {
    if (!skip_.empty()) return;
    unsigned seed = 1;
    for (const Size& s : awkward)
        for (int x = 0; x < 6; ++x)
            for (const int y : {x, (x + 1) % 6}) {
                const Padding along_x = all_paddings[x], along_y = all_paddings[y];
                const bool large = s.rows * s.columns > 300; // the direct sum in double is slow
                if (large && x != y) continue;
                ASSERT_NO_FATAL_FAILURE(compare_all(s, along_x, along_y, seed % 2 == 0, false, seed));
                ++seed;
                if (large) continue;
                ASSERT_NO_FATAL_FAILURE(compare_all(s, along_x, along_y, seed % 2 == 0, false, seed));
                ASSERT_NO_FATAL_FAILURE(compare_all(s, along_x, along_y, seed % 4 == 0, true, seed));
            }
}

/// 40, or what ISOTHERM_PARITY_CASES says (a sanitizer is slow).
unsigned random_filters() {
    const char* const cases = std::getenv("ISOTHERM_PARITY_CASES");
    return cases == nullptr ? 40U : static_cast<unsigned>(std::atoi(cases));
}

TEST_P(FilterParity, random_filters) {
    if (!skip_.empty()) return;
    std::mt19937 dice(5);
    const auto whole = [&](int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(dice); };
    for (unsigned seed = 1000; seed < 1000 + random_filters(); ++seed) {
        const Size s{whole(1, 17), whole(1, 17), whole(1, 600), whole(1, 60)};
        const Padding x = all_paddings[whole(0, 5)], y = all_paddings[whole(0, 5)];
        ASSERT_NO_FATAL_FAILURE(compare_all(s, x, y, whole(0, 1) == 0, whole(0, 4) == 0, seed));
    }
}

/// Wide enough for several blocks, tall enough for several chunks, on a level that fp32 would lose digits on.
TEST_P(FilterParity, a_large_plane_has_no_seams) {
    if (!skip_.empty()) return;
    for (const int side : {3, 5, 7, 9, 15})
        for (const bool separable : {false, true})
            ASSERT_NO_FATAL_FAILURE(compare_all({side, side, 2999, 103}, Padding::mirror, Padding::periodic, separable,
                                                false, static_cast<unsigned>(side)));
    ASSERT_NO_FATAL_FAILURE(compare_all({3, 5, 70, 1300}, Padding::reflect, Padding::zero, true, true, 2));
}

std::vector<Subject> subjects() {
    std::vector<Subject> all;
    for (const FilterVariant& v : filter_variants())
        for (const Precision p : {Precision::fp32, Precision::fp64}) all.push_back({&v, p});
    return all;
}

std::string name_of_subject(const testing::TestParamInfo<Subject>& info) {
    return std::string(info.param.variant->name) + "_" + name_of(info.param.variant->backend) + "_" +
           name_of(info.param.precision);
}

INSTANTIATE_TEST_SUITE_P(table, FilterParity, testing::ValuesIn(subjects()), name_of_subject);

TEST(Filter, TheNumberOfThreadsDoesNotChangeABit) {
    std::mt19937 dice(11);
    Plane<float> in(700, 333);
    for (float& T : in.values) T = std::uniform_real_distribution<float>(290, 310)(dice);
    for (const FilterVariant& v : filter_variants()) {
        if (v.backend != Backend::cpu) continue;
        const FilterTask task = draw_filter(7, 5, true, Padding::reflect, Padding::mirror, dice);
        const Plane<float> one = filtered(in, task, std::string(v.name), cpu_device(1));
        for (const int threads : {2, 3, 5})
            ASSERT_EQ(filtered(in, task, std::string(v.name), cpu_device(threads)).values, one.values)
                << v.name << " with " << threads << " threads";
    }
}

} // namespace
} // namespace isotherm::parity
