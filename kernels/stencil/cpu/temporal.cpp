/// The temporally blocked CPU kernel: several steps per pass over memory (time_skewing.hpp). Compiled once per
/// instruction set and precision like rows.cpp.

#include "kernels/base/choose.hpp"
#include "kernels/stencil/cpu/row_block.hpp"
#include "kernels/stencil/cpu/row_group.hpp"
#include "kernels/stencil/cpu/time_skewing.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

template <class RealType, int Dim, int Order, bool Equal>
class PlainRows {
public:
    using Real = RealType;
    using Sweep = isotherm::Sweep<Real>;
    static constexpr int dim = Dim, order = Order;

    explicit PlainRows(const Sweep& s) : scratch_(s.in.n[0]) {}

    static index_t arrays(const Sweep&) { return 2; }
    static void fetch(const Sweep& s, int which, index_t j, index_t k) {
        fetch_row(which == 0 ? &s.in(0, j, k) : &s.out(0, j, k), s.in.n[0] * static_cast<index_t>(sizeof(Real)));
    }

    void beside_wall(const Sweep& s, Span cells, index_t j, index_t k) {
        for (index_t i = cells.lo; i < cells.hi; i += block_length) {
            const Block b{i, least(i + block_length, cells.hi), j, k};
            update_block<Real, Dim, Order, Equal, false>(s, scratch_, b, nullptr, &s.out(i, j, k));
            book_block_heat<Order>(s, scratch_, b);
        }
    }

    template <int Lines>
    void together(const Sweep& s, Span cells, index_t j, index_t k) {
        update_group<Real, Dim, Order, Equal, Lines>(&s.in(cells.lo, j, k), &s.out(cells.lo, j, k), cells.hi - cells.lo,
                                                     s.in.pitch, s.in.plane, s.r);
    }

private:
    Scratch<Real> scratch_;
};

template <class Real>
bool advance(const Advance<Real>& a) {
    using Kernel = void (*)(const Advance<Real>&, const Blocking&);
    const Kernel kernel = choose<int, 1, 2, 3>(a.sweep.dim, [&](auto dim) -> Kernel {
        return choose<int, 2, 4, 6>(a.sweep.order, [&](auto order) -> Kernel {
            return choose<bool, false, true>(a.sweep.equal_spacing, [&](auto equal) -> Kernel {
                return [](const Advance<Real>& all, const Blocking& plan) {
                    using Rows = PlainRows<Real, decltype(dim)::value, decltype(order)::value,
                                           (decltype(dim)::value == 1 || decltype(equal)::value)>;
                    Marcher<Rows>(all.sweep, all.steps, plan, all.in_place).run(all.threads);
                };
            });
        });
    });
    Blocking plan = a.blocking;
    if (plan.depth < 1 || plan.width < 1) plan = plan_temporal(shape_of(a.sweep, 0));
    kernel(a, plan);
    return a.in_place || a.steps % 2 != 0;
}

} // namespace

bool advance_rows(const Advance<ISOTHERM_REAL>& a);
bool advance_temporal(const Advance<ISOTHERM_REAL>& a);
bool advance_temporal(const Advance<ISOTHERM_REAL>& a) {
    return a.in_place || can_be_skewed(a.sweep, a.steps) ? advance(a) : advance_rows(a);
}

} // namespace isotherm::ISOTHERM_ISA
