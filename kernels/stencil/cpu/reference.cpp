/// The definition of the step: every cell through `update_any_cell`, no shortcut. Slow; what all others are compared
/// with.

#include "kernels/stencil/cpu/variants.hpp"

#include "kernels/base/choose.hpp"
#include "kernels/stencil/neighbour.hpp"

namespace isotherm {
namespace {

template <class Real, int Dim, int Order, bool Equal>
void sweep_all(const Sweep<Real>& s, int threads) {
    const index_t rows = s.in.n[1] * s.in.n[2];
#pragma omp parallel for num_threads(threads) schedule(static)
    for (index_t row = 0; row < rows; ++row) {
        const index_t j = row % s.in.n[1], k = row / s.in.n[1];
        for (index_t i = 0; i < s.in.n[0]; ++i) {
            book_cell_heat(s, i, j, k);
            s.out(i, j, k) = update_any_cell<Dim, Order, Equal>(s, i, j, k);
        }
    }
}

template <class Real>
bool advance(const Advance<Real>& a) {
    using Kernel = void (*)(const Sweep<Real>&, int);
    const Kernel kernel = choose<int, 1, 2, 3>(a.sweep.dim, [&](auto dim) -> Kernel {
        return choose<int, 2, 4, 6>(a.sweep.order, [&](auto order) -> Kernel {
            return choose<bool, false, true>(a.sweep.equal_spacing, [&](auto equal) -> Kernel {
                return &sweep_all<Real, decltype(dim)::value, decltype(order)::value, decltype(equal)::value>;
            });
        });
    });
    return ping_pong(a, [&](const Sweep<Real>& s) { kernel(s, a.threads); });
}

} // namespace

bool advance_reference(const Advance<float>& a) { return advance(a); }
bool advance_reference(const Advance<double>& a) { return advance(a); }

} // namespace isotherm
