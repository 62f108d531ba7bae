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

/// New values of the cells at `places`, a vector of each row.
template <int Dim, int Order, bool Equal, int Lines, int Line = 0, class Real>
[[gnu::always_inline]] inline void update_packs(const GroupPlaces<Real, Dim, Order, Lines>& places, Real* out,
                                                const Pack<Real> (&r)[3]) {
    const GroupNear<Real, Dim, Order, Lines, Line> near{places};
    const Pack<Real> c = near.template at<0, 0>(), value = update_cell<Dim, Order, Equal>(c, c, near, r);
    if constexpr (Line + 1 < Lines) update_packs<Dim, Order, Equal, Lines, Line + 1>(places, out, r);
    value.store(out + places.apart[GroupPlaces<Real, Dim, Order, Lines>::reach + Line]);
}

/// The same for rows shorter than a vector, cell by cell.
template <class Real, int Dim, int Order, bool Equal, int Lines>
[[gnu::noinline]] void update_short_group(const Real* in, Real* out, index_t count, index_t pitch, index_t plane,
                                          const Real (&weights)[3]) {
    for (int m = 0; m < Lines; ++m)
        for (index_t i = 0; i < count; ++i) {
            const index_t at = m * (Dim == 3 ? plane : pitch) + i;
            out[at] = update_cell<Dim, Order, Equal>(in[at], in[at], InnerNear<Real>{in + at, pitch, plane}, weights);
        }
}

/// Cells [0, count) of `Lines` rows from `in`, all neighbours in memory.
template <class Real, int Dim, int Order, bool Equal, int Lines>
[[gnu::noinline]] void update_group(const Real* __restrict in, Real* __restrict out, index_t count, index_t pitch,
                                    index_t plane, const Real (&weights)[3]) {
    constexpr index_t wide = Pack<Real>::width;
    if (count < wide) return update_short_group<Real, Dim, Order, Equal, Lines>(in, out, count, pitch, plane, weights);
    const Pack<Real> r[3] = {Pack<Real>(weights[0]), Pack<Real>(weights[1]), Pack<Real>(weights[2])};
    GroupPlaces<Real, Dim, Order, Lines> places(in, pitch, plane);
    for (index_t at = 0;;) {
        update_packs<Dim, Order, Equal, Lines>(places, out + at, r);
        // The last vector may overlap the one before it: what is computed twice is the same.
        const index_t next = at + wide < count - wide ? at + wide : count - wide;
        if (next == at) return;
        places.advance(next - at);
        at = next;
    }
}

} // namespace
} // namespace isotherm::ISOTHERM_ISA
