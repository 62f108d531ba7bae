/// The temporally blocked CPU kernel: several steps per pass over memory. Compiled once per instruction set and
/// precision like rows.cpp.
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
/// A periodic axis is folded: position p stands for cells p and n - 1 - p, so that the ring is a line again, on which
/// neighbours are at most `reach` positions apart, the fold included.
///
/// Source of the idea: D. Wonnacott, IPDPS 2000 (time skewing); G. Wellein et al., COMPSAC 2009 (wavefronts of
/// threads).

#include "kernels/base/choose.hpp"
#include "kernels/stencil/cpu/pipeline.hpp"
#include "kernels/stencil/cpu/row_block.hpp"
#include "kernels/stencil/cpu/temporal_plan.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

struct Span {
    index_t lo, hi;
};

constexpr index_t least(index_t a, index_t b) { return a < b ? a : b; }
constexpr index_t most(index_t a, index_t b) { return a > b ? a : b; }

/// The cells of an axis in the order in which they are computed.
struct Line {
    index_t n;
    bool folded;
    [[nodiscard]] index_t positions() const { return folded ? (n + 1) / 2 : n; }
    [[nodiscard]] int parts() const { return folded ? 2 : 1; }
    /// Cells at the positions of `p`: from the lower end, and from the upper end where folded (a middle cell once).
    [[nodiscard]] Span part(int which, Span p) const { return which == 0 ? p : Span{most(n - p.hi, p.hi), n - p.lo}; }
};

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

/// The same of a cell next to an x wall.
template <class Real>
struct InnerEdgeNear {
    InnerNear<Real> near;
    const Sweep<Real>& s;
    index_t i, j, k;
    template <int Axis, int Offset>
    ISO_HD Real at() const {
        if constexpr (Axis == 0) return extended(s, 0, Offset, i, j, k);
        else return near.template at<Axis, Offset>();
    }
};

/// Cells [0, count) of `Rows` rows at once: a row is the neighbour of the next one, so it is loaded once.
template <class Real, int Dim, int Order, bool Equal, int Rows>
void update_inner(const Real* __restrict in, Real* __restrict out, index_t count, index_t pitch, index_t plane,
                  const Real (&weights)[3]) {
    const Real r[3] = {weights[0], weights[1], weights[2]};
#pragma GCC ivdep
    for (index_t i = 0; i < count; ++i) {
        Real value[Rows];
        for (int m = 0; m < Rows; ++m) {
            const Real* const c = in + m * pitch + i;
            value[m] = update_cell<Dim, Order, Equal>(*c, *c, InnerNear<Real>{c, pitch, plane}, r);
        }
        for (int m = 0; m < Rows; ++m) out[m * pitch + i] = value[m];
    }
}

template <class Real, int Dim, int Order, bool Equal>
class Marcher {
    static constexpr int reach = Order / 2;
    static constexpr index_t line = 64 / static_cast<index_t>(sizeof(Real));
    static constexpr int tile_axis = Dim == 3 ? 1 : 0, front_axis = Dim == 1 ? 1 : Dim - 1;
    static constexpr index_t tile_shift = Dim == 3 ? reach : line; ///< whole cache lines along x
    static constexpr index_t front_shift = Dim == 1 ? 1 : reach;

public:
    Marcher(const Advance<Real>& a, const Blocking& plan)
        : first_(a.sweep), steps_(a.steps), passes_((a.steps + plan.depth - 1) / plan.depth),
          width_(plan.width), tile_line_{first_.in.n[tile_axis], first_.walls[side_of(tile_axis, false)].periodic},
          front_line_{first_.in.n[front_axis], Dim > 1 && first_.walls[side_of(front_axis, false)].periodic},
          depth_((a.steps + passes_ - 1) / passes_),
          tiles_((tile_line_.positions() + (depth_ - 1) * tile_shift + width_ - 1) / width_),
          fronts_(front_line_.positions() + (depth_ - 1) * front_shift) {}

    void run(int threads) {
        Pipeline pipeline(tiles_, fronts_, threads);
#pragma omp parallel num_threads(threads)
        {
            Worker worker(*this);
            for (index_t item = pipeline.take(); item < passes_ * tiles_; item = pipeline.take())
                worker.run_tile(pipeline, item / tiles_, item % tiles_);
        }
    }

private:
    [[nodiscard]] index_t first_step(index_t pass) const { return pass * steps_ / passes_; }
    [[nodiscard]] index_t depth(index_t pass) const { return first_step(pass + 1) - first_step(pass); }
    /// The last tile of the pass before that computes what `tile` reads, at that pass's last step.
    [[nodiscard]] index_t needed_tile(index_t pass, index_t tile) const {
        return least(tiles_ - 1, ((tile + 1) * width_ + depth(pass - 1) * tile_shift) / width_);
    }
    /// How many fronts that tile must have finished before front f.
    [[nodiscard]] index_t needed_fronts(index_t pass, index_t f) const {
        return least(fronts_, f + depth(pass - 1) * front_shift + 1);
    }

    class Worker {
    public:
        explicit Worker(const Marcher& m) : m_(m), scratch_(m.first_.in.n[0]), even_(m.first_), odd_(m.first_) {
            odd_.in.data = even_.out.data;
            odd_.out.data = const_cast<Real*>(even_.in.data);
        }

        void run_tile(Pipeline& pipeline, index_t pass, index_t tile) {
            const index_t first = m_.first_step(pass), depth = m_.depth(pass), positions = m_.front_line_.positions();
            for (index_t f = 0; f < m_.fronts_; ++f) {
                if (tile > 0) pipeline.wait(pass, tile - 1, f + 1);
                if (pass > 0) pipeline.wait(pass - 1, m_.needed_tile(pass, tile), m_.needed_fronts(pass, f));
                for (index_t t = 0; t < depth; ++t) {
                    const index_t front = f - t * front_shift;
                    if (front < 0) break;
                    if (front < positions) run_step(first + t, tile * m_.width_ - t * tile_shift, front);
                }
                pipeline.publish(pass, tile, f + 1);
            }
        }

    private:
        /// Step `step` of the tile that begins at position `begin`, on one position of the fronts' axis.
        void run_step(index_t step, index_t begin, index_t front) {
            const Span tile{most(begin, 0), least(begin + m_.width_, m_.tile_line_.positions())};
            if (tile.lo >= tile.hi) return;
            Sweep<Real>& s = step % 2 == 0 ? even_ : odd_;
            s.wall_step = m_.first_.wall_step + step;
            for (int p = 0; p < m_.front_line_.parts(); ++p) {
                const Span at = m_.front_line_.part(p, {front, front + 1});
                if (at.lo >= at.hi) continue;
                for (int q = 0; q < m_.tile_line_.parts(); ++q) {
                    const Span cells = m_.tile_line_.part(q, tile);
                    if constexpr (Dim == 3) update_rows(s, cells, at.lo);
                    else update_piece(s, cells, at.lo, 0);
                }
            }
        }

        /// Whole rows of plane k: next to a y or z wall one by one, others together.
        void update_rows(const Sweep<Real>& s, Span rows, index_t k) {
            const index_t nx = s.in.n[0], ny = s.in.n[1], nz = s.in.n[2];
            const bool inner_plane = k >= reach && k < nz - reach;
            const index_t lo = inner_plane ? least(most(rows.lo, reach), rows.hi) : rows.hi;
            const index_t hi = inner_plane ? most(least(rows.hi, ny - reach), lo) : rows.hi;
            for (index_t j = rows.lo; j < lo; ++j) update_piece(s, {0, nx}, j, k);
            index_t j = lo;
            for (; j + 4 <= hi; j += 4) update_together<4>(s, {0, nx}, j, k);
            for (; j < hi; ++j) update_together<1>(s, {0, nx}, j, k);
            for (; j < rows.hi; ++j) update_piece(s, {0, nx}, j, k);
        }

        /// Cells of row (j, k) next to any wall.
        void update_piece(const Sweep<Real>& s, Span cells, index_t j, index_t k) {
            if (Dim == 2 && j >= reach && j < s.in.n[1] - reach) {
                update_together<1>(s, cells, j, k);
                return;
            }
            for (index_t i = cells.lo; i < cells.hi; i += block_length) {
                const Block b{i, least(i + block_length, cells.hi), j, k};
                book_block_heat(s, b);
                update_block<Real, Dim, Order, Equal, false>(s, scratch_, b, nullptr, &s.out(i, j, k));
            }
        }

        /// Cells of rows j .. j + Rows - 1 that are next to x walls at most.
        template <int Rows>
        void update_together(const Sweep<Real>& s, Span cells, index_t j, index_t k) {
            update_inner<Real, Dim, Order, Equal, Rows>(&s.in(cells.lo, j, k), &s.out(cells.lo, j, k),
                                                        cells.hi - cells.lo, s.in.pitch, s.in.plane, s.r);
            const index_t nx = s.in.n[0];
            const index_t low_end = least(reach, cells.hi), high_begin = most(most(nx - reach, low_end), cells.lo);
            for (int m = 0; m < Rows; ++m) {
                for (index_t i = cells.lo; i < low_end; ++i) update_edge(s, i, j + m, k);
                for (index_t i = high_begin; i < cells.hi; ++i) update_edge(s, i, j + m, k);
                if (cells.lo == 0) book_wall_heat(s, 0, false, 0, j + m, k);
                if (cells.hi == nx) book_wall_heat(s, 0, true, nx - 1, j + m, k);
            }
        }

        void update_edge(const Sweep<Real>& s, index_t i, index_t j, index_t k) {
            const Real* const c = &s.in(i, j, k);
            const InnerEdgeNear<Real> near{{c, s.in.pitch, s.in.plane}, s, i, j, k};
            s.out(i, j, k) = update_cell<Dim, Order, Equal>(*c, *c, near, s.r);
        }

        const Marcher& m_;
        Scratch<Real> scratch_;
        Sweep<Real> even_, odd_; ///< steps of even number read `in`, those of odd number `out`
    };

    Sweep<Real> first_;
    index_t steps_, passes_, width_;
    Line tile_line_, front_line_;
    index_t depth_; ///< of the deepest pass
    index_t tiles_, fronts_;
};

template <class Real>
TemporalShape shape_of(const Advance<Real>& a) {
    const Sweep<Real>& s = a.sweep;
    const int front_axis = s.dim - 1;
    return {s.dim,
            s.order,
            {s.in.n[0], s.in.n[1], s.in.n[2]},
            s.dim > 1 && s.walls[side_of(front_axis, false)].periodic,
            s.in.pitch * static_cast<index_t>(sizeof(Real)),
            static_cast<index_t>(sizeof(Real)),
            a.threads};
}

template <class Real>
bool advance(const Advance<Real>& a) {
    using Kernel = void (*)(const Advance<Real>&, const Blocking&);
    const Kernel kernel = choose<int, 1, 2, 3>(a.sweep.dim, [&](auto dim) -> Kernel {
        return choose<int, 2, 4, 6>(a.sweep.order, [&](auto order) -> Kernel {
            return choose<bool, false, true>(a.sweep.equal_spacing, [&](auto equal) -> Kernel {
                return [](const Advance<Real>& all, const Blocking& plan) {
                    Marcher<Real, decltype(dim)::value, decltype(order)::value,
                            (decltype(dim)::value == 1 || decltype(equal)::value)>(all, plan)
                        .run(all.threads);
                };
            });
        });
    });
    Blocking plan = a.blocking;
    if (plan.depth < 1 || plan.width < 1) plan = plan_temporal(shape_of(a));
    kernel(a, plan);
    return a.steps % 2 != 0;
}

} // namespace

bool advance_rows(const Advance<ISOTHERM_REAL>& a);
bool advance_temporal(const Advance<ISOTHERM_REAL>& a);
bool advance_temporal(const Advance<ISOTHERM_REAL>& a) {
    return a.sweep.n_terms > 0 || a.steps == 1 ? advance_rows(a) : advance(a);
}

} // namespace isotherm::ISOTHERM_ISA
