/// The temporally blocked CPU kernel for variable coefficients: several steps per pass over memory
/// (kernels/stencil/cpu/time_skewing.hpp), of T and of what says what a cell is made of. Compiled once per instruction
/// set and precision like rows.cpp.

#include "kernels/base/choose.hpp"
#include "kernels/stencil/cpu/time_skewing.hpp"
#include "kernels/stencil/variable/row_piece.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

template <class RealType, int Dim>
class VariableRows {
public:
    using Real = RealType;
    using Sweep = VariableSweep<Real>;
    static constexpr int dim = Dim, order = 2;

    explicit VariableRows(const Sweep& s) : scratch_(s.in.n[0]) {}

    static index_t arrays(const Sweep& s) {
        return 2 + (s.medium.index != nullptr ? 1 : Dim + 1) + (s.medium.heating_field != nullptr ? 1 : 0);
    }
    static void fetch(const Sweep& s, int which, index_t j, index_t k) {
        const index_t at = j * s.in.pitch + k * s.in.plane, cells = s.in.n[0], real = sizeof(Real);
        const int beside = which - 2, own = s.medium.index != nullptr ? 1 : Dim + 1;
        if (which < 2) fetch_row((which == 0 ? s.in.data : s.out.data) + at, cells * real);
        else if (beside == own) fetch_row(s.medium.heating_field + at, cells * real);
        else if (s.medium.part != nullptr) return;
        else if (s.medium.index == nullptr)
            fetch_row((beside < Dim ? s.medium.face[beside] : s.medium.per_capacity) + at, cells * real);
        else if (s.medium.class_of != nullptr) fetch_row(s.medium.class_of + at, cells * 2);
    }

    void beside_wall(const Sweep& s, Span cells, index_t j, index_t k) {
        for (index_t i = cells.lo; i < cells.hi; i += block_length) {
            const Block b{i, least(i + block_length, cells.hi), j, k};
            update_beside_wall<Dim>(s, any_piece(s, scratch_, b));
            book_block_heat<order>(s, scratch_, b);
        }
    }

    template <int Lines>
    void together(const Sweep& s, Span cells, index_t j, index_t k) {
        update_rows<Dim, Lines>(s, Block{cells.lo, cells.hi, j, k});
    }

private:
    Scratch<Real> scratch_;
};

template <class Real>
bool advance(const VariableAdvance<Real>& a) {
    const Blocking plan = a.blocking.depth > 0 && a.blocking.width > 0
                              ? a.blocking
                              : plan_temporal(shape_of(a.sweep, bytes_beside(a.sweep.medium, a.sweep.dim)));
    choose<int, 1, 2, 3>(a.sweep.dim, [&](auto dim) {
        Marcher<VariableRows<Real, decltype(dim)::value>>(a.sweep, a.steps, plan).run(a.threads);
        return true;
    });
    return a.steps % 2 != 0;
}

} // namespace

bool advance_variable_rows(const VariableAdvance<ISOTHERM_REAL>& a);
bool advance_variable_temporal(const VariableAdvance<ISOTHERM_REAL>& a);
bool advance_variable_temporal(const VariableAdvance<ISOTHERM_REAL>& a) {
    return can_be_skewed(a.sweep, a.steps) ? advance(a) : advance_variable_rows(a);
}

} // namespace isotherm::ISOTHERM_ISA
