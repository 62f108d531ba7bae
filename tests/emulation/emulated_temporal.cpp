#include <cuda_runtime.h>

#include <utility>

#include "kernels/stencil/cuda/temporal_kernels.cuh"
#include "kernels/stencil/cuda/temporal_launch.cuh"
#include "kernels/stencil/cuda/temporal_rows_launch.cuh"
#include "tests/emulation/variants.hpp"

namespace isotherm::cuda::temporal { // emulated_temporal_wide.cpp

extern template Kernel<float> temporal_kernel_of<float, 4, true, false>(int);
extern template Kernel<float> temporal_kernel_of<float, 4, false, false>(int);
extern template Kernel<float> temporal_kernel_of<float, 4, true, true>(int);
extern template Kernel<float> temporal_kernel_of<float, 4, false, true>(int);
extern template Kernel<double> temporal_kernel_of<double, 4, true, false>(int);
extern template Kernel<double> temporal_kernel_of<double, 4, false, false>(int);
extern template Kernel<double> temporal_kernel_of<double, 4, true, true>(int);
extern template Kernel<double> temporal_kernel_of<double, 4, false, true>(int);

} // namespace isotherm::cuda::temporal

namespace isotherm::emulation {
namespace {

bool fused = false;

template <class Real>
bool advance(const Advance<Real>& a) {
    shared_limit = 227 * 1024; // a tile needs it
    fused = a.sweep.dim == 2 ? cuda::fuses_rows(a.sweep) : cuda::temporal::can_fuse(a);
    const bool in_out = cuda::advance_temporal(a);
    shared_limit = 48 * 1024;
    return in_out;
}

} // namespace

bool fused_last_time() { return fused; }

std::pair<KernelFacts, KernelFacts> facts_of_fused_and_single(int generation) {
    StencilTraits traits;
    traits.dim = 3, traits.order = 2;
    traits.n[0] = traits.n[1] = traits.n[2] = 256;
    gpu_generation_here = generation, shared_limit = 227 * 1024;
    const std::pair facts{cuda::temporal_facts<float>(traits), cuda::register_facts<float>(traits)};
    gpu_generation_here = 9, shared_limit = 48 * 1024;
    return facts;
}

std::vector<Blocking> cuts_of_fused(const StencilTraits& traits) {
    shared_limit = 227 * 1024;
    const auto cuts =
        traits.precision == Precision::fp32 ? cuda::temporal_cuts<float>(traits) : cuda::temporal_cuts<double>(traits);
    shared_limit = 48 * 1024;
    return cuts;
}

const StencilVariant temporal{"temporal",     Backend::cpu,   "", [](const StencilTraits&) { return true; },
                              advance<float>, advance<double>};

} // namespace isotherm::emulation
