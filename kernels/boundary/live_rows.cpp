#include "kernels/boundary/live_rows.hpp"

namespace isotherm {
namespace {

template <class Real>
void make(const LiveWall<Real>& wall, const FieldView<const Real>& in, index_t step, const Device& device) {
#ifdef ISOTHERM_CUDA
    if (device.backend == Backend::cuda) return cuda::make_live_rows(wall, in, step, device);
#endif
    const index_t cells = in.cells() / in.n[wall.side / 2];
#pragma omp parallel for num_threads(device.threads) schedule(static) if (cells > 4096)
    for (index_t cell = 0; cell < cells; ++cell) make_live_row(wall, in, step, cell);
}

} // namespace

void make_live_rows(const LiveWall<float>& wall, const FieldView<const float>& in, index_t step, const Device& device) {
    make(wall, in, step, device);
}
void make_live_rows(const LiveWall<double>& wall, const FieldView<const double>& in, index_t step,
                    const Device& device) {
    make(wall, in, step, device);
}

} // namespace isotherm
