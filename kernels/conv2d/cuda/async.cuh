#pragma once

/// The march of `register` fed by asynchronous copies into a ring in shared memory.

#include "kernels/conv2d/cuda/march_launch.cuh"
#include "kernels/conv2d/cuda/ring_rows.cuh"

namespace isotherm::cuda {

template <class M>
__global__ void __launch_bounds__(march_threads)
    async_filter_kernel(const __grid_constant__ Filter<typename M::Real> f,
                        const __grid_constant__ TapSet<typename M::Real, M::size * M::size> taps,
                        const __grid_constant__ MarchPlan plan) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    wait_for_previous();
    const unsigned task = blockIdx.x * march_warps + threadIdx.x / 32;
    if (task >= plan.tasks) return; // whole warps, which meet no barrier
    const MarchPlace<M> place(plan, task, static_cast<int>(threadIdx.x % 32), f.out.n[1]);
    RingRows<M> rows(f, plan, place, shared_bytes);
    march<M>(f, plan, place, rows, AddDirect<M, TapSet<typename M::Real, M::size * M::size>>{taps});
}

struct AsyncFilterKernels {
    template <class Real, int Reach>
    static auto get() {
        using M = OnePack<Real, Reach>;
        return MarchKernel<Real, TapSet<Real, M::size * M::size>>{&async_filter_kernel<M>, M::span, M::width,
                                                                  RingRows<M>::bytes};
    }
};

template <class Real>
std::unique_ptr<FilterKernel<Real>> make_async(const FilterSetup<Real>& setup) {
    return make_direct_march<AsyncFilterKernels>(setup);
}

template <class Real>
FilterFacts async_facts(const FilterTraits& t) {
    return direct_march_facts<AsyncFilterKernels, Real>(t);
}

} // namespace isotherm::cuda
