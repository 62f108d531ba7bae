#pragma once

/// A part of a sweep: cells of a tile (3-D: rows, whole along x; 2-D, 1-D: cells along x) at some places of the axis
/// along which a kernel goes. Four planes (2-D: rows) there are computed together, so that they come from L2 1.5 times
/// per cell instead of 3, and what comes next from memory is asked for meanwhile.
///
/// For the files that CMake compiles once per instruction set, like row_block.hpp.

#include "kernels/stencil/cpu/row_ghosts.hpp"
#include "kernels/stencil/cpu/tiles.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

/// Asks for a row of an array before it is needed.
inline void fetch_row(const void* row, index_t bytes) {
    for (index_t b = 0; b < bytes; b += 64) __builtin_prefetch(static_cast<const char*>(row) + b, 0, 2);
}

/// Asks for the rows that the next front reads and writes first, a few at a time while this front is computed: these
/// alone come from memory, everything else is in the cache.
template <class Rows>
class Ahead {
    using Sweep = typename Rows::Sweep;

public:
    /// Rows [j, j + rows) of planes [k, k + planes) of the first `arrays`, over about rows * parts calls of
    /// fetch_some().
    void begin(const Sweep& s, index_t arrays, index_t j, index_t rows, index_t k, index_t planes, index_t parts) {
        s_ = &s;
        arrays_ = arrays;
        first_row_ = j;
        first_plane_ = k;
        rows_ = rows;
        next_ = 0;
        end_ = arrays * rows * planes;
        each_ = (arrays * planes + parts - 1) / parts;
    }
    void fetch_some() {
        for (index_t stop = least(next_ + each_, end_); next_ < stop; ++next_) {
            const index_t row = next_ / arrays_;
            Rows::fetch(*s_, static_cast<int>(next_ % arrays_), first_row_ + row % rows_, first_plane_ + row / rows_);
        }
    }

private:
    const Sweep* s_ = nullptr;
    index_t arrays_ = 1, first_row_ = 0, first_plane_ = 0, rows_ = 0, next_ = 0, end_ = 0, each_ = 0;
};

/// `Rows` computes the cells of rows, one object per thread:
///
///   Real, Sweep, dim, order
///   arrays(sweep), fetch(sweep, which, j, k)    what a row comes from: how many arrays; asks for its part of one
///   beside_wall(sweep, cells, j, k)             cells of row (j, k) next to any wall, and the heat of the walls
///   together<Lines>(sweep, cells, j, k)         cells of `Lines` rows, along the fronts' axis from (j, k), whose
///                                               neighbours are in memory
template <class Rows>
class Part {
    using Real = typename Rows::Real;
    using Sweep = typename Rows::Sweep;
    static constexpr int Dim = Rows::dim, reach = Rows::order / 2;

public:
    static constexpr int tile_axis = Dim == 3 ? 1 : 0, front_axis = Dim == 1 ? 1 : Dim - 1;
    static constexpr index_t thick = Dim == 1 ? 1 : 4; ///< places of the fronts' axis that are computed together

    /// `tiles`, `fronts`: the order along both axes; `chunk`: cells of a row at a time, so that rows stay in L1 for the
    /// next one.
    Part(const Sweep& s, const Line& tiles, const Line& fronts, index_t chunk)
        : rows_(s), tile_line_(tiles), front_line_(fronts), chunk_(chunk) {}

    /// Asks, during the calls of `update` that follow (`parts` of them take all), for what the first of the tile's
    /// cells at the `thick` places from `place` on come from. `s` must live so long.
    void fetch_ahead(const Sweep& s, index_t arrays, Span tile, index_t place, index_t parts) {
        const index_t rows = most(0, least(tile.hi, tile_line_.n) - tile.lo);
        const index_t planes = most(0, least(thick, front_line_.n - place));
        ahead_.begin(s, arrays, tile_line_.cell(tile.lo, rows), rows, front_line_.cell(place, planes), planes, parts);
    }

    /// The tile's cells at these places of the fronts' axis.
    void update(const Sweep& s, Span tile, Span front) {
        const index_t n = s.in.n[front_axis];
        // A cell may see both x walls, or their ghosts do not fit in between rows.
        const bool narrow = Dim == 1 || s.in.n[0] < 2 * reach || s.in.pitch < s.in.n[0] + 2 * reach;
        const Span inner = narrow ? Span{front.hi, front.hi} : inner_of(front, n);
        for (index_t k = front.lo; k < inner.lo; ++k) update_beside_wall(s, tile, k);
        index_t k = inner.lo;
        for (; k + 4 <= inner.hi; k += 4) update_lines<4>(s, tile, k);
        for (; k + 2 <= inner.hi; k += 2) update_lines<2>(s, tile, k);
        for (; k < inner.hi; ++k) update_lines<1>(s, tile, k);
        for (; k < front.hi; ++k) update_beside_wall(s, tile, k);
    }

private:
    /// The places of `span` on an axis of n cells whose neighbours are in memory; [span.hi, span.hi) where none are.
    static Span inner_of(Span span, index_t n) {
        const index_t lo = least(most(span.lo, reach), span.hi);
        return {lo, most(least(span.hi, n - reach), lo)};
    }

    /// The tile's cells at place k of the fronts' axis, next to any wall.
    void update_beside_wall(const Sweep& s, Span tile, index_t k) {
        const index_t plane = front_line_.cell(k);
        if constexpr (Dim == 3)
            for (index_t j = tile.lo; j < tile.hi; ++j) rows_.beside_wall(s, {0, s.in.n[0]}, tile_line_.cell(j), plane);
        else rows_.beside_wall(s, tile, plane, 0);
    }

    /// The tile's cells at places k .. k + Lines - 1 of the fronts' axis, away from the walls of that axis.
    template <int Lines>
    void update_lines(const Sweep& s, Span tile, index_t k) {
        const RowGhosts<Real, Rows::order> ghosts(s);
        const index_t plane = front_line_.cell(k, Lines);
        if constexpr (Dim == 3) {
            const Span inner = inner_of(tile, tile_line_.n);
            const index_t nx = s.in.n[0], many = inner.hi - inner.lo;
            for (int m = 0; m < Lines; ++m) update_beside_wall(s, {tile.lo, inner.lo}, k + m);
            for (index_t i = 0; i < nx; i += chunk_) {
                const Span cells{i, least(i + chunk_, nx)};
                // All before any is needed: a vector that is loaded over a number on its way to memory waits.
                for (int m = 0; m < Lines; ++m)
                    ghosts.make(cells.lo, cells.hi, tile_line_.cell(inner.lo, many), many, plane + m);
                for (index_t j = inner.lo; j < inner.hi; ++j) {
                    ahead_.fetch_some();
                    rows_.template together<Lines>(s, cells, tile_line_.cell(j), plane);
                }
            }
            for (int m = 0; m < Lines; ++m) update_beside_wall(s, {inner.hi, tile.hi}, k + m);
        } else {
            ghosts.make(tile.lo, tile.hi, plane, Lines, 0);
            rows_.template together<Lines>(s, tile, plane, 0);
        }
    }

    Rows rows_;
    Ahead<Rows> ahead_;
    Line tile_line_, front_line_;
    index_t chunk_;
};

} // namespace
} // namespace isotherm::ISOTHERM_ISA
