#pragma once

/// A row along x, or a piece of one, computed from pointers to its neighbour rows, so that the inner loop is plain
/// vector code for every order. A row beyond a y or z wall is made from the wall's row into a scratch line; the order/2
/// cells at both ends in x are computed one by one.
///
/// For the files that CMake compiles once per instruction set (namespace ISOTHERM_ISA): nothing here may be a template
/// of another header that the linker could share between instruction sets (no std:: containers).

#include <cstddef>
#include <new>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "kernels/stencil/cpu/row_gains.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

/// Cells of a row that are computed at a time at most; also what makes a 1-D grid parallel.
constexpr index_t block_length = 16384;

/// Scratch lines of one thread: per axis (y, z), side and layer a ghost row and what the wall adds to it, the base of a
/// stage, and the new row.
template <class Real>
class Scratch {
public:
    /// For blocks of at most nx cells; the lines are a cache line more apart, so that they share no cache sets.
    explicit Scratch(index_t nx)
        : length_(((nx < block_length ? nx : block_length) + 31) / 16 * 16),
          data_(new (std::align_val_t{64}) Real[static_cast<std::size_t>(lines * length_)]) {}
    ~Scratch() { ::operator delete[](data_, std::align_val_t{64}); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    [[nodiscard]] Real* ghosts(int axis, bool high, int layer) const { return gains(axis, high, layer) + length_; }
    [[nodiscard]] Real* gains(int axis, bool high, int layer) const {
        return data_ + (((axis - 1) * 2 + (high ? 1 : 0)) * (max_order / 2) + layer) * 2 * length_;
    }
    [[nodiscard]] Real* base() const { return data_ + (lines - 2) * length_; }
    [[nodiscard]] Real* result() const { return data_ + (lines - 1) * length_; }

private:
    static constexpr index_t lines = 2 * 2 * 2 * (max_order / 2) + 2;
    index_t length_;
    Real* data_;
};

/// After the last store past the caches of a thread.
inline void finish_streaming() {
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

/// Cells i0 .. i1 of row (j, k).
struct Block {
    index_t i0, i1, j, k;
};

/// Start (at i0) of the row `offset` rows along `axis`: in the field, wrapped, or a ghost row made here.
template <class Real>
const Real* neighbour_row(const Sweep<Real>& s, const Scratch<Real>& scratch, const Block& b, int axis, int offset) {
    const index_t n = s.in.n[axis], at = axis == 1 ? b.j : b.k, p = at + offset, stride = s.in.stride(axis);
    const Real* line = &s.in(b.i0, b.j, b.k) - at * stride;
    if (p >= 0 && p < n) return line + p * stride;
    const bool high = p >= n;
    const WallView<Real>& wall = s.walls[side_of(axis, high)];
    if (wall.periodic) return line + (p % n + n) % n * stride;
    const int layer = static_cast<int>(high ? p - n : -p - 1);
    const Real* mirror = line + (high ? n - 1 - layer : layer) * stride;
    Real *const out = scratch.ghosts(axis, high, layer), *const gains = scratch.gains(axis, high, layer);
    const index_t count = b.i1 - b.i0;
    wall_gains(wall, s.wall_step, face_cell(s.in.n, axis, b.i0, b.j, b.k), layer, mirror, gains, count);
    for (index_t i = 0; i < count; ++i) out[i] = mirror[i] + gains[i];
    return out;
}

/// Heat through the y or z walls that the block touches, from the gains that neighbour_row has left, then through the
/// x walls.
template <int Order, class Real>
void book_block_heat(const Sweep<Real>& s, const Scratch<Real>& scratch, const Block& b) {
    constexpr int layers = Order / 2;
    const index_t at[3] = {0, b.j, b.k};
    for (int axis = 1; axis < s.dim; ++axis) {
        for (const bool high : {false, true}) {
            if (at[axis] != (high ? s.in.n[axis] - 1 : 0)) continue;
            const WallView<Real>& wall = s.walls[side_of(axis, high)];
            if (wall.periodic || wall.heat == nullptr) continue;
            double* const heat = wall.heat + face_cell(s.in.n, axis, b.i0, b.j, b.k);
            const Real* lines[layers];
            for (int m = 0; m < layers; ++m) lines[m] = scratch.gains(axis, high, m);
            for (index_t i = 0; i < b.i1 - b.i0; ++i) {
                Real gains[layers];
                for (int m = 0; m < layers; ++m) gains[m] = lines[m][i];
                heat[i] = add_heat(heat[i], s.heat_weight, sum_of_gains(gains));
            }
        }
    }
    if (b.i0 == 0) book_wall_heat(s, 0, false, 0, b.j, b.k);
    if (b.i1 == s.in.n[0]) book_wall_heat(s, 0, true, b.i1 - 1, b.j, b.k);
}

/// Neighbours of cell i through row pointers: constant offsets, so the loop over i vectorises.
template <class Real, int Layers>
struct RowNear {
    const Real* x;
    const Real* const (&rows)[2][2 * Layers]; ///< [y, z][-Layers .. -1, 1 .. Layers]
    index_t i;
    template <int Axis, int Offset>
    ISO_HD Real at() const {
        if constexpr (Axis == 0) return x[i + Offset];
        else return rows[Axis - 1][Offset < 0 ? Offset + Layers : Offset + Layers - 1][i];
    }
};

/// The cells of a block whose x neighbours lie beyond a wall: computed one by one, after the vector loop.
struct Edges {
    index_t low_end, high_begin; ///< [i0, low_end) and [high_begin, i1)
    index_t low_begin, count;
    index_t lo, hi; ///< range of the vector loop
    [[nodiscard]] index_t cell(index_t e) const {
        const index_t low_count = low_end - low_begin;
        return e < low_count ? low_begin + e : high_begin + (e - low_count);
    }
};

/// The vector loop runs over the edge cells too, so that its stores are aligned like the rows; what it computes there
/// is replaced. Only the first and the last row of the field leave them out, since their neighbours' memory may not
/// exist.
template <class Real>
Edges edges_of(const Sweep<Real>& s, const Block& b) {
    const index_t nx = s.in.n[0], layers = s.order / 2;
    Edges e{};
    e.low_begin = b.i0;
    e.low_end = b.i0 < layers ? (layers < b.i1 ? layers : b.i1) : b.i0;
    e.high_begin = b.i1 > nx - layers ? (nx - layers > e.low_end ? nx - layers : e.low_end) : b.i1;
    e.count = (e.low_end - e.low_begin) + (b.i1 - e.high_begin);
    const bool inner_row = (b.j > 0 || b.k > 0) && (b.j < s.in.n[1] - 1 || b.k < s.in.n[2] - 1) && nx > 2 * layers;
    e.lo = inner_row ? b.i0 : e.low_end;
    e.hi = inner_row ? b.i1 : e.high_begin;
    return e;
}

/// The same for a cell whose x neighbours may lie beyond a wall.
template <class Real, int Layers>
struct EdgeNear {
    RowNear<Real, Layers> near; ///< near.i counts from the block's first cell
    const Sweep<Real>& s;
    const Block& b;
    template <int Axis, int Offset>
    ISO_HD Real at() const {
        if constexpr (Axis == 0) return extended(s, 0, Offset, b.i0 + near.i, b.j, b.k);
        else return near.template at<Axis, Offset>();
    }
};

/// New values of a block's cells into `out` (its first cell). `base` is what the stage starts from (HasTerms; Euler:
/// the cells themselves).
template <class Real, int Dim, int Order, bool Equal, bool HasTerms>
void update_block(const Sweep<Real>& s, const Scratch<Real>& scratch, const Block& b, const Real* base, Real* out) {
    constexpr int layers = Order / 2;
    const Real* rows[2][2 * layers] = {};
    for (int axis = 1; axis < Dim; ++axis)
        for (int m = 1; m <= layers; ++m) {
            rows[axis - 1][layers - m] = neighbour_row(s, scratch, b, axis, -m);
            rows[axis - 1][layers + m - 1] = neighbour_row(s, scratch, b, axis, m);
        }
    const Real* const x = &s.in(b.i0, b.j, b.k);
    if constexpr (!HasTerms) base = x;
    const Real r[3] = {s.r[0], s.r[1], s.r[2]};
    const Edges edges = edges_of(s, b);
#pragma GCC ivdep
    for (index_t i = edges.lo - b.i0; i < edges.hi - b.i0; ++i)
        out[i] = update_cell<Dim, Order, Equal>(base[i], x[i], RowNear<Real, layers>{x, rows, i}, r);
    for (index_t e = 0; e < edges.count; ++e) {
        const index_t i = edges.cell(e) - b.i0;
        const EdgeNear<Real, layers> near{{x, rows, i}, s, b};
        out[i] = update_cell<Dim, Order, Equal>(base[i], x[i], near, r);
    }
}

} // namespace
} // namespace isotherm::ISOTHERM_ISA
