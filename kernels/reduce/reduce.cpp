#include "kernels/reduce/reduce.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "kernels/reduce/fixed_sum.hpp"

namespace isotherm {
namespace {

/// Lowest and highest of finite values. Several lanes: one would wait for itself.
template <class Real>
void widen(Real& lowest, Real& highest, const Real* x, index_t n) {
    constexpr int lanes = 64 / static_cast<int>(sizeof(Real));
    Real lo[lanes], hi[lanes];
    for (int l = 0; l < lanes; ++l) lo[l] = lowest, hi[l] = highest;
    index_t i = 0;
    for (; i + lanes <= n; i += lanes) {
#pragma omp simd
        for (int l = 0; l < lanes; ++l) {
            lo[l] = x[i + l] < lo[l] ? x[i + l] : lo[l];
            hi[l] = x[i + l] > hi[l] ? x[i + l] : hi[l];
        }
    }
    for (int l = 0; i < n; ++i, ++l) {
        lo[l] = x[i] < lo[l] ? x[i] : lo[l];
        hi[l] = x[i] > hi[l] ? x[i] : hi[l];
    }
    for (int l = 0; l < lanes; ++l) {
        lowest = lo[l] < lowest ? lo[l] : lowest;
        highest = hi[l] > highest ? hi[l] : highest;
    }
}

template <class Real>
FieldStats stats_on_cpu(const FieldView<const Real>& field, int threads) {
    const index_t rows = field.n[1] * field.n[2], nx = field.n[0];
    std::vector<double> row_sums(static_cast<std::size_t>(rows));
    Real lowest = std::numeric_limits<Real>::infinity(), highest = -lowest;
    index_t bad = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(min : lowest) reduction(max : highest) reduction(+ : bad)
    for (index_t row = 0; row < rows; ++row) {
        const Real* x = &field(0, row % field.n[1], row / field.n[1]);
        const double sum = fixed_sum(x, nx);
        row_sums[static_cast<std::size_t>(row)] = sum;
        Real lo = lowest, hi = highest;
        if (std::isfinite(sum)) widen(lo, hi, x, nx);
        else {
            for (index_t i = 0; i < nx; ++i) {
                if (!std::isfinite(x[i])) {
                    ++bad;
                    continue;
                }
                lo = x[i] < lo ? x[i] : lo;
                hi = x[i] > hi ? x[i] : hi;
            }
        }
        lowest = lo, highest = hi;
    }
    return {static_cast<double>(lowest), static_cast<double>(highest), fixed_sum(row_sums.data(), rows), bad};
}

template <class Real>
double difference_on_cpu(const FieldView<const Real>& a, const FieldView<const Real>& b, int threads) {
    const index_t rows = a.n[1] * a.n[2];
    Real largest = 0;
    index_t bad = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(max : largest) reduction(+ : bad)
    for (index_t row = 0; row < rows; ++row) {
        const Real *x = &a(0, row % a.n[1], row / a.n[1]), *y = &b(0, row % a.n[1], row / a.n[1]);
        for (index_t i = 0; i < a.n[0]; ++i) {
            const Real d = std::abs(x[i] - y[i]);
            if (std::isnan(d)) ++bad;
            largest = d > largest ? d : largest;
        }
    }
    return bad > 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(largest);
}

} // namespace

#ifdef ISOTHERM_CUDA
#define ISOTHERM_ON_CUDA(call)                                                                                         \
    if (device.backend == Backend::cuda) return cuda::call
#else
#define ISOTHERM_ON_CUDA(call)
#endif

FieldStats field_stats(const FieldView<const float>& field, const Device& device) {
    ISOTHERM_ON_CUDA(field_stats(field, device));
    return stats_on_cpu(field, device.threads);
}
FieldStats field_stats(const FieldView<const double>& field, const Device& device) {
    ISOTHERM_ON_CUDA(field_stats(field, device));
    return stats_on_cpu(field, device.threads);
}
double max_difference(const FieldView<const float>& a, const FieldView<const float>& b, const Device& device) {
    ISOTHERM_ON_CUDA(max_difference(a, b, device));
    return difference_on_cpu(a, b, device.threads);
}
double max_difference(const FieldView<const double>& a, const FieldView<const double>& b, const Device& device) {
    ISOTHERM_ON_CUDA(max_difference(a, b, device));
    return difference_on_cpu(a, b, device.threads);
}

} // namespace isotherm
