#include "kernels/conv2d/centre.hpp"

#include "kernels/conv2d/cuda/taps.cuh"

namespace isotherm::cuda {
namespace {

constexpr int centre_threads = 256;

/// One block. The search for a first number is for fields that hardly have any.
template <class Real>
__global__ void centre_kernel(const FieldView<const Real> in, Real* to) {
    __shared__ Real median;
    __shared__ int found;
    wait_for_previous();
    if (threadIdx.x == 0) {
        median = Real(0);
        found = median_of_samples(in, median) ? -1 : centre_threads;
    }
    __syncthreads();
    const index_t pixels = in.n[0] * in.n[1];
    for (index_t first = 0; first < pixels && found == centre_threads; first += centre_threads) {
        const index_t at = first + threadIdx.x;
        const Real v = at < pixels ? in.data[at % in.n[0] + at / in.n[0] * in.pitch] : Real(0);
        __syncthreads(); // everybody has looked at `found`
        if (at < pixels && is_number(v)) atomicMin(&found, static_cast<int>(threadIdx.x));
        __syncthreads();
        if (found == static_cast<int>(threadIdx.x)) median = v;
    }
    __syncthreads();
    if (threadIdx.x == 0) *to = median;
}

} // namespace

template <class Real>
void find_centre(const FieldView<const Real>& in, void* stream, Real* to) {
    launch(Start::early, &centre_kernel<Real>, 1, centre_threads, 0, stream, in, to);
}

template void find_centre(const FieldView<const float>&, void*, float*);
template void find_centre(const FieldView<const double>&, void*, double*);

} // namespace isotherm::cuda
