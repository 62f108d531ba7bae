#include "kernels/stencil/cpu/temporal_plan.hpp"

#include <algorithm>

#include <unistd.h>

namespace isotherm {
namespace {

/// Bytes of the caches that one thread has for itself; what the system does not say is taken as common today.
index_t cache_bytes() {
    const index_t own = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return own > 0 ? own : index_t{1} << 19;
}

constexpr index_t deepest[] = {0, 64, 32, 16}; ///< per dimension

} // namespace

// What a front touches stays in the cache from step to step: depth * reach + 2 planes (rows) of the tile, in both
// buffers. A tile as wide as it is deep wastes half of what it loads on the skew: wider before deeper.
Blocking plan_temporal(const TemporalShape& s) {
    const index_t reach = s.order / 2, room = cache_bytes() * 3 / 4;
    if (s.dim == 1) return {deepest[1], 4096};
    const index_t across = s.dim == 3 ? s.row_bytes : s.real_bytes;
    const index_t widest = s.dim == 3 ? s.n[1] : s.n[0];
    for (index_t depth = deepest[s.dim]; depth > 2; depth /= 2) {
        const index_t planes = (depth * reach + 2) * (s.folded_front ? 2 : 1);
        const index_t width = room / (2 * planes * across);
        const index_t shift = s.dim == 3 ? reach : 64 / s.real_bytes;
        if (width < depth * shift && width < widest) continue;
        return {depth, std::max<index_t>(1, std::min(width, widest))};
    }
    return {2, std::max<index_t>(4, 2 * reach)};
}

} // namespace isotherm
