#pragma once

/// A filter and its planes in host memory, as the GPU's kernels take them.

#include <cmath>

#include <gtest/gtest.h>

#include "kernels/conv2d/weighted_sum.hpp"
#include "tests/parity/filter_problem.hpp"

namespace isotherm::parity {

/// A plane with rows on 16 bytes, its filter, and what comes out.
template <class Real>
struct HostRun {
    FilterTask task;
    index_t nx, ny, pitch, out_pitch;
    std::vector<Real> in, out, weights, x_weights, y_weights;
    Real level;
    FilterSetup<Real> setup;

    HostRun(const FilterTask& asked, const Plane<Real>& plane)
        : task(asked), nx(plane.nx), ny(plane.ny), pitch((nx + 3) / 4 * 4),
          weights(asked.taps.weights.begin(), asked.taps.weights.end()), level(plane.values[plane.values.size() / 2]) {
        const index_t mx = filtered_pixels(task, 0, nx), my = filtered_pixels(task, 1, ny);
        out_pitch = (mx + 3) / 4 * 4;
        in.assign(static_cast<std::size_t>(pitch * ny), std::numeric_limits<Real>::quiet_NaN());
        out.assign(static_cast<std::size_t>(out_pitch * my), std::numeric_limits<Real>::quiet_NaN());
        for (index_t j = 0; j < ny; ++j)
            for (index_t i = 0; i < nx; ++i) in[static_cast<std::size_t>(i + j * pitch)] = plane.at(i, j);
        Filter<Real>& f = setup.filter;
        f.in = {in.data(), {nx, ny, 1}, pitch, pitch * ny};
        f.out = {out.data(), {mx, my, 1}, out_pitch, out_pitch * my};
        f.rows = task.taps.rows, f.columns = task.taps.columns;
        f.weights = setup.weights = weights.data();
        if (const auto factors = factors_for<Real>(task.taps)) {
            x_weights.assign(factors->x.begin(), factors->x.end());
            y_weights.assign(factors->y.begin(), factors->y.end());
            f.x_weights = setup.x_weights = x_weights.data();
            f.y_weights = setup.y_weights = y_weights.data();
        }
        setup.device = cpu_device(1);
        f.total = static_cast<Real>(task.taps.total());
        f.outside = static_cast<Real>(task.outside);
        f.level = &level;
        for (std::size_t d = 0; d < 2; ++d) {
            f.padding[d] = task.padding[d];
            f.anchor[d] = task.padding[d] == Padding::valid ? 0 : task.taps.anchor[d];
        }
    }
    HostRun(const HostRun&) = delete;
    HostRun& operator=(const HostRun&) = delete;
    /// `tolerance` 0: the same bits.
    void expect_the_definition(const std::string& what, double tolerance = 0) const {
        const Filter<Real>& f = setup.filter;
        for (index_t j = 0; j < f.out.n[1]; ++j)
            for (index_t i = 0; i < f.out.n[0]; ++i) {
                const Real expected = f.masked ? filtered_pixel<true>(f, i, j) : filtered_pixel<false>(f, i, j),
                           got = f.out(i, j, 0);
                ASSERT_TRUE(std::abs(got - expected) <= tolerance || (std::isnan(got) && std::isnan(expected)))
                    << what << ", pixel " << i << ", " << j << ": " << got << " " << expected;
            }
    }
};

template <class Real>
HostRun<Real> draw_run(int rows, int columns, index_t nx, index_t ny, Padding x, Padding y, unsigned seed,
                       bool separable = false) {
    std::mt19937 dice(seed);
    FilterTask task = draw_filter(rows, columns, separable, x, y, dice);
    if (seed % 2 == 0) task.taps = flipped(task.taps);
    Plane<Real> plane(nx, ny);
    for (Real& T : plane.values) T = static_cast<Real>(std::uniform_real_distribution<double>(1, 2)(dice));
    return HostRun<Real>(task, plane);
}

} // namespace isotherm::parity
