/// The definition, pixel by pixel.

#include "kernels/conv2d/cpu/variants.hpp"
#include "kernels/conv2d/weighted_sum.hpp"

namespace isotherm {
namespace {

template <bool Masked, class Real>
void every_pixel(const Filter<Real>& f, int threads) {
#pragma omp parallel for num_threads(threads) schedule(static) if (f.out.cells() > 4096)
    for (index_t j = 0; j < f.out.n[1]; ++j)
        for (index_t i = 0; i < f.out.n[0]; ++i) f.out(i, j, 0) = filtered_pixel<Masked>(f, i, j);
}

} // namespace

void filter_by_definition(const Filter<float>& f, int threads) {
    f.masked ? every_pixel<true>(f, threads) : every_pixel<false>(f, threads);
}
void filter_by_definition(const Filter<double>& f, int threads) {
    f.masked ? every_pixel<true>(f, threads) : every_pixel<false>(f, threads);
}

} // namespace isotherm
