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

#include "kernels/stencil/cpu/part.hpp"
#include "kernels/stencil/cpu/pipeline.hpp"
#include "kernels/stencil/cpu/temporal_shape.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

/// Where the temperatures lie after so many steps.
template <class Real>
struct Levels {
    Real *first, *second; ///< two arrays hold them in turn
    index_t move;         ///< in one array: elements from one level to the next; 0 where there are two
    [[nodiscard]] Real* at(index_t level) const {
        return move != 0 ? first + level * move : level % 2 == 0 ? first : second;
    }
};

/// `Rows` computes the cells of rows (part.hpp).
template <class Rows>
class Marcher {
    using Real = typename Rows::Real;
    using Sweep = typename Rows::Sweep;
    static constexpr int Dim = Rows::dim, reach = Rows::order / 2;
    static constexpr index_t line = 64 / static_cast<index_t>(sizeof(Real));
    static constexpr int tile_axis = Part<Rows>::tile_axis, front_axis = Part<Rows>::front_axis;
    static constexpr index_t tile_shift = Dim == 3 ? reach : line; ///< whole cache lines along x
    static constexpr index_t front_shift = Dim == 1 ? 1 : reach;
    static constexpr index_t thick = Part<Rows>::thick; ///< planes (rows) that a front computes per step

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
        explicit Worker(const Marcher& m)
            : m_(m), part_(m.first_, m.tile_line_, m.front_line_, m.chunk()), s_(m.first_), coming_(m.first_) {}

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
            set_step(coming_, step);
            part_.fetch_ahead(coming_, m_.levels_.move != 0 ? 1 : Rows::arrays(coming_), tile, plane, parts);
        }

        /// Step `step` of a tile, on these positions of the fronts' axis.
        void run_step(index_t step, Span tile, Span front) {
            if (tile.lo >= tile.hi || front.lo >= front.hi) return;
            set_step(s_, step);
            const index_t n = s_.in.n[tile_axis];
            for (int p = 0; p < m_.front_line_.parts(); ++p) {
                const Span planes = m_.front_line_.part(p, front);
                if (tile.lo < n) part_.update(s_, {tile.lo, least(tile.hi, n)}, planes);
                if (tile.hi > n) part_.update(s_, {0, tile.hi - n}, planes);
            }
        }

        const Marcher& m_;
        Part<Rows> part_;
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
