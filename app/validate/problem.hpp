#pragma once

/// A problem with a known solution, and how it is run: cases built as values, driven without files.

#include <functional>
#include <vector>

#include "app/assemble.hpp"

namespace isotherm::validate {

using Place = std::array<double, 3>;
/// T at x [m] and t [s].
using ExactField = std::function<double(const Place& x, double t)>;

/// A case on one grid, started from `start` (none: the case's own initial field) and compared with `exact` at its end.
struct Problem {
    CaseSpec spec;
    ExactField exact;
    std::function<double(const Place& x)> start{};
};

/// A grid of 1 to 3 axes over `size` metres from 0, diffusivity alpha with rho c = 1, everything insulated and 0.
CaseSpec plain_case(const std::vector<index_t>& cells, const std::vector<double>& size, double alpha);

/// Advances to time.end as the schedule partitions it.
void run_to_end(Assembly& run);

/// `steps` equal steps of length dt from where the clock stands.
void run_steps(Assembly& run, index_t steps, double dt);

/// All temperatures, x fastest.
std::vector<double> temperatures(const Assembly& run);

void set_all(Assembly& run, const std::vector<double>& T);

/// f(x) at all cell centres, x fastest.
template <class F>
std::vector<double> at_centres(const Grid& grid, F&& f) {
    std::vector<double> T;
    T.reserve(static_cast<std::size_t>(grid.cells()));
    for (index_t k = 0; k < grid.n[2]; ++k)
        for (index_t j = 0; j < grid.n[1]; ++j)
            for (index_t i = 0; i < grid.n[0]; ++i) T.push_back(f(grid.centre(i, j, k)));
    return T;
}

/// Norms of T - exact over equal cells, x fastest.
ErrorNorms norms_of(const Grid& grid, const std::vector<double>& T, const std::vector<double>& exact);

/// Largest |a - b|; infinite where the lengths differ, NaN where one is.
double largest_difference(const std::vector<double>& a, const std::vector<double>& b);

} // namespace isotherm::validate
