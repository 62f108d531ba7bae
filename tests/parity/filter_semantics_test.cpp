/// What a filter means: tables that scipy.ndimage gives, and what must hold for every filter.

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "kernels/base/error.hpp"
#include "tests/parity/filter_problem.hpp"

namespace isotherm::parity {
namespace {

std::vector<std::string> cpu_methods() {
    std::vector<std::string> names;
    for (const FilterVariant& v : filter_variants())
        if (v.backend == Backend::cpu) names.emplace_back(v.name);
    return names;
}

FilterTask task_of(Taps taps, Padding padding, bool flip = false) {
    FilterTask task;
    task.taps = flip ? flipped(taps) : std::move(taps);
    task.padding = {padding, padding};
    return task;
}

Taps counting_weights() {
    std::vector<double> w(9);
    for (std::size_t n = 0; n < 9; ++n) w[n] = static_cast<double>(n + 1) / 45;
    return make_taps(3, 3, w);
}

Plane<double> counting_plane() {
    Plane<double> plane(5, 5);
    std::iota(plane.values.begin(), plane.values.end(), 1.0);
    return plane;
}

/// First rows of the 5 x 5 table under every padding, as a correlation and as a convolution.
struct Row {
    Padding padding;
    double plain[5], turned[5];
};
const Row table[] = {
    {Padding::zero,
     {2.844444, 4.488889, 5.355556, 6.222222, 4.088889},
     {.711111, 1.511111, 1.977778, 2.444444, 2.133333}},
    {Padding::replicate, {4.066667, 4.8, 5.8, 6.8, 7.4}, {1.933333, 2.533333, 3.533333, 4.533333, 5.266667}},
    {Padding::reflect, {4.066667, 4.8, 5.8, 6.8, 7.4}, {1.933333, 2.533333, 3.533333, 4.533333, 5.266667}},
    {Padding::mirror, {5, 5.466667, 6.466667, 7.466667, 7.666667}, {5, 5.2, 6.2, 7.2, 7.666667}},
    {Padding::periodic, {7.8, 7.466667, 8.466667, 9.466667, 8.466667}, {14.2, 13.2, 14.2, 15.2, 14.866667}},
};

TEST(FilterSemantics, EveryPaddingGivesTheTableOfScipyWithAndWithoutFlip) {
    for (const Row& row : table)
        for (const bool flip : {false, true})
            for (const std::string& method : cpu_methods()) {
                if (method == "separable") continue; // these weights have rank 2
                const auto out =
                    filtered(counting_plane(), task_of(counting_weights(), row.padding, flip), method, cpu_device(2));
                for (index_t i = 0; i < 5; ++i)
                    EXPECT_NEAR(out.at(i, 0), (flip ? row.turned : row.plain)[i], 5e-7)
                        << name_of(row.padding) << (flip ? " flipped " : " ") << method;
            }
}

TEST(FilterSemantics, ValidGivesTheWindowsThatLieInside) {
    const auto out = filtered(counting_plane(), task_of(counting_weights(), Padding::valid), "auto", cpu_device(1));
    ASSERT_EQ(out.nx, 3);
    ASSERT_EQ(out.ny, 3);
    const auto all = filtered(counting_plane(), task_of(counting_weights(), Padding::zero), "auto", cpu_device(1));
    for (index_t j = 0; j < 3; ++j)
        for (index_t i = 0; i < 3; ++i) EXPECT_EQ(out.at(i, j), all.at(i + 1, j + 1));
}

/// scipy.ndimage.correlate and convolve of [1 2 3 4 5] with [1 10] and [1 10 100 1000], mode nearest.
TEST(FilterSemantics, TheAnchorOfAnEvenFilterIsTheRightOneOfTheMiddleTwo) {
    Plane<double> in(5, 1);
    std::iota(in.values.begin(), in.values.end(), 1.0);
    const auto row = [&](std::vector<double> weights, bool flip) {
        const auto columns = static_cast<int>(weights.size());
        return filtered(in, task_of(make_taps(1, columns, std::move(weights)), Padding::replicate, flip), "reference",
                        cpu_device(1))
            .values;
    };
    EXPECT_EQ(row({1, 10}, false), (std::vector<double>{11, 21, 32, 43, 54}));
    EXPECT_EQ(row({1, 10}, true), (std::vector<double>{12, 23, 34, 45, 55}));
    EXPECT_EQ(row({1, 10, 100, 1000}, false), (std::vector<double>{2111, 3211, 4321, 5432, 5543}));
    EXPECT_EQ(row({1, 10, 100, 1000}, true), (std::vector<double>{1123, 1234, 2345, 3455, 4555}));
}

TEST(FilterSemantics, ADeltaReturnsTheKernelAndTheFlippedKernel) {
    Plane<double> in(9, 9);
    in.at(4, 4) = 1;
    std::vector<double> w(15);
    for (std::size_t n = 0; n < 15; ++n) w[n] = 0.01 * static_cast<double>(n * n + 1);
    const Taps taps = make_taps(3, 5, w);
    for (const bool flip : {false, true}) {
        const auto out = filtered(in, task_of(taps, Padding::zero, flip), "auto", cpu_device(1));
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 5; ++b) EXPECT_EQ(out.at(flip ? 2 + b : 6 - b, flip ? 3 + a : 5 - a), taps.at(a, b));
    }
}

TEST(FilterSemantics, NormalisedWeightsKeepAConstantToTheLastBit) {
    std::mt19937 dice(3);
    for (const auto& [rows, columns] : {std::pair{3, 3}, {4, 7}, {15, 15}, {64, 64}})
        for (const Padding padding : all_paddings) {
            if (padding == Padding::zero) continue;
            const auto in = Plane<float>(90, 77, 293.15F);
            for (const std::string& method : cpu_methods()) {
                FilterTask task = draw_filter(rows, columns, true, padding, padding, dice);
                const auto out = filtered(in, task, method, cpu_device(2));
                for (const float T : out.values) ASSERT_EQ(T, 293.15F) << method << " " << name_of(padding);
            }
        }
}

TEST(FilterSemantics, SymmetricWeightsConserveTheSumUnderPeriodicAndReflect) {
    std::mt19937 dice(4);
    Plane<double> in(40, 31);
    for (double& T : in.values) T = std::uniform_real_distribution<double>(0, 1)(dice);
    const double before = std::accumulate(in.values.begin(), in.values.end(), 0.0);
    const Taps taps = normalised(outer_product({1, 4, 7, 4, 1}, {1, 2, 3, 5, 3, 2, 1}));
    for (const Padding padding : {Padding::periodic, Padding::reflect})
        for (const std::string& method : cpu_methods()) {
            const auto out = filtered(in, task_of(taps, padding), method, cpu_device(2));
            EXPECT_NEAR(std::accumulate(out.values.begin(), out.values.end(), 0.0), before, 1e-11 * before);
        }
}

TEST(FilterSemantics, PixelsWithoutDataAreLeftOutAndFilled) {
    Plane<double> in(9, 7, 20.0);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    in.at(0, 0) = in.at(4, 3) = in.at(5, 3) = nan;
    FilterTask task = task_of(normalised(outer_product({1, 2, 1}, {1, 2, 1})), Padding::reflect);
    task.masked = true;
    for (const char* method : {"reference", "direct", "separable"}) {
        const auto out = filtered(in, task, method, cpu_device(1));
        for (const double T : out.values) EXPECT_EQ(T, 20.0) << method;
    }
    const auto empty = filtered(Plane<double>(9, 7, nan), task, "auto", cpu_device(1));
    for (const double T : empty.values) EXPECT_TRUE(std::isnan(T));
}

TEST(FilterSemantics, WhatCannotBeFilteredIsRefusedWithTheWayOut) {
    const auto message = [](const FilterTask& task) -> std::string {
        try {
            const Convolution<double> filter(task, 5, 4, cpu_device(1));
        } catch (const UsageError& error) {
            return error.what();
        }
        return "accepted";
    };
    const Taps tall = make_taps(5, 1, std::vector<double>(5, 0.2));
    EXPECT_EQ(message(task_of(tall, Padding::reflect)), "accepted");
    EXPECT_NE(message(task_of(tall, Padding::valid)).find("5 weights along y and the field 4 pixels"),
              std::string::npos);
    FilterTask task = task_of(make_taps(1, 3, {-1, 3, -1}), Padding::reflect);
    task.masked = true;
    EXPECT_NE(message(task).find("not negative"), std::string::npos);
    task.masked = false;
    task.method = "fastest";
    EXPECT_NE(message(task).find("there are auto, reference, direct, separable, fft"), std::string::npos);
    task.method = "separable";
    task.taps = counting_weights();
    EXPECT_NE(message(task).find("'separable' cannot"), std::string::npos);
    EXPECT_THROW(normalised(make_taps(1, 2, {1, -1})), UsageError);
}

TEST(FilterSemantics, ThePlannerTakesWhatIsQuickestForTheFilter) {
    const auto taken = [](const Taps& taps, bool masked = false) {
        FilterTask task = task_of(taps, Padding::reflect);
        task.masked = masked;
        return std::string(Convolution<float>(task, 1024, 1024, cpu_device(1)).variant().name);
    };
    const auto general = [](int side) {
        std::vector<double> w(static_cast<std::size_t>(side * side), 1.0);
        w[1] = 2;
        return make_taps(side, side, w);
    };
    EXPECT_EQ(taken(general(3)), "direct");
    EXPECT_EQ(taken(general(15)), "direct");
    EXPECT_EQ(taken(general(41)), "fft");
    EXPECT_EQ(taken(general(41), true), "direct"); // no FFT where pixels are missing
    EXPECT_EQ(taken(outer_product(std::vector<double>(41, 1.0), {1, 2, 1})), "separable");
    EXPECT_EQ(taken(outer_product({1, 2, 1}, {1, 2, 1}), true), "separable");
}

TEST(FilterSemantics, OnlyFiltersOfRankOneFactorise) {
    const auto f = factorised(outer_product({1, 2, -3}, {0.5, 0.25}), 1e-15);
    ASSERT_TRUE(f);
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 2; ++b)
            EXPECT_NEAR(f->y[static_cast<std::size_t>(a)] * f->x[static_cast<std::size_t>(b)],
                        outer_product({1, 2, -3}, {0.5, 0.25}).at(a, b), 1e-15);
    EXPECT_FALSE(factorised(counting_weights(), 1e-6));
    EXPECT_FALSE(factorised(make_taps(2, 2, {0, 0, 0, 0}), 1e-6));
}

} // namespace
} // namespace isotherm::parity
