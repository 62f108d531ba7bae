/// The definition of the step with variable coefficients: every cell through `update_any_variable`.

#include "kernels/base/choose.hpp"
#include "kernels/stencil/variable/variants.hpp"

namespace isotherm {
namespace {

template <class Real, int Dim>
void sweep_all(const VariableSweep<Real>& s, int threads) {
    const index_t rows = s.in.n[1] * s.in.n[2];
#pragma omp parallel for num_threads(threads) schedule(static)
    for (index_t row = 0; row < rows; ++row) {
        const index_t j = row % s.in.n[1], k = row / s.in.n[1];
        for (index_t i = 0; i < s.in.n[0]; ++i) {
            book_cell_heat(s, i, j, k);
            s.out(i, j, k) = update_any_variable<Dim>(s, i, j, k);
        }
    }
}

template <class Real>
bool advance(const VariableAdvance<Real>& a) {
    using Kernel = void (*)(const VariableSweep<Real>&, int);
    const Kernel kernel =
        choose<int, 1, 2, 3>(a.sweep.dim, [](auto dim) -> Kernel { return &sweep_all<Real, decltype(dim)::value>; });
    return ping_pong(a, [&](const VariableSweep<Real>& s) { kernel(s, a.threads); });
}

} // namespace

bool advance_variable_reference(const VariableAdvance<float>& a) { return advance(a); }
bool advance_variable_reference(const VariableAdvance<double>& a) { return advance(a); }

} // namespace isotherm
