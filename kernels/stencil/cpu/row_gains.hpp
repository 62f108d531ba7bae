#pragma once

/// What a wall of y or z adds to a row of cells beside it, a run of cells with one law at a time.
///
/// For the files that CMake compiles once per instruction set, like row_block.hpp.

#include "kernels/stencil/cpu/pack.hpp"
#include "kernels/stencil/neighbour.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

/// radiation_gain for `count` cells beside one radiating row, a vector of them at a time.
template <class Real>
[[gnu::noinline]] void radiation_gains(const WallRow<Real>& row, double kelvin, const Real* T, Real* gains,
                                       index_t count) {
    constexpr index_t width = Pack<double>::width;
    const Radiation law{-static_cast<double>(row.w), static_cast<double>(row.T_ref)};
    for (index_t i = 0; i < count; i += width) {
        const index_t cells = count - i < width ? count - i : width;
        DoubleLanes cell{};
        for (index_t l = 0; l < width; ++l) cell[l] = kelvin + static_cast<double>(T[i + (l < cells ? l : 0)]);
        const DoubleLanes gain = 2 * (law.wall_temperature(static_cast<double>(row.s), cell) - cell);
        for (index_t l = 0; l < cells; ++l) gains[i + l] = static_cast<Real>(gain[l]) + Real(0);
    }
}

/// Where the cells end that are of the class of cell `begin`, before `end`.
inline index_t end_of_class(const std::uint16_t* classes, index_t begin, index_t end) {
    const std::uint16_t own = classes[begin];
    index_t i = begin + 1;
    while (i < end && classes[i] == own) ++i;
    return i;
}

/// T_ghost - T in layer `layer` for `count` cells of a wall from its cell `first` on, whose mirrored values are T.
template <class Real>
void wall_gains(const WallView<Real>& wall, index_t step, index_t first, int layer, const Real* T, Real* gains,
                index_t count) {
    if (wall.cell_stride != 0 && wall.classes == nullptr) {
        if (wall.radiates)
            for (index_t i = 0; i < count; ++i) gains[i] = wall.gain(step, first + i, layer, T[i]);
        else
            for (index_t i = 0; i < count; ++i) gains[i] = wall_gain(wall.row(step, first + i, layer), T[i]);
        return;
    }
    for (index_t begin = 0, end = count; begin < count; begin = end, end = count) {
        if (wall.cell_stride != 0) end = end_of_class(wall.classes + first, begin, count);
        const WallRow<Real> row = wall.row(step, first + begin, layer);
        if (row.w < 0) radiation_gains(row, wall.kelvin, T + begin, gains + begin, end - begin);
        else
            for (index_t i = begin; i < end; ++i) gains[i] = wall_gain(row, T[i]);
    }
}

} // namespace
} // namespace isotherm::ISOTHERM_ISA
