#pragma once

/// Rows with variable coefficients, as the kernels go over them (kernels/stencil/cpu/part.hpp).
///
/// For the files that CMake compiles once per instruction set, like row_piece.hpp.

#include "kernels/stencil/cpu/part.hpp"
#include "kernels/stencil/variable/row_piece.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

/// `Past`: new values are written past the caches.
template <class RealType, int Dim, bool Past>
class VariableRows {
public:
    using Real = RealType;
    using Sweep = VariableSweep<Real>;
    static constexpr int dim = Dim, order = 2;

    explicit VariableRows(const Sweep& s) : scratch_(s.in.n[0]) {}

    static index_t arrays(const Sweep& s) {
        return beside + own_arrays(s) + (s.medium.heating_field != nullptr ? 1 : 0);
    }
    static void fetch(const Sweep& s, int which, index_t j, index_t k) {
        const Medium<Real>& m = s.medium;
        const index_t at = j * s.in.pitch + k * s.in.plane, cells = s.in.n[0], real = sizeof(Real);
        if (which < beside) return fetch_row((which == 0 ? s.in.data : s.out.data) + at, cells * real);
        const int own = which - beside;
        if (own == own_arrays(s)) fetch_row(m.heating_field + at, cells * real);
        else if (m.part != nullptr) return;
        else if (m.index == nullptr) fetch_row((own < Dim ? m.face[own] : m.per_capacity) + at, cells * real);
        else if (m.class_of != nullptr) fetch_row(m.class_of + at, cells * 2);
    }

    void beside_wall(const Sweep& s, Span cells, index_t j, index_t k) {
        for (index_t i = cells.lo; i < cells.hi; i += block_length) {
            const Block b{i, least(i + block_length, cells.hi), j, k};
            Piece<Real> p = any_piece(s, scratch_, b);
            start_stage(s, p);
            update_beside_wall<Dim, Past>(s, p);
            book_block_heat<order>(s, scratch_, b);
        }
    }

    template <int Lines>
    void together(const Sweep& s, Span cells, index_t j, index_t k) {
        if (s.n_terms == 0) return update_rows<Dim, Lines, Past>(s, Block{cells.lo, cells.hi, j, k});
        for (int line = 0; line < Lines; ++line)
            for (index_t i = cells.lo; i < cells.hi; i += block_length) {
                const Block b{i, least(i + block_length, cells.hi), Dim == 3 ? j : j + line, Dim == 3 ? k + line : k};
                Piece<Real> p = inner_piece(s, b);
                start_stage(s, p);
                update_piece<Dim, Past>(s, p, 0, p.count());
            }
    }

private:
    static constexpr int beside = Past ? 1 : 2; ///< arrays of temperatures that are fetched

    static int own_arrays(const Sweep& s) { return s.medium.index != nullptr ? 1 : Dim + 1; }

    /// A stage with terms does not start from its cells.
    void start_stage(const Sweep& s, Piece<Real>& p) const {
        if (s.n_terms == 0) return;
        Real* const base = scratch_.base();
        for (index_t i = 0; i < p.count(); ++i) base[i] = stage_base(s, p.at + i, s.in.data[p.at + i]);
        p.base = base;
    }

    Scratch<Real> scratch_;
};

} // namespace
} // namespace isotherm::ISOTHERM_ISA
