#pragma once

/// Pieces of rows along x with variable coefficients, a vector of cells at a time. While the cells are of one class
/// their coefficients stay in registers; a vector of several classes gathers them from the classes' lines. The faces of
/// graded cells are loaded like the field. The arithmetic is that of medium.hpp everywhere.
///
/// For the files that CMake compiles once per instruction set (ISOTHERM_ISA).

#include "kernels/stencil/cpu/row_block.hpp"
#include "kernels/stencil/cpu/row_group.hpp"
#include "kernels/stencil/variable/medium.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

/// A block of a row, and what it is computed from; pointers to what belongs to cell i0.
template <class Real>
struct Piece : Block {
    index_t at;          ///< place of (i0, j, k) in the field
    const Real* near[4]; ///< T beyond the sides y_lo, y_hi, z_lo, z_hi; not looked at where an axis is absent
    const Real* face[2]; ///< of graded cells: g below in y, z
    const Real* base;    ///< what a stage starts from
    [[nodiscard]] index_t count() const { return i1 - i0; }
};

/// A piece away from the walls of y and z, which starts from its cells.
template <class Real>
Piece<Real> inner_piece(const VariableSweep<Real>& s, const Block& b) {
    const Real* const x = &s.in(b.i0, b.j, b.k);
    const index_t y = s.dim > 1 ? s.in.pitch : 0, z = s.dim > 2 ? s.in.plane : 0, at = x - s.in.data;
    const Real* const* const face = s.medium.face;
    return {b, at, {x - y, x + y, x - z, x + z}, {face[1] + at - y, face[2] + at - z}, x};
}

/// Any piece; rows beyond walls are made in the scratch lines.
template <class Real>
Piece<Real> any_piece(const VariableSweep<Real>& s, const Scratch<Real>& scratch, const Block& b) {
    Piece<Real> p = inner_piece(s, b);
    for (int side = 2; side < 2 * s.dim; ++side)
        p.near[side - 2] = neighbour_row(s, scratch, b, side / 2, side % 2 != 0 ? 1 : -1);
    for (int axis = 1; axis < s.dim; ++axis)
        if ((axis == 1 ? b.j : b.k) == 0)
            p.face[axis - 1] = s.medium.first[axis] + face_cell(s.in.n, axis, b.i0, b.j, b.k);
    return p;
}

/// Whether new values are written past the caches.
template <bool Past, class Real>
[[gnu::always_inline]] inline void store_pack(Real* out, Pack<Real> value) {
    if (Past && reinterpret_cast<std::uintptr_t>(out) % sizeof(value) == 0) value.stream(out);
    else value.store(out);
}

/// The cells from i on that fill a vector: `a` and `heating` hold what they have in common or bring along.
template <int Dim, bool Past, class Real>
[[gnu::always_inline]] inline void update_pack(const VariableSweep<Real>& s, const Piece<Real>& p, index_t i,
                                               const Pack<Real> (&a)[6], Pack<Real> heating, Pack<Real> r) {
    using P = Pack<Real>;
    const Real* const x = s.in.data + p.at + i;
    P t[6]{};
    t[0] = P::load(x - 1), t[1] = P::load(x + 1);
    for (int side = 2; side < 2 * Dim; ++side) t[side] = P::load(p.near[side - 2] + i);
    if (s.medium.heating_field != nullptr) heating += P::load(s.medium.heating_field + p.at + i);
    store_pack<Past>(s.out.data + p.at + i, update_variable<Dim>(P::load(p.base + i), P::load(x), t, a, heating, r));
}

/// The same of graded cells.
template <int Dim, bool Past, class Real>
[[gnu::always_inline]] inline void update_graded_pack(const VariableSweep<Real>& s, const Piece<Real>& p, index_t i,
                                                      Pack<Real> heating, const Pack<Real> (&weight)[3], Pack<Real> r) {
    using P = Pack<Real>;
    const Medium<Real>& m = s.medium;
    const index_t at = p.at + i;
    const Real* const x = s.in.data + at;
    const P c = P::load(x);
    P lo[3]{}, hi[3]{};
    lo[0] = P::load(m.face[0] + at - 1) * (c - P::load(x - 1));
    hi[0] = P::load(m.face[0] + at) * (P::load(x + 1) - c);
    for (int axis = 1; axis < Dim; ++axis) {
        lo[axis] = P::load(p.face[axis - 1] + i) * (c - P::load(p.near[2 * axis - 2] + i));
        hi[axis] = P::load(m.face[axis] + at) * (P::load(p.near[2 * axis - 1] + i) - c);
    }
    if (m.heating_field != nullptr) heating += P::load(m.heating_field + at);
    const P per_capacity = P::load(m.per_capacity + at);
    store_pack<Past>(s.out.data + at,
                     update_graded<Dim>(P::load(p.base + i), lo, hi, weight, per_capacity, heating, r));
}

/// Where the vector of cells after the one at i begins. The last one, at `last`, may overlap the one before it: what is
/// computed twice is the same.
template <class Real>
index_t next_pack(index_t i, index_t last) {
    return i + Pack<Real>::width < last ? i + Pack<Real>::width : last;
}

/// Calls update(i) for vectors of cells that cover [lo, hi), at least one vector.
template <class Real, class Update>
[[gnu::always_inline]] inline void for_each_pack(index_t lo, index_t hi, Update&& update) {
    const index_t last = hi - Pack<Real>::width;
    for (index_t i = lo;; i = next_pack<Real>(i, last)) {
        update(i);
        if (i == last) return;
    }
}

/// s of the medium of cell i of the piece, without what each cell has of its own.
template <class Real>
Real medium_heating(const VariableSweep<Real>& s, const Piece<Real>& p, index_t i) {
    const Medium<Real>& m = s.medium;
    if (m.heating == nullptr) return Real(0);
    return m.heating[s.wall_step * m.heating_stride + (m.index != nullptr ? m.index[p.at + i] : 0)];
}

/// The coefficients of the class that the last vector of cells was of.
template <class Real>
class Known {
    using Numbers = typename LanesOf<Real>::Numbers;

public:
    Pack<Real> a[6]{}, heating{};

    /// Whether the cells of a vector are of that class.
    [[nodiscard]] bool are(const std::uint16_t* classes) const {
        return __builtin_memcmp(classes, &class_, sizeof class_) == 0;
    }
    /// Takes the class of a vector of cells, if they are all of one.
    bool take(const std::uint16_t* classes, const Real* lines, Real medium_heating) {
        const Numbers first = classes[0] - Numbers{};
        if (classes[0] == no_class || __builtin_memcmp(classes, &first, sizeof first) != 0) return false;
        class_ = first;
        for (int side = 0; side < 6; ++side) a[side] = Pack<Real>(lines[class_length * classes[0] + side]);
        heating = Pack<Real>(medium_heating);
        return true;
    }

private:
    Numbers class_ = most_classes - Numbers{}; ///< at first what no cell is of
};

/// A vector of cells of several classes, or without.
template <int Dim, bool Past, class Real>
[[gnu::noinline]] void update_mixed(const VariableSweep<Real>& s, const Piece<Real>& p, index_t i) {
    using P = Pack<Real>;
    const std::uint16_t* const classes = s.medium.class_of + p.at + i;
    bool classed = true;
    for (int l = 0; l < P::width; ++l) classed = classed & (classes[l] != no_class);
    if (!classed) {
        for (index_t c = i; c < i + P::width; ++c)
            s.out.data[p.at + c] = update_any_variable<Dim>(s, p.i0 + c, p.j, p.k);
        return;
    }
    P a[6], heating(Real(0));
    for (int side = 0; side < 6; ++side) a[side] = P::template gather<class_length>(s.medium.classes + side, classes);
    if (s.medium.heating != nullptr)
        for (int l = 0; l < P::width; ++l) heating.v[l] = medium_heating(s, p, i + l);
    update_pack<Dim, Past>(s, p, i, a, heating, P(s.r[0]));
}

/// Cells [lo, hi) of the piece, whose neighbours along x are in memory.
template <int Dim, bool Past, class Real>
void update_piece(const VariableSweep<Real>& s, const Piece<Real>& p, index_t lo, index_t hi) {
    const Medium<Real>& m = s.medium;
    const Pack<Real> r(s.r[0]);
    if (hi - lo < Pack<Real>::width || (m.index != nullptr ? m.class_of == nullptr : m.part != nullptr)) {
        for (index_t i = lo; i < hi; ++i) s.out.data[p.at + i] = update_any_variable<Dim>(s, p.i0 + i, p.j, p.k);
    } else if (m.index == nullptr) {
        const Pack<Real> heating(medium_heating(s, p, lo)),
            weight[3] = {Pack<Real>(m.weight[0]), Pack<Real>(m.weight[1]), Pack<Real>(m.weight[2])};
        for_each_pack<Real>(lo, hi, [&](index_t i) { update_graded_pack<Dim, Past>(s, p, i, heating, weight, r); });
    } else {
        Known<Real> known;
        const std::uint16_t* const classes = m.class_of + p.at;
        for_each_pack<Real>(lo, hi, [&](index_t i) {
            if (known.are(classes + i) || known.take(classes + i, m.classes, medium_heating(s, p, i)))
                update_pack<Dim, Past>(s, p, i, known.a, known.heating, r);
            else update_mixed<Dim, Past>(s, p, i);
        });
    }
}

/// The vectors at `places` in rows that are neighbours along the last axis, all of one class: what is the centre of one
/// and the neighbour of another is loaded once.
template <int Dim, int Lines, bool Past, int Line = 0, class Real>
[[gnu::always_inline]] inline void update_together(const GroupPlaces<Real, Dim, 2, Lines>& places, const Real* field,
                                                   Real* out, const Pack<Real> (&a)[6], Pack<Real> heating,
                                                   Pack<Real> r) {
    using P = Pack<Real>;
    const GroupNear<Real, Dim, 2, Lines, Line> near{places};
    const index_t apart = places.apart[1 + Line];
    P t[6]{};
    t[0] = near.template at<0, -1>(), t[1] = near.template at<0, 1>();
    if constexpr (Dim >= 2) t[2] = near.template at<1, -1>(), t[3] = near.template at<1, 1>();
    if constexpr (Dim >= 3) t[4] = near.template at<2, -1>(), t[5] = near.template at<2, 1>();
    const P c = near.template at<0, 0>(), more = field != nullptr ? heating + P::load(field + apart) : heating;
    const P value = update_variable<Dim>(c, c, t, a, more, r);
    if constexpr (Line + 1 < Lines) update_together<Dim, Lines, Past, Line + 1>(places, field, out, a, heating, r);
    store_pack<Past>(out + apart, value);
}

/// Vectors of cells of `Lines` rows, the first ones at `at` in the field, the last ones `length` cells on.
template <int Dim, int Lines, bool Past, class Real>
[[gnu::noinline]] void update_run(const VariableSweep<Real>& s, index_t at, index_t length, const Known<Real>& known) {
    const Pack<Real> r(s.r[0]), heating = known.heating;
    Pack<Real> a[6];
    for (int side = 0; side < 6; ++side) a[side] = known.a[side];
    GroupPlaces<Real, Dim, 2, Lines> places(s.in.data + at, s.in.pitch, s.in.plane);
    const Real* const field = s.medium.heating_field == nullptr ? nullptr : s.medium.heating_field + at;
    Real* const out = s.out.data + at;
    for (index_t i = 0;;) {
        update_together<Dim, Lines, Past>(places, field == nullptr ? nullptr : field + i, out + i, a, heating, r);
        if (i == length) return;
        const index_t next = next_pack<Real>(i, length);
        places.advance(next - i);
        i = next;
    }
}

/// The same of graded cells: what leaves one row enters the next, so the fluxes between them are made once.
template <int Dim, int Lines, bool Past, class Real>
[[gnu::noinline]] void update_graded_run(const VariableSweep<Real>& s, index_t at, index_t length) {
    using P = Pack<Real>;
    constexpr int last = Dim - 1;
    const Medium<Real>& m = s.medium;
    const index_t y = s.in.pitch, apart = s.in.stride(last);
    const Real *const T = s.in.data + at, *const x_face = m.face[0] + at, *const y_face = m.face[1] + at,
                      *const last_face = m.face[last] + at, *const per_capacity = m.per_capacity + at,
                      *const field = m.heating_field == nullptr ? nullptr : m.heating_field + at;
    Real* const out = s.out.data + at;
    const P r(s.r[0]), medium(m.heating != nullptr ? m.heating[s.wall_step * m.heating_stride] : Real(0));
    const P weight[3] = {P(m.weight[0]), P(m.weight[1]), P(m.weight[2])};
    for (index_t i = 0;; i = next_pack<Real>(i, length)) {
        P values[Lines], c = P::load(T + i);
        P lo[3]{}, hi[3]{};
        hi[last] = P::load(last_face + i - apart) * (c - P::load(T + i - apart));
        index_t n = i;
#pragma GCC unroll 4
        for (int line = 0; line < Lines; ++line, n += apart) {
            const P above = P::load(T + n + apart);
            lo[last] = hi[last];
            hi[last] = P::load(last_face + n) * (above - c);
            lo[0] = P::load(x_face + n - 1) * (c - P::load(T + n - 1));
            hi[0] = P::load(x_face + n) * (P::load(T + n + 1) - c);
            if constexpr (Dim == 3) {
                lo[1] = P::load(y_face + n - y) * (c - P::load(T + n - y));
                hi[1] = P::load(y_face + n) * (P::load(T + n + y) - c);
            }
            const P heating = field != nullptr ? medium + P::load(field + n) : medium;
            values[line] = update_graded<Dim>(c, lo, hi, weight, P::load(per_capacity + n), heating, r);
            c = above;
        }
        n = i;
        for (int line = 0; line < Lines; ++line, n += apart) store_pack<Past>(out + n, values[line]);
        if (i == length) return;
    }
}

/// Cells i0 .. i1 of `Lines` rows along the last axis, the first of which is that of `b`; all neighbours in memory.
template <int Dim, int Lines, bool Past, class Real>
void update_rows(const VariableSweep<Real>& s, const Block& b) {
    const Medium<Real>& m = s.medium;
    const index_t apart = Dim == 3 ? s.in.plane : s.in.pitch, last = b.i1 - b.i0 - Pack<Real>::width;
    Piece<Real> rows[Lines];
    for (int line = 0; line < Lines; ++line)
        rows[line] = inner_piece(s, {b.i0, b.i1, Dim == 3 ? b.j : b.j + line, Dim == 3 ? b.k + line : b.k});
    if constexpr (Dim > 1)
        if (m.index == nullptr && m.part == nullptr && last >= 0)
            return update_graded_run<Dim, Lines, Past>(s, rows[0].at, last);
    if (m.class_of == nullptr || last < 0) {
        for (const Piece<Real>& row : rows) update_piece<Dim, Past>(s, row, 0, row.count());
        return;
    }
    const std::uint16_t* const classes = m.class_of + rows[0].at;
    Known<Real> known;
    const auto are_known = [&](index_t i) {
        bool all = true;
        for (int line = 0; line < Lines; ++line) all = all && known.are(classes + line * apart + i);
        return all;
    };
    const auto take = [&](int line, index_t i) {
        return known.take(classes + line * apart + i, m.classes, medium_heating(s, rows[line], i));
    };
    for (index_t i = 0;;) {
        index_t end = i;
        if (take(0, i) && are_known(i)) {
            while (end != last && are_known(next_pack<Real>(end, last))) end = next_pack<Real>(end, last);
            update_run<Dim, Lines, Past>(s, rows[0].at + i, end - i, known);
        } else {
            for (int line = 0; line < Lines; ++line)
                if (take(line, i)) update_pack<Dim, Past>(s, rows[line], i, known.a, known.heating, Pack<Real>(s.r[0]));
                else update_mixed<Dim, Past>(s, rows[line], i);
        }
        if (end == last) return;
        i = next_pack<Real>(end, last);
    }
}

/// A piece of a row next to any wall, the cells at the row's ends one by one.
template <int Dim, bool Past, class Real>
void update_beside_wall(const VariableSweep<Real>& s, const Piece<Real>& p) {
    const index_t nx = s.in.n[0], lo = p.i0 == 0 ? 1 : 0, hi = p.count() - (p.i1 == nx ? 1 : 0);
    if (lo < hi) update_piece<Dim, Past>(s, p, lo, hi);
    if (lo > 0) s.out.data[p.at] = update_any_variable<Dim>(s, 0, p.j, p.k);
    if (p.i1 == nx && nx > lo) s.out.data[p.at + hi] = update_any_variable<Dim>(s, nx - 1, p.j, p.k);
}

} // namespace
} // namespace isotherm::ISOTHERM_ISA
