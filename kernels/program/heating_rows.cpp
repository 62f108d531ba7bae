/// The CPU's loop over rows for heating by programs. CMake compiles this file once per instruction set and precision,
/// with ISOTHERM_ISA (a namespace) and ISOTHERM_REAL set; heating.cpp takes the best one that the processor has.

#include "kernels/program/heating.hpp"

namespace isotherm::ISOTHERM_ISA {

void heat_rows(const ProgramHeating<ISOTHERM_REAL>& p, int threads);
void heat_rows(const ProgramHeating<ISOTHERM_REAL>& p, int threads) {
    const index_t nx = p.to.n[0], ny = p.to.n[1], rows = ny * p.to.n[2];
#pragma omp parallel for num_threads(threads) schedule(static)
    for (index_t row = 0; row < rows; ++row) {
        double lanes[sum_lanes] = {}, q[sum_lanes];
        for (index_t i = 0; i < nx; i += sum_lanes) {
            heat_cells<sum_lanes>(p, i, 1, row % ny, row / ny, q);
            for (int l = 0; l < sum_lanes; ++l) lanes[l] += q[l];
        }
        for (int half = sum_lanes / 2; half > 0; half /= 2) // fold_lanes, which must not be shared between builds
            for (int l = 0; l < half; ++l) lanes[l] += lanes[l + half];
        p.row_heat[row] += p.weight * lanes[0];
    }
}

} // namespace isotherm::ISOTHERM_ISA
