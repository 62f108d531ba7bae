#pragma once

/// Rows along x that are neighbours along the last axis, computed together: what is the centre of one and the neighbour
/// of another is loaded once.
///
/// For the files that CMake compiles once per instruction set, like row_block.hpp.

#include "kernels/base/view.hpp"
#include "kernels/stencil/cpu/pack.hpp"
#include "kernels/stencil/cpu/row_ghosts.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

/// Places of the rows that a group reads: `beside` along y (3-D; 2-D: only its middle), `apart` elements from there
/// along the last axis.
template <class Real, int Dim, int Order, int Lines>
struct GroupPlaces {
    static constexpr int reach = Order / 2, besides = Dim == 3 ? reach : 0;
    const Real* beside[2 * besides + 1];
    index_t apart[Lines + 2 * reach];

    GroupPlaces(const Real* in, index_t pitch, index_t plane) {
        for (int j = 0; j <= 2 * besides; ++j) beside[j] = in + (j - besides) * pitch;
        for (int m = 0; m < Lines + 2 * reach; ++m) apart[m] = (m - reach) * (Dim == 3 ? plane : pitch);
    }
    void advance(index_t cells) {
#pragma GCC unroll 8
        for (int j = 0; j <= 2 * besides; ++j) {
            beside[j] += cells;
            asm("" : "+r"(beside[j])); // else GCC keeps an address per row and neighbour, more than there are registers
        }
    }
};

template <class Real, int Dim, int Order, int Lines, int Line>
struct GroupNear {
    using Places = GroupPlaces<Real, Dim, Order, Lines>;
    const Places& places;
    template <int Axis, int Offset>
    Pack<Real> at() const {
        constexpr int row = Places::besides + (Dim == 3 && Axis == 1 ? Offset : 0);
        constexpr int line = Places::reach + Line + (Axis == Dim - 1 ? Offset : 0);
        return Pack<Real>::load(places.beside[row] + places.apart[line] + (Axis == 0 ? Offset : 0));
    }
};

/// A vector of each row and those on either side of it, kept from one vector to the next.
template <class Real, int Lines>
struct Columns {
    Pack<Real> west[Lines], own[Lines], east[Lines];
};

/// The same neighbours, joined from columns where they are there.
template <class Real, int Dim, int Order, int Lines, int Line>
struct JoinedNear {
    const GroupPlaces<Real, Dim, Order, Lines>& places;
    const Columns<Real, Lines>& x;
    template <int Axis, int Offset>
    Pack<Real> at() const {
        constexpr int line = Line + (Axis == Dim - 1 ? Offset : 0);
        if constexpr (Axis == 0 && Offset < 0) return joined<Pack<Real>::width + Offset>(x.west[Line], x.own[Line]);
        else if constexpr (Axis == 0 && Offset > 0) return joined<Offset>(x.own[Line], x.east[Line]);
        else if constexpr ((Axis == 1 && Dim == 3) || line < 0 || line >= Lines)
            return GroupNear<Real, Dim, Order, Lines, Line>{places}.template at<Axis, Offset>();
        else return x.own[line];
    }
};

/// New values of the last `lanes` cells of a vector of each row at `places`, from the neighbours that
/// Near{places, x...} finds. Everything is read before anything is written: `out` may be where other rows were.
template <template <class, int, int, int, int> class Near, int Dim, int Order, bool Equal, int Lines, int Line = 0,
          class Real, class... X>
[[gnu::always_inline]] inline void update_packs(const GroupPlaces<Real, Dim, Order, Lines>& places, Real* out,
                                                int lanes, const Pack<Real> (&r)[3], const X&... x) {
    const Near<Real, Dim, Order, Lines, Line> near{places, x...};
    const Pack<Real> c = near.template at<0, 0>(), value = update_cell<Dim, Order, Equal>(c, c, near, r);
    if constexpr (Line + 1 < Lines) update_packs<Near, Dim, Order, Equal, Lines, Line + 1>(places, out, lanes, r, x...);
    value.store_last(out + places.apart[GroupPlaces<Real, Dim, Order, Lines>::reach + Line], lanes);
}

/// Whole vectors of `count` cells, each loaded once, its neighbours along x joined from two of them. Reads a vector
/// before and behind them, which is memory of the field in any row that has rows on both sides. Returns the cells done.
template <int Dim, int Order, bool Equal, int Lines, class Real>
[[gnu::always_inline]] inline index_t update_whole_packs(GroupPlaces<Real, Dim, Order, Lines>& places, Real* out,
                                                         index_t count, const Pack<Real> (&r)[3]) {
    using Places = GroupPlaces<Real, Dim, Order, Lines>;
    constexpr int wide = Pack<Real>::width;
    const auto load = [&](int line, index_t cells) {
        return Pack<Real>::load(places.beside[Places::besides] + places.apart[Places::reach + line] + cells);
    };
    Columns<Real, Lines> x;
#pragma GCC unroll 8
    for (int line = 0; line < Lines; ++line) x.west[line] = load(line, -wide), x.own[line] = load(line, 0);
    index_t at = 0;
    for (; at + wide <= count; at += wide) {
#pragma GCC unroll 8
        for (int line = 0; line < Lines; ++line) x.east[line] = load(line, wide);
        update_packs<JoinedNear, Dim, Order, Equal, Lines>(places, out + at, wide, r, x);
        places.advance(wide);
#pragma GCC unroll 8
        for (int line = 0; line < Lines; ++line) x.west[line] = x.own[line], x.own[line] = x.east[line];
    }
    return at;
}

/// The same for rows shorter than a vector, a cell of each at a time.
template <class Real, int Dim, int Order, bool Equal, int Lines>
[[gnu::noinline]] void update_short_group(const Real* in, Real* out, index_t count, index_t pitch, index_t plane,
                                          const Real (&weights)[3]) {
    const index_t apart = Dim == 3 ? plane : pitch;
    for (index_t i = 0; i < count; ++i) {
        Real values[Lines];
        for (int m = 0; m < Lines; ++m) {
            const Real* const cell = in + m * apart + i;
            values[m] = update_cell<Dim, Order, Equal>(*cell, *cell, InnerNear<Real>{cell, pitch, plane}, weights);
        }
        for (int m = 0; m < Lines; ++m) out[m * apart + i] = values[m];
    }
}

/// Cells [0, count) of `Lines` rows from `in`, all neighbours in memory. `out` is in another array, or other rows of
/// this one that nobody else needs any more.
template <class Real, int Dim, int Order, bool Equal, int Lines>
[[gnu::noinline]] void update_group(const Real* in, Real* out, index_t count, index_t pitch, index_t plane,
                                    const Real (&weights)[3]) {
    constexpr int wide = Pack<Real>::width;
    if (count < wide) return update_short_group<Real, Dim, Order, Equal, Lines>(in, out, count, pitch, plane, weights);
    const Pack<Real> r[3] = {Pack<Real>(weights[0]), Pack<Real>(weights[1]), Pack<Real>(weights[2])};
    GroupPlaces<Real, Dim, Order, Lines> places(in, pitch, plane);
    index_t at = 0;
    if constexpr (joins) at = update_whole_packs<Dim, Order, Equal, Lines>(places, out, count, r);
    else
        for (; at + wide <= count; at += wide) {
            update_packs<GroupNear, Dim, Order, Equal, Lines>(places, out + at, wide, r);
            places.advance(wide);
        }
    if (at == count) return;
    // The last vector overlaps the one before it, and leaves alone what that has written.
    places.advance(count - wide - at);
    update_packs<GroupNear, Dim, Order, Equal, Lines>(places, out + count - wide, static_cast<int>(count - at), r);
}

} // namespace
} // namespace isotherm::ISOTHERM_ISA
