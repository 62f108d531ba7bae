#pragma once

/// The one arithmetic of the diffusion step. Every kernel variant of every backend calls `update_cell`, and the build
/// neither contracts nor reorders floating-point operations, so all of them agree bit for bit.
///
///   equation   dT/dt = alpha (d2T/dx2 + d2T/dy2 + d2T/dz2)
///   discrete   out = base + sum_axes r_axis * l_axis,   r_axis = alpha dt b / (divisor h_axis^2)
///              order 2: l = d1              divisor   1
///              order 4: l = 16 d1 - d2      divisor  12
///              order 6: l = 270 d1 - 27 d2 + 2 d3      divisor 180
///              with d_m = T[-m] - 2 T[0] + T[+m] along the axis
///   source     B. Fornberg, Math. Comp. 51 (1988) 699-706, table 1 (second derivative, central)
///   order      2, 4 or 6 in space; the order in time is the integrator's
///
/// Every d_m of a constant field is exactly zero, so a constant stays constant to the last bit.
/// With equal spacing the axes are summed before they are weighted (`star`), which costs 8 instructions in 3-D at
/// order 2; with unequal spacing each axis has its own weight.

#include <cmath>

#include "kernels/base/host_device.hpp"

namespace isotherm {

/// Divisor of the stencil that `laplacian_terms` leaves to the caller: r = alpha dt b / (divisor h^2).
constexpr int stencil_divisor(int order) { return order == 2 ? 1 : order == 4 ? 12 : 180; }

ISO_HD float fused(float a, float b, float c) {
#if defined(__CUDA_ARCH__)
    return __fmaf_rn(a, b, c);
#else
    return __builtin_fmaf(a, b, c);
#endif
}
ISO_HD double fused(double a, double b, double c) {
#if defined(__CUDA_ARCH__)
    return __fma_rn(a, b, c);
#else
    return __builtin_fma(a, b, c);
#endif
}

/// The sum over `Dim` axes of the second difference from centre `c`; W/E along x, S/N along y, B/A along z.
template <int Dim, class Real>
ISO_HD Real star(Real c, Real w, Real e, Real s, Real n, Real b, Real a) {
    if constexpr (Dim == 1) return fused(Real(-2), c, w + e);
    Real q = (w + e) + (s + n);
    q = fused(Real(-4), c, q);
    if constexpr (Dim == 3) {
        q += b;
        q += a;
        q = fused(Real(-2), c, q);
    }
    return q;
}

/// Weighs the differences at distance 1, 2, 3; the caller's r holds the divisor.
template <int Order, class Real>
ISO_HD Real weigh(Real d1, Real d2, Real d3) {
    if constexpr (Order == 2) return d1;
    if constexpr (Order == 4) return fused(Real(16), d1, -d2);
    return fused(Real(2), d3, fused(Real(-27), d2, Real(270) * d1));
}

/// `near.template at<Axis, Offset>()` is the value Offset cells along Axis (0 x, 1 y, 2 z).
template <int Dim, int M, class Real, class Near>
ISO_HD Real star_at(Real c, const Near& near) {
    if constexpr (Dim == 1) return star<1>(c, near.template at<0, -M>(), near.template at<0, M>(), c, c, c, c);
    else if constexpr (Dim == 2)
        return star<2>(c, near.template at<0, -M>(), near.template at<0, M>(), near.template at<1, -M>(),
                       near.template at<1, M>(), c, c);
    else
        return star<3>(c, near.template at<0, -M>(), near.template at<0, M>(), near.template at<1, -M>(),
                       near.template at<1, M>(), near.template at<2, -M>(), near.template at<2, M>());
}

template <int Axis, int M, class Real, class Near>
ISO_HD Real difference_at(Real c, const Near& near) {
    return fused(Real(-2), c, near.template at<Axis, -M>() + near.template at<Axis, M>());
}

template <int Axis, int Order, class Real, class Near>
ISO_HD Real axis_terms(Real c, const Near& near) {
    const Real d1 = difference_at<Axis, 1>(c, near);
    Real d2 = Real(0), d3 = Real(0);
    if constexpr (Order >= 4) d2 = difference_at<Axis, 2>(c, near);
    if constexpr (Order >= 6) d3 = difference_at<Axis, 3>(c, near);
    return weigh<Order>(d1, d2, d3);
}

/// One cell: base + sum r l. `c` is the cell itself, `base` what the integrator's stage starts from (Euler: c),
/// `r` one weight per axis (only r[0] is read with equal spacing).
template <int Dim, int Order, bool EqualSpacing, class Real, class Near>
ISO_HD Real update_cell(Real base, Real c, const Near& near, const Real (&r)[3]) {
    if constexpr (EqualSpacing) {
        const Real d1 = star_at<Dim, 1>(c, near);
        Real d2 = Real(0), d3 = Real(0);
        if constexpr (Order >= 4) d2 = star_at<Dim, 2>(c, near);
        if constexpr (Order >= 6) d3 = star_at<Dim, 3>(c, near);
        return fused(r[0], weigh<Order>(d1, d2, d3), base);
    } else {
        Real sum = r[0] * axis_terms<0, Order>(c, near);
        if constexpr (Dim >= 2) sum = fused(r[1], axis_terms<1, Order>(c, near), sum);
        if constexpr (Dim >= 3) sum = fused(r[2], axis_terms<2, Order>(c, near), sum);
        return base + sum;
    }
}

} // namespace isotherm
