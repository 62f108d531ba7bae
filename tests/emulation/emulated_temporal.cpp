#include <cuda_runtime.h>

#include "kernels/stencil/cuda/temporal_kernels.cuh"
#include "tests/emulation/variants.hpp"

namespace isotherm::emulation {
namespace {

template <class Real>
bool advance(const Advance<Real>& a) {
    shared_limit = 227 * 1024; // a tile needs it
    const bool in_out = cuda::advance_temporal(a);
    shared_limit = 48 * 1024;
    return in_out;
}

} // namespace

const StencilVariant temporal{"temporal",     Backend::cpu,   "", [](const StencilTraits&) { return true; },
                              advance<float>, advance<double>};

} // namespace isotherm::emulation
