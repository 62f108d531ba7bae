#pragma once

/// How the temporally blocked kernels cut the axes of a grid (time_skewing.hpp).
///
/// For the files that CMake compiles once per instruction set, like row_block.hpp.

#include "kernels/base/view.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

struct Span {
    index_t lo, hi;
};

constexpr index_t least(index_t a, index_t b) { return a < b ? a : b; }
constexpr index_t most(index_t a, index_t b) { return a > b ? a : b; }

/// How an axis of n cells is cut into tiles that move back by `shift` per step, in passes of at most `depth` steps. On
/// a ring the first tile shrinks on both sides and the last one, which begins with next to nothing, grows.
class Tiles {
public:
    Tiles(index_t n, index_t width, index_t shift, index_t depth, bool ring) : n_(n), width_(width), shift_(shift) {
        if (!ring) {
            count_ = (n + (depth - 1) * shift + width - 1) / width;
            return;
        }
        ring_ = true;
        first_ = most(width, 2 * (depth - 1) * shift);
        if (first_ >= n) return;
        const index_t between = (n - first_ + width / 2) / width; // tiles
        if (between > 0) width_ = ((n - first_) / between + shift - 1) / shift * shift;
        count_ = between + 2;
    }
    [[nodiscard]] index_t count() const { return count_; }
    /// Whether the first tile of a pass needs the last one of the pass before.
    [[nodiscard]] bool ring() const { return ring_; }
    /// The cells of a tile at step `step` of a pass; on a ring they may go on beyond n, which is cell 0 again.
    [[nodiscard]] Span cells(index_t tile, index_t step) const {
        const index_t moved = step * shift_;
        if (!ring_) return {most(tile * width_ - moved, 0), least((tile + 1) * width_ - moved, n_)};
        if (count_ == 1) return {0, n_};
        if (tile == 0) return {moved, first_ - moved};
        const index_t lo = least(first_ + (tile - 1) * width_, n_), hi = least(lo + width_, n_);
        return {lo - moved, tile == count_ - 1 ? n_ + moved : hi - moved};
    }

private:
    index_t n_, width_, shift_;
    bool ring_ = false;
    index_t first_ = 0; ///< cells of a ring's first tile at step 0
    index_t count_ = 1;
};

/// The cells of an axis in the order in which they are computed.
struct Line {
    index_t n;
    bool folded, reversed;
    [[nodiscard]] index_t positions() const { return folded ? (n + 1) / 2 : n; }
    [[nodiscard]] int parts() const { return folded ? 2 : 1; }
    /// Places at the positions of `p`: from one end, and from the other one where folded (a middle cell once).
    [[nodiscard]] Span part(int which, Span p) const { return which == 0 ? p : Span{most(n - p.hi, p.hi), n - p.lo}; }
    /// The first of the cells at places [place, place + count): places count from the end where the march begins.
    [[nodiscard]] index_t cell(index_t place, index_t count = 1) const { return reversed ? n - place - count : place; }
};

} // namespace
} // namespace isotherm::ISOTHERM_ISA
