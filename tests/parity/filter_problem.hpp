#pragma once

/// A random plane and a random filter, and what every kernel makes of them.

#include <random>
#include <string>
#include <vector>

#include "kernels/conv2d/convolution.hpp"

namespace isotherm::parity {

/// A dense plane on the host.
template <class Real>
struct Plane {
    index_t nx = 1, ny = 1;
    std::vector<Real> values;

    Plane(index_t x, index_t y, Real value = Real(0)) : nx(x), ny(y), values(static_cast<std::size_t>(x * y), value) {}
    Real& at(index_t i, index_t j) { return values[static_cast<std::size_t>(i + j * nx)]; }
    [[nodiscard]] Real at(index_t i, index_t j) const { return values[static_cast<std::size_t>(i + j * nx)]; }
};

/// The plane through the kernel of this name: rows in device memory are padded, and what is no pixel is NaN.
template <class Real>
Plane<Real> filtered(const Plane<Real>& in, FilterTask task, const std::string& method, const Device& device) {
    task.method = method;
    Plane<Real> out(filtered_pixels(task, 0, in.nx), filtered_pixels(task, 1, in.ny));
    Convolution<Real> filter(task, in.nx, in.ny, device);
    const auto pitch_of = [](index_t n) { return (n + 15) / 16 * 16; };
    const auto fill = [&](const Plane<Real>& plane, Memory& memory, bool values) {
        const index_t pitch = pitch_of(plane.nx);
        std::vector<Real> padded(static_cast<std::size_t>(pitch * plane.ny), std::numeric_limits<Real>::quiet_NaN());
        for (index_t j = 0; values && j < plane.ny; ++j)
            for (index_t i = 0; i < plane.nx; ++i) padded[static_cast<std::size_t>(i + j * pitch)] = plane.at(i, j);
        memory = Memory(device, pitch * plane.ny * index_t{sizeof(Real)}, "a plane");
        memory.upload(padded.data(), memory.bytes());
        return padded;
    };
    Memory from, to;
    fill(in, from, true);
    std::vector<Real> padded = fill(out, to, false);
    const index_t p = pitch_of(in.nx), q = pitch_of(out.nx);
    filter.run(FieldView<const Real>{from.as<const Real>(), {in.nx, in.ny, 1}, p, p * in.ny},
               FieldView<Real>{to.as<Real>(), {out.nx, out.ny, 1}, q, q * out.ny});
    to.download(padded.data(), to.bytes());
    for (index_t j = 0; j < out.ny; ++j)
        for (index_t i = 0; i < out.nx; ++i) out.at(i, j) = padded[static_cast<std::size_t>(i + j * q)];
    return out;
}

/// sum w T in double, straight from the definition, without any code of the kernels.
template <class Real>
Plane<double> direct_sum(const Plane<Real>& in, const FilterTask& task) {
    Plane<double> out(filtered_pixels(task, 0, in.nx), filtered_pixels(task, 1, in.ny));
    const auto place = [&](index_t i, index_t n, Padding padding) -> index_t {
        const auto wrap = [](index_t a, index_t m) { return ((a % m) + m) % m; };
        switch (padding) {
        case Padding::zero: return i >= 0 && i < n ? i : -1;
        case Padding::replicate: return std::min(std::max<index_t>(i, 0), n - 1);
        case Padding::periodic: return wrap(i, n);
        case Padding::reflect: return std::min(wrap(i, 2 * n), 2 * n - 1 - wrap(i, 2 * n));
        case Padding::mirror: return n == 1 ? 0 : std::min(wrap(i, 2 * n - 2), 2 * n - 2 - wrap(i, 2 * n - 2));
        case Padding::valid: break;
        }
        return i;
    };
    const auto places = [&](std::size_t axis, index_t n, index_t outputs, int taps) {
        const index_t anchor = task.padding[axis] == Padding::valid ? 0 : task.taps.anchor[axis];
        std::vector<index_t> all;
        for (index_t i = 0; i < outputs + taps - 1; ++i) all.push_back(place(i - anchor, n, task.padding[axis]));
        return all;
    };
    const std::vector<index_t> xs = places(0, in.nx, out.nx, task.taps.columns);
    const std::vector<index_t> ys = places(1, in.ny, out.ny, task.taps.rows);
    for (index_t j = 0; j < out.ny; ++j)
        for (index_t i = 0; i < out.nx; ++i) {
            double sum = 0, weight = 0;
            for (int a = 0; a < task.taps.rows; ++a)
                for (int b = 0; b < task.taps.columns; ++b) {
                    const index_t x = xs[static_cast<std::size_t>(i + b)], y = ys[static_cast<std::size_t>(j + a)];
                    const double T = x < 0 || y < 0 ? task.outside : static_cast<double>(in.at(x, y));
                    if (task.masked && std::isnan(T)) continue;
                    sum += task.taps.at(a, b) * T;
                    weight += task.taps.at(a, b);
                }
            out.at(i, j) = task.masked ? sum * (task.taps.total() / weight) : sum;
        }
    return out;
}

/// A random filter of this size. Separable ones have positive weights that sum to 1.
inline FilterTask draw_filter(int rows, int columns, bool separable, Padding x, Padding y, std::mt19937& dice) {
    std::uniform_real_distribution<double> any(-1.0, 1.0), positive(0.1, 1.0);
    FilterTask task;
    std::vector<double> u(static_cast<std::size_t>(columns)), v(static_cast<std::size_t>(rows));
    for (double& w : u) w = positive(dice);
    for (double& w : v) w = positive(dice);
    task.taps = normalised(outer_product(v, u));
    if (!separable)
        for (double& w : task.taps.weights) w = any(dice);
    task.padding = {x, y};
    task.outside = 0.25;
    return task;
}

} // namespace isotherm::parity
