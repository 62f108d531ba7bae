#pragma once

/// Several outputs per thread in x and y, 16-byte loads, weights as operands from constant memory: patches for squares
/// up to 9 a side, the march up to 31, the block of any size for the others.

#include "kernels/conv2d/cuda/block.cuh"
#include "kernels/conv2d/cuda/march_launch.cuh"
#include "kernels/conv2d/cuda/patch.hpp"

namespace isotherm::cuda {

/// Whether a second row of pixels fits into registers beside the sums.
template <class M>
constexpr bool loads_ahead() {
    constexpr int words = static_cast<int>(sizeof(typename M::Real)) / 4;
    return words * (2 * M::window + (M::size - 1) * M::outputs) <= 150;
}

template <class M>
__global__ void __launch_bounds__(march_threads)
    register_kernel(const __grid_constant__ Filter<typename M::Real> f,
                    const __grid_constant__ TapSet<typename M::Real, M::size * M::size> taps,
                    const __grid_constant__ MarchPlan plan) {
    wait_for_previous();
    const unsigned task = blockIdx.x * march_warps + threadIdx.x / 32;
    if (task >= plan.tasks) return;
    const MarchPlace<M> place(plan, task, static_cast<int>(threadIdx.x % 32), f.out.n[1]);
    if (place.x0 - plan.shift[0] >= f.out.n[0]) return;
    GlobalRows<M, loads_ahead<M>()> rows(f, plan, place);
    march<M>(f, plan, place, rows, AddDirect<M, TapSet<typename M::Real, M::size * M::size>>{taps});
}

template <class M, int Warps, int Blocks>
__global__ void __launch_bounds__(32 * Warps, Blocks)
    patch_kernel(const __grid_constant__ Filter<typename M::Real> f,
                 const __grid_constant__ TapSet<typename M::Real, M::size * M::size> taps,
                 const __grid_constant__ MarchPlan plan) {
    wait_for_previous();
    const MarchPlace<M> place(plan, blockIdx.x % plan.strips, blockIdx.x / plan.strips * Warps + threadIdx.x / 32,
                              static_cast<int>(threadIdx.x % 32), f.out.n[1]);
    if (place.x0 - plan.shift[0] >= f.out.n[0] || place.j0 >= f.out.n[1]) return;
    compute_patch(f, plan, place, taps);
}

struct RegisterKernels {
    template <class Real, int Reach>
    static auto get() {
        using Taps = TapSet<Real, (2 * Reach + 1) * (2 * Reach + 1)>;
        if constexpr (Reach <= largest_patch_reach) {
            constexpr PatchTuning t = patch_tuning<Real>(Reach);
            using M = PatchShape<Real, Reach, t.rows>;
            return MarchKernel<Real, Taps>{
                &patch_kernel<M, t.warps, t.blocks>, M::span, M::width, 0, 32 * t.warps, t.rows, t.warps, true};
        } else {
            using M = OnePack<Real, Reach>;
            return MarchKernel<Real, Taps>{&register_kernel<M>, M::span, M::width};
        }
    }
};

template <class Real>
std::unique_ptr<FilterKernel<Real>> make_register(const FilterSetup<Real>& setup) {
    if (register_marches(setup.traits())) return make_direct_march<RegisterKernels>(setup);
    const Filter<Real>& f = setup.filter;
    const BlockTaps<Real> taps = block_taps(setup.weights, f.rows, f.columns, f.anchor[0]);
    return std::make_unique<StartedFilter<Real>>(
        [taps, stream = setup.device.stream](const Filter<Real>& filter) { launch_block(filter, taps, {}, stream); });
}

template <class Real>
FilterFacts register_facts(const FilterTraits& t) {
    if (register_marches(t)) return direct_march_facts<RegisterKernels, Real>(t);
    return {march_threads,
            registers_of(&block_kernel<Real>),
            0,
            blocks_per_multiprocessor(&block_kernel<Real>, march_threads, 0),
            {0, 0}};
}

} // namespace isotherm::cuda
