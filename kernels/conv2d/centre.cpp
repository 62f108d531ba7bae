#include "kernels/conv2d/centre.hpp"

namespace isotherm {

template <class Real>
void find_centre(const FieldView<const Real>& in, const Device& device, Real* to) {
#ifdef ISOTHERM_CUDA
    if (device.backend == Backend::cuda) return cuda::find_centre(in, device.stream, to);
#endif
    (void)device;
    if (median_of_samples(in, *to)) return;
    *to = Real(0);
    for (index_t j = 0; j < in.n[1]; ++j)
        for (index_t i = 0; i < in.n[0]; ++i)
            if (const Real v = in.data[i + j * in.pitch]; is_number(v)) {
                *to = v;
                return;
            }
}

template void find_centre(const FieldView<const float>&, const Device&, float*);
template void find_centre(const FieldView<const double>&, const Device&, double*);

} // namespace isotherm
