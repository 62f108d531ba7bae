#pragma once

/// Functions of one number with the same bits on every processor: the libraries of host and device differ in their last
/// bit, these are IEEE additions, multiplications and fused ones in a fixed order. Without branches, so that a CPU can
/// do several numbers at a time.
///
///   exp   x = k ln 2 + r, |r| <= ln(2)/2; Taylor series of e^r to r^13 (remainder 4e-18), times 2^k
///   log   x = m 2^e, m in [1/sqrt 2, sqrt 2); log m = 2 atanh(s), s = (m - 1) / (m + 1); series to s^23 (4e-19)
///   sin   x = k pi/2 + r, |r| <= pi/4, pi/2 as a sum of three numbers; Taylor series to r^17 (8e-20)
///   cos   the same to r^18
///   x^y   by repeated squares where y is a whole number up to 1024, else exp(y log x)
///
/// Source: J.-M. Muller, Elementary Functions (3rd ed., 2016), chapters 4 and 11 (argument reduction of Cody and
/// Waite).
/// Accuracy: 2 ulp; sin and cos of |x| up to 1e9; a power that is no whole number |y log x| ulp.

#include <bit>
#include <cmath>
#include <limits>

#include "kernels/stencil/cell_update.hpp"

namespace isotherm::arithmetic {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
inline constexpr double ln2_hi = 0x1.62e42feep-1, ln2_lo = 0x1.a39ef35793c76p-33; ///< e ln2_hi is exact

/// 2^k, -1022 <= k <= 1023.
ISO_HD double power_of_two(int k) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<std::int64_t>(k) + 1023) << 52);
}

/// x + nearest_shift is the whole number nearest to x in its last bits, ties to even; |x| < 2^51.
inline constexpr double nearest_shift = 0x1.8p52;
ISO_HD double nearest(double x) { return (x + nearest_shift) - nearest_shift; }
/// That number; anything where x is no number.
ISO_HD std::int32_t nearest_int(double x) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(x + nearest_shift)));
}

ISO_HD double exponential(double x) {
    const double low = x < -746 ? -746 : x, in = low > 710 ? 710 : low; // beyond lie 0 and infinity
    const double turns = in * 0x1.71547652b82fep+0, k = nearest(turns);
    const double r = fused(k, -ln2_lo, fused(k, -ln2_hi, in));
    double p = 1.0 / 6227020800;
    p = fused(p, r, 1.0 / 479001600);
    p = fused(p, r, 1.0 / 39916800);
    p = fused(p, r, 1.0 / 3628800);
    p = fused(p, r, 1.0 / 362880);
    p = fused(p, r, 1.0 / 40320);
    p = fused(p, r, 1.0 / 5040);
    p = fused(p, r, 1.0 / 720);
    p = fused(p, r, 1.0 / 120);
    p = fused(p, r, 1.0 / 24);
    p = fused(p, r, 1.0 / 6);
    p = fused(p, r, 0.5);
    p = fused(p * r, r, r) + 1;
    const std::int32_t whole = nearest_int(turns), half = whole / 2;
    return p * power_of_two(half) * power_of_two(whole - half);
}

ISO_HD double logarithm(double x) {
    const bool tiny = x < std::numeric_limits<double>::min();
    const auto bits = std::bit_cast<std::uint64_t>(tiny ? x * 0x1p54 : x);
    const double in_two = std::bit_cast<double>((bits & 0xfffffffffffffULL) | 0x3ff0000000000000ULL);
    const bool upper = in_two > 0x1.6a09e667f3bcdp0;
    const double m = upper ? 0.5 * in_two : in_two;
    const std::int32_t e = static_cast<std::int32_t>(bits >> 52) - 1023 + (upper ? 1 : 0) - (tiny ? 54 : 0);
    const double f = m - 1, s = f / (2 + f), z = s * s, half = 0.5 * f * f;
    double p = 2.0 / 23;
    p = fused(p, z, 2.0 / 21);
    p = fused(p, z, 2.0 / 19);
    p = fused(p, z, 2.0 / 17);
    p = fused(p, z, 2.0 / 15);
    p = fused(p, z, 2.0 / 13);
    p = fused(p, z, 2.0 / 11);
    p = fused(p, z, 2.0 / 9);
    p = fused(p, z, 2.0 / 7);
    p = fused(p, z, 2.0 / 5);
    p = fused(p, z, 2.0 / 3);
    // 2 atanh(s) = f - half + s (half + z p), with f = s (2 + f): the large part f stays exact
    const double k = e, rest = fused(s, fused(z, p, half), k * ln2_lo);
    const double inside = k * ln2_hi - ((half - rest) - f);
    const double above = x > std::numeric_limits<double>::max() ? x : inside;
    return x > 0 ? above : x == 0 ? -infinity : not_a_number;
}

/// sin of x + quarter * pi/2.
ISO_HD double sine(double x, int quarter) {
    const double turns = x * 0x1.45f306dc9c883p-1, k = nearest(turns);
    double r = fused(k, -0x1.921fb54442d18p0, x);
    r = fused(k, -0x1.1a62633145c07p-54, r);
    r = fused(k, 0x1.f1976b7ed8fbcp-110, r);
    const double z = r * r;
    double odd = 1.0 / 355687428096000;
    odd = fused(odd, z, -1.0 / 1307674368000);
    odd = fused(odd, z, 1.0 / 6227020800);
    odd = fused(odd, z, -1.0 / 39916800);
    odd = fused(odd, z, 1.0 / 362880);
    odd = fused(odd, z, -1.0 / 5040);
    odd = fused(odd, z, 1.0 / 120);
    odd = fused(odd, z, -1.0 / 6);
    odd = fused(odd * z, r, r);
    double even = -1.0 / 6402373705728000;
    even = fused(even, z, 1.0 / 20922789888000);
    even = fused(even, z, -1.0 / 87178291200);
    even = fused(even, z, 1.0 / 479001600);
    even = fused(even, z, -1.0 / 3628800);
    even = fused(even, z, 1.0 / 40320);
    even = fused(even, z, -1.0 / 720);
    even = fused(even, z, 1.0 / 24);
    even = fused(even, z, -0.5);
    even = fused(even, z, 1.0);
    const std::int32_t turn = nearest_int(turns) + quarter;
    const double value = (turn & 1) != 0 ? even : odd, sized = (turn & 2) != 0 ? -value : value;
    return x > -0x1p50 && x < 0x1p50 ? sized : not_a_number;
}

ISO_HD double power(double x, double y) {
    const double size = y < 0 ? -y : y;
    if (size <= 1024 && nearest(size) == size) {
        double square = x, product = 1;
        for (int n = static_cast<int>(size); n > 0; n /= 2, square *= square)
            if (n % 2 != 0) product *= square;
        return y < 0 ? 1 / product : product;
    }
    if (x == 0) return y > 0 ? 0 : infinity;
    return x < 0 ? not_a_number : exponential(y * logarithm(x));
}

} // namespace isotherm::arithmetic
