#pragma once

/// What `register`, `async` and `separable` share. A warp owns a strip of columns, a few outputs side by side per
/// thread, and marches down a chunk of rows. Each row of pixels that comes in is added to all output rows that see it,
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

#if defined(__CUDA_ARCH__) // the host pass of nvcc knows no unroll
#define ISO_UNROLL _Pragma("unroll")
#define ISO_NO_UNROLL _Pragma("unroll 1")
#else
#define ISO_UNROLL
#define ISO_NO_UNROLL
#endif

namespace isotherm::cuda {

inline constexpr int march_threads = 128;
inline constexpr int march_warps = march_threads / 32;

template <class Real, int Count>
struct TapSet {
    Real w[Count];
    ISO_HD Real operator[](int n) const { return w[n]; }
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
    index_t chunk = 1;     ///< output rows
    int shift[2] = {0, 0}; ///< output (i, j) is summed around pixel (i, j) + shift
    ColumnMap columns;
};

/// One warp's task.
template <class M>
struct MarchPlace {
    int x0;              ///< the thread's first column, counted in pixels of the input
    int strip0;          ///< the warp's
    index_t j0, j1;      ///< output rows
    index_t first, last; ///< rows of pixels that they see

    ISO_HD MarchPlace(const MarchPlan& plan, unsigned task, int lane, index_t ny) {
        strip0 = static_cast<int>(task % plan.strips) * M::span + plan.shift[0];
        strip0 -= plan.shift[0] % M::width; // packs stay aligned; the first outputs of a `valid` filter are left out
        x0 = strip0 + lane * M::outputs;
        j0 = task / plan.strips * plan.chunk;
        j1 = j0 + plan.chunk < ny ? j0 + plan.chunk : ny;
        first = j0 + plan.shift[1] - M::reach;
        last = j1 - 1 + plan.shift[1] + M::reach;
    }
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

/// The thread's pixels of a row straight from memory, loaded one row ahead where registers allow it.
template <class M, bool Ahead>
class GlobalRows {
public:
    using Real = typename M::Real;
    ISO_HD GlobalRows(const Filter<Real>& f, const MarchPlan& plan, const MarchPlace<M>& place)
        : f_(f), plan_(plan), place_(place), c_(f.centre()), begin_(place.x0 - M::halo),
          inside_(begin_ >= 0 && begin_ + M::window <= f.in.n[0]) {
        if constexpr (Ahead) load(place.first);
    }
    /// d <- T - c of row y; rows are taken one after the other.
    ISO_HD void take(index_t y, Real (&d)[M::window]) {
        if constexpr (!Ahead) load(y);
        ISO_UNROLL
        for (int k = 0; k < M::window; ++k) d[k] = next_[k / M::width].v[k % M::width] - c_;
        if constexpr (Ahead)
            if (y < place_.last) load(y + 1);
    }

private:
    ISO_HD void load(index_t y) {
        const Real* const row = row_at(f_, y);
        if (inside_ && row != nullptr) {
            const auto* const packs = reinterpret_cast<const PixelPack<Real>*>(row + begin_);
            ISO_UNROLL
            for (int p = 0; p < M::window / M::width; ++p) next_[p] = packs[p];
        } else {
            ISO_UNROLL
            for (int k = 0; k < M::window; ++k)
                next_[k / M::width].v[k % M::width] = pixel_at(f_, plan_.columns, row, begin_ + k);
        }
    }
    const Filter<Real>& f_;
    const MarchPlan& plan_;
    const MarchPlace<M>& place_;
    Real c_;
    int begin_;
    bool inside_;
    PixelPack<Real> next_[M::window / M::width];
};

/// Writes the thread's outputs of row j.
template <class M>
ISO_HD void store_outputs(const Filter<typename M::Real>& f, const MarchPlan& plan, int x0, index_t j,
                          typename M::Real c, const typename M::Real (&sum)[M::outputs]) {
    using Real = typename M::Real;
    const index_t i = x0 - plan.shift[0];
    Real* const to = f.out.data + i + j * f.out.pitch;
    if (plan.shift[0] == 0 && i + M::outputs <= f.out.n[0]) {
        ISO_UNROLL
        for (int p = 0; p < M::outputs / M::width; ++p) {
            PixelPack<Real> pack;
            ISO_UNROLL
            for (int q = 0; q < M::width; ++q) pack.v[q] = fused(f.total, c, sum[p * M::width + q]);
            reinterpret_cast<PixelPack<Real>*>(to)[p] = pack;
        }
    } else {
        ISO_UNROLL
        for (int q = 0; q < M::outputs; ++q)
            if (i + q >= 0 && i + q < f.out.n[0]) to[q] = fused(f.total, c, sum[q]);
    }
}

/// Goes down the chunk: `add(d, sums, finished)` brings a row of pixels in.
template <class M, class Rows, class Add>
ISO_HD void march(const Filter<typename M::Real>& f, const MarchPlan& plan, const MarchPlace<M>& place, Rows& rows,
                  const Add& add) {
    using Real = typename M::Real;
    const Real c = f.centre();
    Real sums[M::size > 1 ? M::size - 1 : 1][M::outputs] = {};
    ISO_NO_UNROLL
    for (index_t y = place.first; y <= place.last; ++y) {
        Real d[M::window], finished[M::outputs] = {};
        rows.take(y, d);
        add(d, sums, finished);
        const index_t j = y - M::reach - plan.shift[1];
        if (j >= place.j0) store_outputs<M>(f, plan, place.x0, j, c, finished);
    }
}

/// Every filter row against the pixels.
template <class M, class Taps>
struct AddDirect {
    using Real = typename M::Real;
    const Taps& taps;
    ISO_HD void operator()(const Real (&d)[M::window], Real (&sums)[M::size > 1 ? M::size - 1 : 1][M::outputs],
                           Real (&finished)[M::outputs]) const {
        ISO_UNROLL
        for (int a = M::size - 1; a >= 0; --a) {
            Real s[M::outputs];
            ISO_UNROLL
            for (int x = 0; x < M::outputs; ++x) s[x] = a == 0 ? Real(0) : sums[a > 0 ? a - 1 : 0][x];
            ISO_UNROLL
            for (int b = 0; b < M::size; ++b) ISO_UNROLL
            for (int x = 0; x < M::outputs; ++x)
                s[x] = fused(taps.w[a * M::size + b], d[M::halo - M::reach + x + b], s[x]);
            ISO_UNROLL
            for (int x = 0; x < M::outputs; ++x)
                (a == M::size - 1 ? finished : sums[a < M::size - 1 ? a : 0])[x] = s[x];
        }
    }
};

/// Along x first, then what came of it to every output row that sees it: S + R instead of S R operations. w holds the
/// weights along x, then those along y.
template <class M, class Taps>
struct AddSeparable {
    using Real = typename M::Real;
    const Taps& taps;
    ISO_HD void operator()(const Real (&d)[M::window], Real (&sums)[M::size > 1 ? M::size - 1 : 1][M::outputs],
                           Real (&finished)[M::outputs]) const {
        Real h[M::outputs] = {};
        ISO_UNROLL
        for (int b = 0; b < M::size; ++b) ISO_UNROLL
        for (int x = 0; x < M::outputs; ++x) h[x] = fused(taps.w[b], d[M::halo - M::reach + x + b], h[x]);
        ISO_UNROLL
        for (int a = M::size - 1; a >= 0; --a) ISO_UNROLL
        for (int x = 0; x < M::outputs; ++x) {
            const Real s = fused(taps.w[M::size + a], h[x], a == 0 ? Real(0) : sums[a > 0 ? a - 1 : 0][x]);
            (a == M::size - 1 ? finished : sums[a < M::size - 1 ? a : 0])[x] = s;
        }
    }
};

} // namespace isotherm::cuda
