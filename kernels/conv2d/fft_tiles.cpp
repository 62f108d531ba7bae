#include "kernels/conv2d/fft_tiles.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace isotherm {
namespace {

/// Sides worth trying along an axis: from the first power of two that holds the filter to the one that holds all.
std::vector<index_t> sides(index_t taps, index_t outputs) {
    std::vector<index_t> all;
    index_t side = 1;
    while (side < taps) side *= 2;
    for (;; side *= 2) {
        all.push_back(side);
        if (side - taps + 1 >= outputs) return all;
    }
}

constexpr index_t ceil_div(index_t a, index_t b) { return (a + b - 1) / b; }

} // namespace

FftTiles plan_fft_tiles(const FilterTraits& t, index_t cached) {
    const index_t nx = t.padding[0] == Padding::valid ? t.n[0] - t.columns + 1 : t.n[0];
    const index_t ny = t.padding[1] == Padding::valid ? t.n[1] - t.rows + 1 : t.n[1];
    FftTiles best;
    best.work_per_pixel = impossible;
    for (const index_t rows : sides(t.rows, ny))
        for (const index_t columns : sides(t.columns, nx)) {
            FftTiles tiles{rows, columns, rows - t.rows + 1, columns - t.columns + 1, 0, 0, 0};
            tiles.tiles_y = ceil_div(ny, tiles.useful_rows);
            tiles.tiles_x = ceil_div(nx, tiles.useful_columns);
            const double pixels = static_cast<double>(rows * columns);
            const double slow = rows * columns > cached ? 2 : 1;
            tiles.work_per_pixel = slow * static_cast<double>(tiles.count()) * pixels * (1 + std::log2(pixels)) /
                                   static_cast<double>(nx * ny);
            if (tiles.work_per_pixel < best.work_per_pixel) best = tiles;
        }
    return best;
}

} // namespace isotherm
