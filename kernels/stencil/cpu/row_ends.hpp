#pragma once

/// The cells at both ends of a row, whose x neighbours lie beyond a wall, and the heat through the x walls there. What
/// the walls are is looked up once per step.
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

/// The same of cell `inward` from one end of a row (High: the far end); `beyond` are the values outside.
template <class Real, bool High>
struct EndNear {
    InnerNear<Real> near;
    const Real* beyond;
    int inward;
    template <int Axis, int Offset>
    ISO_HD Real at() const {
        constexpr int out = High ? Offset : -Offset; // cells towards the wall
        if (Axis == 0 && out > inward) return beyond[out - inward - 1];
        return near.template at<Axis, Offset>();
    }
};

template <class Real, int Dim, int Order, bool Equal>
class RowEnds {
    static constexpr int layers = Order / 2;

public:
    /// For the sweep's step; rows of at least 2 `layers` cells, so that no cell sees both walls.
    explicit RowEnds(const Sweep<Real>& s) : s_(s) {
        for (const bool high : {false, true}) {
            const WallView<Real>& wall = s.walls[side_of(0, high)];
            rows_[high] = wall.rows + s.wall_step * wall.step_stride;
            books_[high] = !wall.periodic && wall.heat != nullptr;
        }
    }

    /// New values of those of cells [lo, hi) of row (j, k) that see an x wall, and the heat that they get through it;
    /// their y and z neighbours are in memory.
    void update(index_t lo, index_t hi, index_t j, index_t k) const {
        if (lo < layers) update_end<false>(lo, hi, j, k);
        if (hi > s_.in.n[0] - layers) update_end<true>(lo, hi, j, k);
    }

private:
    template <bool High>
    void update_end(index_t lo, index_t hi, index_t j, index_t k) const {
        const index_t nx = s_.in.n[0];
        const WallView<Real>& wall = s_.walls[side_of(0, High)];
        const Real* const row = &s_.in(0, j, k);
        const index_t face = j + s_.in.n[1] * k;
        const WallRow<Real>* const law = rows_[High] + face * wall.cell_stride;
        Real beyond[layers];
        for (int m = 0; m < layers; ++m) {
            if (wall.periodic) beyond[m] = row[High ? m : nx - 1 - m];
            else beyond[m] = ghost(law[m], row[High ? nx - 1 - m : m]);
        }
        Real* const out = &s_.out(0, j, k);
        const Real r[3] = {s_.r[0], s_.r[1], s_.r[2]};
        for (int inward = 0; inward < layers; ++inward) {
            const index_t i = High ? nx - 1 - inward : inward;
            if (i < lo || i >= hi) continue;
            const EndNear<Real, High> near{{row + i, s_.in.pitch, s_.in.plane}, beyond, inward};
            out[i] = update_cell<Dim, Order, Equal>(row[i], row[i], near, r);
        }
        if (!books_[High] || (High ? hi < nx : lo > 0)) return;
        if constexpr (Order == 2) {
            const auto gain = static_cast<double>(wall_gain(law[0], row[High ? nx - 1 : 0]));
            wall.heat[face] = add_heat(wall.heat[face], s_.heat_weight, gain);
        } else {
            book_wall_heat(s_, 0, High, High ? nx - 1 : 0, j, k);
        }
    }

    const Sweep<Real>& s_;
    const WallRow<Real>* rows_[2];
    bool books_[2];
};

} // namespace
} // namespace isotherm::ISOTHERM_ISA
