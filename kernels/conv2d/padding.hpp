#pragma once

/// What a filter sees beyond the edge of a field, per axis. For the row  a b c d :
///
///     zero        0 0 | a b c d | 0 0      pixels beyond count as 0
///     replicate   a a | a b c d | d d      the edge pixel goes on               (scipy: nearest)
///     reflect     b a | a b c d | d c      mirrored at the edge, half-sample    (scipy: reflect)
///     mirror      c b | a b c d | c b      mirrored at the edge pixel, whole-sample (scipy: mirror)
///     periodic    c d | a b c d | a b      repeats                              (scipy: wrap)
///     valid       nothing beyond: the output has only pixels whose whole window lies inside

#include "kernels/base/view.hpp"

namespace isotherm {

enum class Padding { zero, replicate, reflect, mirror, periodic, valid };

inline constexpr Padding all_paddings[] = {Padding::zero,   Padding::replicate, Padding::reflect,
                                           Padding::mirror, Padding::periodic,  Padding::valid};

constexpr const char* name_of(Padding p) {
    switch (p) {
    case Padding::zero: return "zero";
    case Padding::replicate: return "replicate";
    case Padding::reflect: return "reflect";
    case Padding::mirror: return "mirror";
    case Padding::periodic: return "periodic";
    case Padding::valid: break;
    }
    return "valid";
}

/// No pixel of the field stands here: the value is that outside.
inline constexpr index_t outside_index = -1;

/// The pixel of an axis of n that stands at i, which may lie any distance beyond; outside_index under zero padding.
ISO_HD index_t source_pixel(Padding padding, index_t i, index_t n) {
    if (i >= 0 && i < n) return i;
    if (padding == Padding::zero || padding == Padding::valid) return outside_index;
    if (padding == Padding::replicate || n == 1) return i < 0 ? 0 : n - 1;
    const index_t period = padding == Padding::periodic ? n : padding == Padding::reflect ? 2 * n : 2 * n - 2;
    i %= period;
    if (i < 0) i += period;
    return i < n ? i : padding == Padding::reflect ? period - 1 - i : period - i;
}

} // namespace isotherm
