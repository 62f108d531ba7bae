#pragma once

#include "solver/core/grid.hpp"

namespace isotherm {

/// The two axes of a face other than `axis`, the lower one first. A face's cells are numbered with the first fastest.
constexpr std::array<int, 2> face_axes(int axis) { return {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2}; }

/// The faces across `axis` as a grid of their own, of one axis fewer; the patches of walls lie on it.
inline Grid face_grid(const Grid& grid, int axis) {
    Grid face = grid;
    face.dim = grid.dim - 1;
    face.n = {1, 1, 1};
    face.h = {1, 1, 1};
    face.lower = {0, 0, 0};
    std::size_t to = 0;
    for (const int from : face_axes(axis)) {
        if (from >= grid.dim) continue;
        const auto d = static_cast<std::size_t>(from);
        face.n[to] = grid.n[d], face.h[to] = grid.h[d], face.lower[to] = grid.lower[d];
        face.names[to] = grid.names[d];
        ++to;
    }
    return face;
}

} // namespace isotherm
