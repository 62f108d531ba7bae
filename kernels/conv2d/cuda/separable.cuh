#pragma once

/// Filters of rank 1. Up to 31 a side both passes are one kernel: rows come through shared memory, are filtered along x
/// in registers, and go straight into the sums of the output rows that see them; nothing between the passes is stored.
/// Longer ones make two passes of the block kernel with a plane between them.

#include "kernels/conv2d/cuda/block.cuh"
#include "kernels/conv2d/cuda/march_launch.cuh"
#include "kernels/conv2d/cuda/ring_rows.cuh"

namespace isotherm::cuda {

template <class M>
__global__ void __launch_bounds__(march_threads)
    separable_kernel(const __grid_constant__ Filter<typename M::Real> f,
                     const __grid_constant__ TapSet<typename M::Real, 2 * M::size> taps,
                     const __grid_constant__ MarchPlan plan) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const unsigned task = blockIdx.x * march_warps + threadIdx.x / 32;
    if (task >= plan.tasks) return; // whole warps, which meet no barrier
    const MarchPlace<M> place(plan, task, static_cast<int>(threadIdx.x % 32), f.out.n[1]);
    RingRows<M> rows(f, plan, place, shared_bytes);
    march<M>(f, plan, place, rows, AddSeparable<M, TapSet<typename M::Real, 2 * M::size>>{taps});
}

template <class M>
MarchKernel<typename M::Real, TapSet<typename M::Real, 2 * M::size>> separable_kernel_for() {
    return {&separable_kernel<M>, M::span, M::width, RingRows<M>::bytes};
}

template <class F>
auto choose_separable_reach(int reach, F&& f) {
    return choose<int, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15>(reach, std::forward<F>(f));
}

/// Along x into a plane of T - c, then along y.
template <class Real>
class TwoPasses : public FilterKernel<Real> {
public:
    explicit TwoPasses(const FilterSetup<Real>& setup)
        : stream_(setup.device.stream), pitch_(ceil_div(setup.filter.out.n[0], 32) * 32),
          between_(setup.device, pitch_ * setup.filter.in.n[1] * index_t{sizeof(Real)}, "a half-filtered field"),
          x_(block_taps(setup.x_weights, 1, setup.filter.columns, setup.filter.anchor[0])),
          y_(block_taps(setup.y_weights, setup.filter.rows, 1, 0)) {
        for (int b = 0; b < setup.filter.columns; ++b) x_total_ += setup.x_weights[b];
    }
    void run(const Filter<Real>& f) override {
        Filter<Real> along_x = f, along_y = f;
        along_x.rows = 1, along_x.anchor[1] = 0, along_x.total = Real(0);
        along_x.out = {between_.as<Real>(), {f.out.n[0], f.in.n[1], 1}, pitch_, pitch_ * f.in.n[1]};
        launch_block(along_x, x_, {}, stream_);
        along_y.columns = 1, along_y.anchor[0] = 0;
        along_y.in = {between_.as<Real>(), {f.out.n[0], f.in.n[1], 1}, pitch_, pitch_ * f.in.n[1]};
        launch_block(along_y, y_, {true, x_total_}, stream_);
    }

private:
    void* stream_;
    index_t pitch_;
    Memory between_;
    BlockTaps<Real> x_, y_;
    Real x_total_ = Real(0);
};

template <class Real>
std::unique_ptr<FilterKernel<Real>> make_separable(const FilterSetup<Real>& setup) {
    const Filter<Real>& f = setup.filter;
    if (!separable_marches(setup.traits())) return std::make_unique<TwoPasses<Real>>(setup);
    const Centred c = centred(f.rows, f.columns, f.padding, f.anchor);
    return choose_separable_reach(next_reach(separable_reaches, c.reach), [&](auto r) {
        using M = OnePack<Real, decltype(r)::value>;
        TapSet<Real, 2 * M::size> taps;
        embed(setup.x_weights, f.columns, c.anchor[0], M::reach, taps.w);
        embed(setup.y_weights, f.rows, c.anchor[1], M::reach, taps.w + M::size);
        return std::unique_ptr<FilterKernel<Real>>(
            std::make_unique<StartedFilter<Real>>(march_start(setup, c, M::reach, taps, separable_kernel_for<M>())));
    });
}

template <class Real>
FilterFacts separable_facts(const FilterTraits& t) {
    if (!separable_marches(t))
        return {march_threads,
                registers_of(&block_kernel<Real>),
                0,
                blocks_per_multiprocessor(&block_kernel<Real>, march_threads, 0),
                {0, 0}};
    return choose_separable_reach(next_reach(separable_reaches, reach_of(t)), [](auto r) {
        return march_facts(separable_kernel_for<OnePack<Real, decltype(r)::value>>());
    });
}

} // namespace isotherm::cuda
