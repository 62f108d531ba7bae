#pragma once

/// Several steps per pass over memory, whatever a step computes.
///
///   3-D   tiles of `width` rows in y, whole rows in x, fronts in z
///   2-D   tiles of `width` cells in x, fronts in y
///   1-D   tiles of `width` cells in x, a front is a step
///
/// A tile moves back by `reach` per step (skewed: it never needs cells that it would have to compute twice), and so do
/// the fronts. With two buffers, front f of a tile does step t of the pass on plane f - t * reach, t ascending:
///
///     step t     ---------\---------\--- y        step t     ------*----- z       * the planes that one
///       ...       tile 0   \ tile 1  \              ...       ----*                 front computes
///     step 0     -----------\---------\-          step 0     ---*
///
/// What a step reads was left by the step before (own tile, this front), by the tile before (its same front), or by the
/// pass before; and what it overwrites nobody needs any more: see `needed_tile`, `needed_front`. So tiles and passes
/// follow each other through counters (pipeline.hpp), with no barrier.
///
/// Where the fronts' axis is periodic it is folded: position p stands for cells p and n - 1 - p, so that the ring is a
/// line again, on which neighbours are at most `reach` positions apart, the fold included. Where the tiles' axis is
/// periodic the first tile leaves room on both sides, and the last one grows into it from both:
///
///     step t    :  /--------\---------\---------\---:    a cell is never more than one step ahead of its neighbours,
///       ...     :/ tile 0    \ tile 1  \ tile 2  /  :    and both its values are in memory
///     step 0    /-------------\---------\-------/----:
///
/// With one array (in_place.hpp) a level lies reach rows and planes beside the one before: cell (j, k) takes the place
/// of (j - reach, k - reach), and is the last to read the values that it replaces in front of its own. That holds while
/// rows are computed whole and one after the other, and back from the other end when the field moves up:
///
///     level 0          0 1 2 3 4 5 6 7      rows of a plane, and planes
///     level 1        0 1 2 3 4 5 6 7
///     level 2      0 1 2 3 4 5 6 7
///
/// Source of the idea: D. Wonnacott, IPDPS 2000 (time skewing); G. Wellein et al., COMPSAC 2009 (wavefronts of
/// threads).
///
/// For the files that CMake compiles once per instruction set, like row_block.hpp.

#include "kernels/stencil/cpu/pipeline.hpp"
#include "kernels/stencil/cpu/row_ghosts.hpp"
#include "kernels/stencil/cpu/temporal_shape.hpp"
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

/// Where the temperatures lie after so many steps.
template <class Real>
struct Levels {
    Real *first, *second; ///< two arrays hold them in turn
    index_t move;         ///< in one array: elements from one level to the next; 0 where there are two
    [[nodiscard]] Real* at(index_t level) const {
        return move != 0 ? first + level * move : level % 2 == 0 ? first : second;
    }
};

/// `Rows` computes the cells of rows, one object per thread:
///
///   Real, Sweep, dim, order
///   arrays(sweep), fetch(sweep, which, j, k)    what a row comes from: how many arrays; asks for its part of one
///   beside_wall(sweep, cells, j, k)             cells of row (j, k) next to any wall, and the heat of the walls
///   together<Lines>(sweep, cells, j, k)         cells of `Lines` rows, along the fronts' axis from (j, k), whose
///                                               neighbours are in memory
template <class Rows>
class Marcher {
    using Real = typename Rows::Real;
    using Sweep = typename Rows::Sweep;
    static constexpr int Dim = Rows::dim, reach = Rows::order / 2;
    static constexpr index_t line = 64 / static_cast<index_t>(sizeof(Real));
    static constexpr int tile_axis = Dim == 3 ? 1 : 0, front_axis = Dim == 1 ? 1 : Dim - 1;
    static constexpr index_t tile_shift = Dim == 3 ? reach : line; ///< whole cache lines along x
    static constexpr index_t front_shift = Dim == 1 ? 1 : reach;
    static constexpr index_t thick = Dim == 1 ? 1 : 4; ///< planes (rows) that a front computes per step

public:
    /// `in_place`: first.out is where the result shall be in the array of first.in, so many steps away; one pass then.
    Marcher(const Sweep& first, index_t steps, const Blocking& plan, bool in_place = false)
        : first_(first), steps_(steps), passes_(in_place ? 1 : (steps + plan.depth - 1) / plan.depth),
          width_(plan.width), levels_{const_cast<Real*>(first.in.data), first.out.data,
                                      in_place ? (first.out.data - first.in.data) / steps : 0},
          front_line_{first_.in.n[front_axis], Dim > 1 && first_.walls[side_of(front_axis, false)].periodic,
                      levels_.move > 0},
          tile_line_{first_.in.n[tile_axis], false, levels_.move > 0}, depth_((steps + passes_ - 1) / passes_),
          tiles_(first_.in.n[tile_axis], width_, tile_shift, depth_, first_.walls[side_of(tile_axis, false)].periodic),
          fronts_((front_line_.positions() + (depth_ - 1) * front_shift + thick - 1) / thick) {}

    void run(int threads) {
        const index_t tiles = tiles_.count();
        Pipeline pipeline(tiles, fronts_, threads);
#pragma omp parallel num_threads(threads)
        {
            Worker worker(*this);
            for (index_t item = pipeline.take(); item < passes_ * tiles; item = pipeline.take())
                worker.run_tile(pipeline, item / tiles, item % tiles);
        }
    }

private:
    [[nodiscard]] index_t first_step(index_t pass) const { return pass * steps_ / passes_; }
    [[nodiscard]] index_t depth(index_t pass) const { return first_step(pass + 1) - first_step(pass); }
    /// Cells of a row at a time, so that rows stay in L1 for the next; in one array whole rows (above).
    [[nodiscard]] index_t chunk() const {
        return levels_.move != 0 ? first_.in.n[0] : 4096 / static_cast<index_t>(sizeof(Real));
    }
    /// The last tile of the pass before that computes what `tile` reads, at that pass's last step.
    [[nodiscard]] index_t needed_tile(index_t pass, index_t tile) const {
        if (tiles_.ring()) return tiles_.count() - 1;
        return least(tiles_.count() - 1, ((tile + 1) * width_ + depth(pass - 1) * tile_shift) / width_);
    }
    /// How many fronts that tile must have finished before front f.
    [[nodiscard]] index_t needed_fronts(index_t pass, index_t f) const {
        return least(fronts_, f + (depth(pass - 1) * front_shift + thick - 1) / thick + 1);
    }

    class Worker {
    public:
        explicit Worker(const Marcher& m) : m_(m), rows_(m.first_), s_(m.first_), coming_(m.first_) {}

        void run_tile(Pipeline& pipeline, index_t pass, index_t tile) {
            const index_t first = m_.first_step(pass), depth = m_.depth(pass), positions = m_.front_line_.positions();
            for (index_t f = 0; f < m_.fronts_; ++f) {
                if (tile > 0) pipeline.wait(pass, tile - 1, f + 1);
                if (pass > 0) pipeline.wait(pass - 1, m_.needed_tile(pass, tile), m_.needed_fronts(pass, f));
                if constexpr (Dim == 3) fetch_ahead(first, m_.tiles_.cells(tile, 0), (f + 1) * thick, depth);
                for (index_t t = 0; t < depth; ++t) {
                    const index_t front = f * thick - t * front_shift;
                    run_step(first + t, m_.tiles_.cells(tile, t), {most(front, 0), least(front + thick, positions)});
                }
                pipeline.publish(pass, tile, f + 1);
            }
        }

    private:
        /// Makes `s` the sweep of a step.
        void set_step(Sweep& s, index_t step) const {
            s.in.data = m_.levels_.at(step);
            s.out.data = m_.levels_.at(step + 1);
            s.wall_step = m_.first_.wall_step + step;
        }

        /// What the front at `plane` needs from memory for its first step, while this one does `parts` steps.
        void fetch_ahead(index_t step, Span tile, index_t plane, index_t parts) {
            const Line &rows = m_.tile_line_, &planes = m_.front_line_;
            const index_t n_rows = most(0, least(tile.hi, rows.n) - tile.lo);
            const index_t n_planes = most(0, least(thick, planes.n - plane));
            set_step(coming_, step);
            ahead_.begin(coming_, m_.levels_.move != 0 ? 1 : Rows::arrays(coming_), rows.cell(tile.lo, n_rows), n_rows,
                         planes.cell(plane, n_planes), n_planes, parts);
        }

        /// Step `step` of a tile, on these positions of the fronts' axis.
        void run_step(index_t step, Span tile, Span front) {
            if (tile.lo >= tile.hi || front.lo >= front.hi) return;
            set_step(s_, step);
            const index_t n = s_.in.n[tile_axis];
            for (int p = 0; p < m_.front_line_.parts(); ++p) {
                const Span planes = m_.front_line_.part(p, front);
                if (tile.lo < n) update_part(s_, {tile.lo, least(tile.hi, n)}, planes);
                if (tile.hi > n) update_part(s_, {0, tile.hi - n}, planes);
            }
        }

        void update_part(const Sweep& s, Span tile, Span front) {
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

        /// The places of `span` on an axis of n cells whose neighbours are in memory; [span.hi, span.hi) where none
        /// are.
        static Span inner_of(Span span, index_t n) {
            const index_t lo = least(most(span.lo, reach), span.hi);
            return {lo, most(least(span.hi, n - reach), lo)};
        }

        /// The tile's cells at place k of the fronts' axis, next to any wall.
        void update_beside_wall(const Sweep& s, Span tile, index_t k) {
            const index_t plane = m_.front_line_.cell(k);
            if constexpr (Dim == 3)
                for (index_t j = tile.lo; j < tile.hi; ++j)
                    rows_.beside_wall(s, {0, s.in.n[0]}, m_.tile_line_.cell(j), plane);
            else rows_.beside_wall(s, tile, plane, 0);
        }

        /// The tile's cells at places k .. k + Lines - 1 of the fronts' axis, away from the walls of that axis.
        template <int Lines>
        void update_lines(const Sweep& s, Span tile, index_t k) {
            const RowGhosts<Real, Rows::order> ghosts(s);
            const index_t plane = m_.front_line_.cell(k, Lines);
            if constexpr (Dim == 3) {
                const Line& rows = m_.tile_line_;
                const Span inner = inner_of(tile, rows.n);
                const index_t nx = s.in.n[0], many = inner.hi - inner.lo, chunk = m_.chunk();
                for (int m = 0; m < Lines; ++m) update_beside_wall(s, {tile.lo, inner.lo}, k + m);
                for (index_t i = 0; i < nx; i += chunk) {
                    const Span cells{i, least(i + chunk, nx)};
                    // All before any is needed: a vector that is loaded over a number on its way to memory waits.
                    for (int m = 0; m < Lines; ++m)
                        ghosts.make(cells.lo, cells.hi, rows.cell(inner.lo, many), many, plane + m);
                    for (index_t j = inner.lo; j < inner.hi; ++j) {
                        ahead_.fetch_some();
                        rows_.template together<Lines>(s, cells, rows.cell(j), plane);
                    }
                }
                for (int m = 0; m < Lines; ++m) update_beside_wall(s, {inner.hi, tile.hi}, k + m);
            } else {
                ghosts.make(tile.lo, tile.hi, plane, Lines, 0);
                rows_.template together<Lines>(s, tile, plane, 0);
            }
        }

        const Marcher& m_;
        Rows rows_;
        Ahead<Rows> ahead_;
        Sweep s_, coming_; ///< of the step under way, and of the first one of the front that comes
    };

    Sweep first_;
    index_t steps_, passes_, width_;
    Levels<Real> levels_;
    Line front_line_, tile_line_;
    index_t depth_; ///< of the deepest pass
    Tiles tiles_;
    index_t fronts_;
};

/// `beside`: bytes per cell that a step reads beside the two fields.
template <class Real>
TemporalShape shape_of(const Sweep<Real>& s, index_t beside) {
    return {s.dim,
            s.order,
            {s.in.n[0], s.in.n[1], s.in.n[2]},
            s.dim > 1 && s.walls[side_of(s.dim - 1, false)].periodic,
            s.in.pitch,
            static_cast<index_t>(sizeof(Real)),
            2 * static_cast<index_t>(sizeof(Real)) + beside};
}

/// Whether there are several steps of one stage, and the ghosts of the x walls fit into the padding of the rows.
template <class Real>
bool can_be_skewed(const Sweep<Real>& s, index_t steps) {
    return s.n_terms == 0 && steps > 1 && (s.dim == 1 || s.in.pitch - s.in.n[0] >= 2 * s.layers());
}

} // namespace
} // namespace isotherm::ISOTHERM_ISA
