#pragma once

#include <exception>

#include "kernels/base/view.hpp"

namespace isotherm {

/// Runs body(own, i) for i in [0, n) on `threads` threads, where `own` is what make_own() gave this thread (a copy of
/// something that is not for concurrent use). The first exception reaches the caller.
template <class MakeOwn, class Body>
void parallel_for_each(index_t n, int threads, MakeOwn&& make_own, Body&& body) {
    std::exception_ptr failure;
#pragma omp parallel num_threads(threads)
    {
        auto own = make_own();
#pragma omp for schedule(static)
        for (index_t i = 0; i < n; ++i) {
            try {
                body(own, i);
            } catch (...) {
#pragma omp critical
                failure = std::current_exception();
            }
        }
    }
    if (failure) std::rethrow_exception(failure);
}

} // namespace isotherm
