#pragma once

/// What the cells at both ends of a row see beyond the x walls, made in the padding around the row, so that the vector
/// loop runs over them like over all others; and the heat through the x walls. What the walls are is looked up once per
/// step.
///
/// For the files that CMake compiles once per instruction set, like row_block.hpp.

#include "kernels/stencil/neighbour.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

/// Neighbours of a cell that has all of them in memory.
template <class Real>
struct InnerNear {
    const Real* at_cell;
    index_t pitch, plane;
    template <int Axis, int Offset>
    ISO_HD Real at() const {
        return at_cell[Offset * (Axis == 0 ? 1 : Axis == 1 ? pitch : plane)];
    }
};

template <class Real, int Order>
class RowGhosts {
    static constexpr int layers = Order / 2;

public:
    /// For the sweep's step; rows of at least 2 `layers` cells, so that no cell sees both walls.
    explicit RowGhosts(const Sweep<Real>& s) : s_(s) {
        for (const bool high : {false, true}) {
            const WallView<Real>& wall = s.walls[side_of(0, high)];
            rows_[high] = wall.rows + s.wall_step * wall.step_stride;
            heat_[high] = wall.periodic ? nullptr : wall.heat;
        }
    }

    /// What cells [lo, hi) of `rows` rows from (j, k) on see, and the heat that they get through x walls. Not for the
    /// first row of the field: there is no memory before it.
    void make(index_t lo, index_t hi, index_t j, index_t rows, index_t k) const {
        if (lo < layers) make_ends<false>(lo, j, rows, k);
        if (hi > s_.in.n[0] - layers) make_ends<true>(s_.in.n[0] - hi, j, rows, k);
    }

private:
    /// For the cells from the one `inward` from the wall.
    template <bool High>
    void make_ends(index_t inward, index_t j, index_t rows, index_t k) const {
        const WallView<Real>& wall = s_.walls[side_of(0, High)];
        if (wall.periodic) {
            const index_t nx = s_.in.n[0];
            for (index_t end = j + rows; j < end; ++j)
                for (index_t m = 0; m < layers - inward; ++m)
                    row_at(j, k)[High ? nx + m : -1 - m] = row_at(j, k)[High ? m : nx - 1 - m];
        } else if (wall.uniform()) make_ends<High, true>(wall, inward, j, rows, k);
        else make_ends<High, false>(wall, inward, j, rows, k);
    }

    template <bool High, bool Uniform>
    void make_ends(const WallView<Real>& wall, index_t inward, index_t j, index_t rows, index_t k) const {
        const index_t nx = s_.in.n[0], end = j + rows;
        double* const heat = inward == 0 ? heat_[High] : nullptr;
        WallRow<Real> law[layers];
        for (index_t face = j + s_.in.n[1] * k; j < end; ++j, ++face) {
            const index_t entry = Uniform ? 0 : wall.classes == nullptr ? face : wall.classes[face];
            for (int m = 0; m < layers; ++m) law[m] = rows_[High][entry * wall.cell_stride + m];
            Real* const row = row_at(j, k);
            Real gains[layers] = {};
            for (index_t m = 0; m < layers - inward; ++m) {
                const Real T = row[High ? nx - 1 - m : m];
                const bool radiates = !Uniform && law[m].w < 0;
                gains[m] = radiates ? call_radiation_gain(law[m], T, wall.kelvin) : wall_gain(law[m], T);
                row[High ? nx + m : -1 - m] = T + gains[m];
            }
            if (heat != nullptr) heat[face] = add_heat(heat[face], s_.heat_weight, sum_of_gains(gains));
        }
    }

    /// The padding around it belongs to nobody.
    Real* row_at(index_t j, index_t k) const { return const_cast<Real*>(&s_.in(0, j, k)); }

    const Sweep<Real>& s_;
    const WallRow<Real>* rows_[2];
    double* heat_[2];
};

} // namespace
} // namespace isotherm::ISOTHERM_ISA
