#include "kernels/program/walls.hpp"

namespace isotherm {
namespace {

template <class Real>
void make(const ProgramWall<Real>& p, const Device& device) {
#ifdef ISOTHERM_CUDA
    if (device.backend == Backend::cuda) return cuda::make_program_rows(p, device);
#endif
#pragma omp parallel for num_threads(device.threads) schedule(static) if (p.cells > 2048)
    for (index_t cell = 0; cell < p.cells; ++cell) make_program_row(p, cell);
}

} // namespace

void make_program_rows(const ProgramWall<float>& p, const Device& device) { make(p, device); }
void make_program_rows(const ProgramWall<double>& p, const Device& device) { make(p, device); }

} // namespace isotherm
