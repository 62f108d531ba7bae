#pragma once

/// Division of numbers far from the ends of their range, rounded as IEEE division rounds it. On a GPU that is the part
/// of the division that no special value needs: fewer instructions and no branch to a subroutine, beside which the
/// compiler keeps fewer registers.

#include "kernels/base/host_device.hpp"

namespace isotherm {

/// 1 / x: in fp32 3 instructions instead of 8.
ISO_HD float reciprocal(float x) {
#if defined(__CUDA_ARCH__)
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return __fmaf_rn(__fmaf_rn(-x, y, 1.0F), y, y);
#else
    return 1.0F / x;
#endif
}
ISO_HD double reciprocal(double x) {
#if defined(__CUDA_ARCH__)
    double y;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
    y = __hiloint2double(__double2hiint(y), __double2hiint(x) + 0x300402); // digits that keep the last step off ties
    double e = __fma_rn(-x, y, 1.0);
    y = __fma_rn(y, __fma_rn(e, e, e), y);
    e = __fma_rn(-x, y, 1.0);
    return __fma_rn(y, e, y);
#else
    return 1.0 / x;
#endif
}

/// n / d, of numbers or of vectors; n may be 0, whose sign is then lost.
template <class Number>
ISO_HD Number quotient(Number n, Number d) {
#if defined(__CUDA_ARCH__)
    const double y = reciprocal(d), q = n * y; // Markstein, IBM J. Res. Dev. 34 (1990) 111: one correction is enough
    return __fma_rn(y, __fma_rn(-d, q, n), q);
#else
    return n / d;
#endif
}

} // namespace isotherm
