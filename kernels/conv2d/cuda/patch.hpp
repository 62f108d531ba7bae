#pragma once

/// Small filters: a thread computes a pack of columns times a few rows. The rows of pixels that these see come in one
/// after the other and are added to all output rows that see them; everything is unrolled, so that an output costs
/// hardly an instruction beside its products. Neighbours fetch the same rows at the same time, from the caches.
///
///     row r of the pixels    adds (filter row r - y) . pixels to output row y, where 0 <= r - y < R
///
/// Only patches that see no pixel beyond the field are done like that; the others march (march.hpp). Every output adds
/// its taps in the order of weighted_sum.hpp.

#include "kernels/conv2d/cuda/march.hpp"

namespace isotherm::cuda {

/// Shape and number of output rows of a thread.
template <class RealT, int Reach, int Rows>
struct PatchShape : MarchShape<RealT, Reach, PixelPack<RealT>::width> {
    static constexpr int rows = Rows;
};

/// Whether a thread's patch is whole and sees nothing beyond the field.
template <class M>
ISO_HD bool is_inner(const Filter<typename M::Real>& f, const MarchPlan& plan, const MarchPlace<M>& place) {
    return plan.shift[0] == 0 && place.j1 - place.j0 == M::rows && place.first >= 0 && place.last < f.in.n[1] &&
           place.x0 >= M::halo && place.x0 + M::outputs + M::halo <= f.in.n[0];
}

template <class M, class Taps>
ISO_HD void inner_patch(const Filter<typename M::Real>& f, const MarchPlace<M>& place, const Taps& taps) {
    using Real = typename M::Real;
    const Real c = f.centre();
    const Real* from = f.in.data + (place.x0 - M::halo + place.first * f.in.pitch);
    Real sum[M::rows][M::outputs] = {};
    ISO_UNROLL
    for (int r = 0; r < M::rows + M::size - 1; ++r) {
        Real d[M::window];
        ISO_UNROLL
        for (int p = 0; p < M::window / M::width; ++p) {
            const PixelPack<Real> pack = reinterpret_cast<const PixelPack<Real>*>(from)[p];
            ISO_UNROLL
            for (int q = 0; q < M::width; ++q) d[p * M::width + q] = pack.v[q] - c;
        }
        ISO_UNROLL
        for (int y = 0; y < M::rows; ++y) {
            const int a = r - y;
            if (a < 0 || a >= M::size) continue;
            ISO_UNROLL
            for (int b = 0; b < M::size; ++b) ISO_UNROLL
            for (int x = 0; x < M::outputs; ++x)
                sum[y][x] = fused(taps[a * M::size + b], d[M::halo - M::reach + x + b], sum[y][x]);
        }
        from += f.in.pitch;
    }
    Real* to = f.out.data + (place.x0 + place.j0 * f.out.pitch);
    ISO_UNROLL
    for (int y = 0; y < M::rows; ++y) {
        PixelPack<Real> pack;
        ISO_UNROLL
        for (int q = 0; q < M::width; ++q) pack.v[q] = fused(f.total, c, sum[y][q]);
        *reinterpret_cast<PixelPack<Real>*>(to) = pack;
        to += f.out.pitch;
    }
}

template <class M, class Taps>
ISO_HD void compute_patch(const Filter<typename M::Real>& f, const MarchPlan& plan, const MarchPlace<M>& place,
                          const Taps& taps) {
    if (is_inner(f, plan, place)) return inner_patch(f, place, taps);
    GlobalRows<M, false> rows(f, plan, place);
    march<M>(f, plan, place, rows, AddDirect<M, Taps>{taps});
}

} // namespace isotherm::cuda
