#include "kernels/stencil/cpu/temporal_plan.hpp"

#include <algorithm>

#include <unistd.h>

namespace isotherm {
namespace {

constexpr index_t thick = 4; ///< planes (rows) of a front, as in temporal.cpp
constexpr index_t least_width = 8;

/// Bytes of cache that one thread has for itself; what the system does not say is taken as common today.
index_t own_cache() {
    const index_t bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return bytes > 0 ? bytes : index_t{1} << 19;
}

index_t widest(const TemporalShape& s) { return s.dim == 3 ? s.n[1] : s.n[0]; }

/// How far a tile moves per step.
index_t shift(const TemporalShape& s) { return s.dim == 3 ? s.order / 2 : 64 / s.real_bytes; }

/// Width at which what a front touches from its first to its last step fits into `room` bytes: depth * reach + 2 planes
/// (rows) more than its own, in all arrays.
index_t width_in(index_t room, index_t depth, const TemporalShape& s) {
    const index_t planes = (depth * (s.order / 2) + thick + 2) * (s.folded_front ? 2 : 1);
    return room / (planes * s.cell_bytes * (s.dim == 3 ? s.row_cells : 1));
}

Blocking fitted(Blocking b, const TemporalShape& s) {
    const index_t whole = widest(s) + b.depth * shift(s);    // one tile
    const index_t unit = s.dim == 3 ? 1 : 64 / s.real_bytes; // whole cache lines along x
    const index_t width = std::clamp<index_t>(b.width, 4, std::max<index_t>(whole, 4));
    return {std::max<index_t>(b.depth, 2), (width + unit - 1) / unit * unit};
}

} // namespace

// The cut with the least traffic beyond the thread's own cache: a pass loads and stores a cell once per `depth` steps,
// and what a tile loads beyond its own width, which it moves back over, once more.
Blocking plan_temporal(const TemporalShape& s) {
    if (s.dim == 1) return fitted({64, index_t{8192} * 16 / s.cell_bytes}, s);
    const index_t room = own_cache() * 3 / 4;
    Blocking best{4, std::max<index_t>(width_in(room, 4, s), 2 * shift(s))};
    double least = 2;
    for (const index_t depth : {4, 6, 8, 12, 16, 24, 32}) {
        const index_t width = width_in(room, depth, s);
        if (width < least_width) break;
        const double moved = width >= widest(s) ? 0.0 : static_cast<double>(shift(s)) / static_cast<double>(width);
        const double traffic = 1.0 / static_cast<double>(depth) + moved;
        if (traffic > 0.97 * least) continue; // not worth a longer pass
        least = traffic;
        best = {depth, width};
    }
    return fitted(best, s);
}

// Every thread gets planes (rows) of its own; where there are few, tiles are shared out instead. Tiles as wide as the
// cache allows, which reads what lies between two of them twice.
Blocking plan_sweep(const TemporalShape& shape, index_t threads) {
    TemporalShape s = shape;
    s.folded_front = false;
    const auto shares = [](index_t n, index_t parts, index_t unit) {
        return ((n + parts - 1) / parts + unit - 1) / unit * unit;
    };
    const index_t places = s.dim == 1 ? 1 : s.n[s.dim - 1], cells = widest(s);
    const index_t pieces = places >= 2 * thick * threads ? threads : 1, each = threads / pieces;
    const index_t widest_tile =
        std::clamp<index_t>(width_in(own_cache() * 3 / 4, 1, s), 4, std::max<index_t>(cells, 4));
    const index_t tiles = ((cells + widest_tile - 1) / widest_tile + each - 1) / each * each;
    return {.depth = 1,
            .width = shares(cells, tiles, s.dim == 3 ? 1 : 64 / s.real_bytes),
            .length = shares(places, pieces, s.dim == 1 ? 1 : thick)};
}

namespace {

TemporalShape shape_of(const StencilTraits& traits, index_t beside) {
    const index_t real = size_of(traits.precision);
    return {traits.dim, traits.order,     {traits.n[0], traits.n[1], traits.n[2]}, false, traits.n[0],
            real,       2 * real + beside};
}

/// The cut and those around it that are worth a trial, of at most `deepest` steps.
std::vector<Blocking> cuts_around(const Blocking& b, const TemporalShape& s, index_t deepest) {
    std::vector<Blocking> cuts;
    if (s.n[0] * s.n[1] * s.n[2] * s.real_bytes < own_cache()) return cuts;
    for (const Blocking& c :
         {b, Blocking{b.depth * 3 / 2, b.width}, Blocking{b.depth, b.width * 2}, Blocking{b.depth * 2, b.width},
          Blocking{b.depth * 2 / 3, b.width}, Blocking{b.depth, b.width / 2}}) {
        const Blocking f = fitted(c, s);
        const auto same = [&](const Blocking& o) { return o.depth == f.depth && o.width == f.width; };
        if (f.depth <= deepest && std::none_of(cuts.begin(), cuts.end(), same)) cuts.push_back(f);
    }
    return cuts;
}

/// As planned, but with no more room for the field to move in than a fifth of its own; four steps need little.
Blocking plan_in_place(const TemporalShape& s) {
    Blocking b = plan_temporal(s);
    const auto share = [&](int axis) {
        return static_cast<double>(b.depth * (s.order / 2)) / static_cast<double>(s.n[axis]);
    };
    while (b.depth > 4 && (1 + share(1)) * (1 + share(2)) > 1.2) --b.depth;
    return b;
}

} // namespace

std::vector<Blocking> temporal_cuts(const StencilTraits& traits, index_t beside) {
    const TemporalShape s = shape_of(traits, beside);
    const Blocking b = plan_temporal(s);
    return cuts_around(b, s, 2 * b.depth);
}

std::vector<Blocking> in_place_cuts(const StencilTraits& traits, index_t beside) {
    const TemporalShape s = shape_of(traits, beside);
    const Blocking b = plan_in_place(s);
    return cuts_around(b, s, b.depth);
}

Leeway in_place_leeway(const StencilTraits& traits) {
    const index_t steps = plan_in_place(shape_of(traits, 0)).depth;
    return {traits.order / 2, steps, steps};
}

} // namespace isotherm
