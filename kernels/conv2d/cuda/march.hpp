#pragma once

/// What `register` and `async` share. A warp owns a strip of columns, a few outputs side by side per thread, and
/// marches down a chunk of rows. Each row of pixels that comes in is added to all output rows that see it,
/// whose sums stand in registers; the oldest is finished and leaves:
///
///     row r arrives          sums[a] <- sums[a - 1] + (filter row a) . (pixels of row r),   a = R - 1 .. 0
///     sums[R - 1]            is output row r - (R - 1) + anchor
///
/// so that a pixel is loaded once per strip, the sums never move between registers, and every output adds its taps in
/// the order of weighted_sum.hpp. The weights are a kernel parameter: operands from constant memory.
///
/// Nothing here needs CUDA: a test goes through the same code lane by lane on the host.

#include "kernels/conv2d/weighted_sum.hpp"

namespace isotherm::cuda {

inline constexpr int march_threads = 128;
inline constexpr int march_warps = march_threads / 32;

template <class Real, int Count>
struct TapSet {
    Real w[Count];
    ISO_HD Real operator[](int n) const { return w[n]; }
    /// Those of row a of a filter with `Size` columns.
    template <int Size>
    ISO_HD const Real* row(int a) const {
        return w + a * Size;
    }
};

/// What fits beside the other parameters of a launch: 4096 weights in fp32, 2048 in fp64.
template <class Real>
inline constexpr int most_near_taps = 16384 / static_cast<int>(sizeof(Real));

template <class Real>
using NearTaps = TapSet<Real, most_near_taps<Real>>;

/// 16 bytes of pixels, moved at once.
template <class Real>
struct alignas(16) PixelPack {
    static constexpr int width = 16 / static_cast<int>(sizeof(Real));
    Real v[width];
};

/// A square filter of 2 Reach + 1 weights a side, and how many outputs stand side by side in a thread.
template <class RealT, int Reach, int Outputs>
struct MarchShape {
    using Real = RealT;
    static constexpr int reach = Reach, size = 2 * Reach + 1, outputs = Outputs;
    static constexpr int width = PixelPack<Real>::width;
    static constexpr int halo = (Reach + width - 1) / width * width; ///< pixels beside the outputs, in whole packs
    static constexpr int window = outputs + 2 * halo;                ///< pixels of a row that a thread sees
    static constexpr int span = 32 * outputs;                        ///< columns of a warp
    static_assert(outputs % width == 0);
};

/// Columns beyond the field, where they are no further than the field is wide: x -> scale x + shift.
struct ColumnMap {
    int low_scale = 0, low_shift = 0, high_scale = 0, high_shift = 0;
    bool outside = false; ///< the value beyond instead
};

inline ColumnMap column_map(Padding padding, int n) {
    switch (padding) {
    case Padding::reflect: return {-1, -1, -1, 2 * n - 1, false};
    case Padding::mirror: return {-1, 0, -1, 2 * n - 2, false};
    case Padding::periodic: return {1, n, 1, -n, false};
    case Padding::replicate: return {0, 0, 0, n - 1, false};
    case Padding::zero:
    case Padding::valid: break;
    }
    return {0, 0, 0, n - 1, true};
}

struct MarchPlan {
    unsigned strips = 1;   ///< warps across the field
    unsigned tasks = 1;    ///< strips times chunks
    int chunk = 1;         ///< output rows of a task
    int shift[2] = {0, 0}; ///< output (i, j) is summed around pixel (i, j) + shift
    ColumnMap columns;
};

/// One warp's task: piece `piece` of strip `strip`.
template <class M>
struct MarchPlace {
    int x0;          ///< the thread's first column, counted in pixels of the input
    int strip0;      ///< the warp's
    int j0, j1;      ///< output rows
    int first, last; ///< rows of pixels that they see

    ISO_HD MarchPlace(const MarchPlan& plan, unsigned strip, unsigned piece, int lane, index_t rows) {
        strip0 = static_cast<int>(strip) * M::span + plan.shift[0];
        strip0 -= plan.shift[0] % M::width; // packs stay aligned; the first outputs of a `valid` filter are left out
        x0 = strip0 + lane * M::outputs;
        const int ny = static_cast<int>(rows);
        j0 = static_cast<int>(piece) * plan.chunk;
        j1 = ny - j0 > plan.chunk ? j0 + plan.chunk : ny;
        first = j0 + plan.shift[1] - M::reach;
        last = j1 - 1 + plan.shift[1] + M::reach;
    }
    ISO_HD MarchPlace(const MarchPlan& plan, unsigned task, int lane, index_t rows)
        : MarchPlace(plan, task % plan.strips, task / plan.strips, lane, rows) {}
};

/// Where in `row` (null: it lies outside) the pixel of any column within reach of the field stands; null: outside.
template <class Real>
ISO_HD const Real* pixel_place(const Filter<Real>& f, const ColumnMap& map, const Real* row, int x) {
    const int n = static_cast<int>(f.in.n[0]);
    const bool beyond = x < 0 || x >= n;
    if (row == nullptr || (beyond && map.outside)) return nullptr;
    if (x < 0) x = map.low_scale * x + map.low_shift;
    else if (x >= n) x = map.high_scale * x + map.high_shift;
    return row + (x < 0 ? 0 : x >= n ? n - 1 : x); // what lies further away is loaded but has no weight
}

template <class Real>
ISO_HD Real pixel_at(const Filter<Real>& f, const ColumnMap& map, const Real* row, int x) {
    const Real* const place = pixel_place(f, map, row, x);
    return place == nullptr ? f.outside : *place;
}

/// Start of the row that stands at y, null for the value beyond.
template <class Real>
ISO_HD const Real* row_at(const Filter<Real>& f, index_t y) {
    if (y < 0 || y >= f.in.n[1]) {
        y = source_pixel(f.padding[1], y, f.in.n[1]);
        if (y < 0) return nullptr;
    }
    return f.in.data + y * f.in.pitch;
}

/// The thread's pixels of one row after the other, straight from memory, loaded a row ahead where registers allow it.
template <class M, bool Ahead>
class GlobalRows {
public:
    using Real = typename M::Real;
    ISO_HD GlobalRows(const Filter<Real>& f, const MarchPlan& plan, const MarchPlace<M>& place)
        : f_(f), plan_(plan), c_(f.centre()), begin_(place.x0 - M::halo),
          inside_(begin_ >= 0 && begin_ + M::window <= f.in.n[0]), y_(place.first), last_(place.last),
          at_(begin_ + place.first * f.in.pitch) {
        if constexpr (Ahead) load();
    }
    /// d <- T - c of the next row.
    ISO_HD void take(Real (&d)[M::window]) {
        if constexpr (!Ahead) load();
        ISO_UNROLL
        for (int k = 0; k < M::window; ++k) d[k] = next_[k / M::width].v[k % M::width] - c_;
        if constexpr (Ahead)
            if (y_ <= last_) load();
    }

private:
    ISO_HD void load() {
        if (inside_ && y_ >= 0 && y_ < f_.in.n[1]) {
            const auto* const packs = reinterpret_cast<const PixelPack<Real>*>(f_.in.data + at_);
            ISO_UNROLL
            for (int p = 0; p < M::window / M::width; ++p) next_[p] = packs[p];
        } else {
            const Real* const row = row_at(f_, y_);
            ISO_UNROLL
            for (int k = 0; k < M::window; ++k)
                next_[k / M::width].v[k % M::width] = pixel_at(f_, plan_.columns, row, begin_ + k);
        }
        ++y_;
        at_ += f_.in.pitch;
    }
    const Filter<Real>& f_;
    const MarchPlan& plan_;
    const Real c_;
    const int begin_;
    const bool inside_; ///< all columns are in the field
    int y_;             ///< of the row that is loaded next
    const int last_;
    index_t at_; ///< where it would begin
    PixelPack<Real> next_[M::window / M::width];
};

/// The thread's outputs of one row after the other.
template <class M>
class OutputRows {
public:
    using Real = typename M::Real;
    /// Row j is the first; x0 as in MarchPlace.
    ISO_HD OutputRows(const Filter<Real>& f, const MarchPlan& plan, int x0, int j)
        : f_(f), i_(x0 - plan.shift[0]), whole_(plan.shift[0] == 0 && i_ + M::outputs <= f.out.n[0]),
          at_(i_ + j * f.out.pitch) {}

    ISO_HD void store(Real c, const Real (&sum)[M::outputs]) {
        Real* const to = f_.out.data + at_;
        at_ += f_.out.pitch;
        if (whole_) {
            ISO_UNROLL
            for (int p = 0; p < M::outputs / M::width; ++p) {
                PixelPack<Real> pack;
                ISO_UNROLL
                for (int q = 0; q < M::width; ++q) pack.v[q] = fused(f_.total, c, sum[p * M::width + q]);
                reinterpret_cast<PixelPack<Real>*>(to)[p] = pack;
            }
        } else {
            ISO_UNROLL
            for (int q = 0; q < M::outputs; ++q)
                if (i_ + q >= 0 && i_ + q < f_.out.n[0]) to[q] = fused(f_.total, c, sum[q]);
        }
    }

private:
    const Filter<Real>& f_;
    const int i_;      ///< column of the first
    const bool whole_; ///< all are there and aligned
    index_t at_;       ///< where the next row's first stands
};

/// Rows of the filter that have work at row `row` of the pixels of a chunk of `count` output rows: near its ends some
/// would add to outputs of other chunks.
struct TapRows {
    int row, count;
    ISO_HD bool has(int a) const { return a <= row && row - a < count; }
};

/// Goes down the chunk: `add(d, sums, finished, tap_rows)` brings a row of pixels in.
template <class M, class Rows, class Add>
ISO_HD void march(const Filter<typename M::Real>& f, const MarchPlan& plan, const MarchPlace<M>& place, Rows& rows,
                  const Add& add) {
    using Real = typename M::Real;
    const Real c = f.centre();
    OutputRows<M> out(f, plan, place.x0, place.j0);
    Real sums[M::size > 1 ? M::size - 1 : 1][M::outputs] = {};
    const int count = place.j1 - place.j0, end = count + M::size - 1;
    ISO_NO_UNROLL
    for (int row = 0; row < end; ++row) {
        Real d[M::window], finished[M::outputs] = {};
        rows.take(d);
        add(d, sums, finished, TapRows{row, count});
        if (row >= M::size - 1) out.store(c, finished);
    }
}

/// Every filter row against the pixels.
template <class M, class Taps>
struct AddDirect {
    using Real = typename M::Real;
    const Taps& taps;
    ISO_HD void operator()(const Real (&d)[M::window], Real (&sums)[M::size > 1 ? M::size - 1 : 1][M::outputs],
                           Real (&finished)[M::outputs], TapRows rows) const {
        ISO_UNROLL
        for (int a = M::size - 1; a >= 0; --a) {
            if (M::reach > 4 && !rows.has(a)) continue; // small ones lose more by the branches
            const auto w = taps.template row<M::size>(a);
            Real s[M::outputs];
            ISO_UNROLL
            for (int x = 0; x < M::outputs; ++x) s[x] = a == 0 ? Real(0) : sums[a > 0 ? a - 1 : 0][x];
            ISO_UNROLL
            for (int b = 0; b < M::size; ++b) ISO_UNROLL
            for (int x = 0; x < M::outputs; ++x) s[x] = fused(w[b], d[M::halo - M::reach + x + b], s[x]);
            ISO_UNROLL
            for (int x = 0; x < M::outputs; ++x)
                (a == M::size - 1 ? finished : sums[a < M::size - 1 ? a : 0])[x] = s[x];
        }
    }
};

} // namespace isotherm::cuda
