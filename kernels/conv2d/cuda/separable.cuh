#pragma once

/// Filters of rank 1. Up to 31 a side both passes are one kernel, tile by tile through shared memory; longer ones make
/// two passes of the block kernel with a plane between them.

#include "kernels/conv2d/cuda/block.cuh"
#include "kernels/conv2d/cuda/march_launch.cuh"
#include "kernels/conv2d/cuda/separable_tile.cuh"

namespace isotherm::cuda {

template <class M>
MarchKernel<typename M::Real, TapSet<typename M::Real, 2 * M::size>> separable_tile_kernel() {
    return {&separable_kernel<M>, M::span, M::width, M::bytes, M::threads, M::rows, 1, true};
}

/// The quickest tile, or a small one where a block may not have as much shared memory.
template <class Real, int Reach>
MarchKernel<Real, TapSet<Real, 2 * (2 * Reach + 1)>> separable_kernel_for() {
    constexpr bool narrow = sizeof(Real) == 8;
    using Small = SeparableTile<Real, Reach, 8, 4>;
    using Quick = std::conditional_t<Reach <= 4, Small,
                                     std::conditional_t<narrow, SeparableTile<Real, Reach, 8, 12>,
                                                        SeparableTile<Real, Reach, Reach <= 10 ? 8 : 16, 8>>>;
    return Quick::bytes <= most_shared_bytes() ? separable_tile_kernel<Quick>() : separable_tile_kernel<Small>();
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
        constexpr int reach = decltype(r)::value, size = 2 * reach + 1;
        TapSet<Real, 2 * size> taps;
        embed(setup.x_weights, f.columns, c.anchor[0], reach, taps.w);
        embed(setup.y_weights, f.rows, c.anchor[1], reach, taps.w + size);
        return std::unique_ptr<FilterKernel<Real>>(std::make_unique<StartedFilter<Real>>(
            march_start(setup, c, reach, taps, separable_kernel_for<Real, reach>())));
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
    return choose_separable_reach(next_reach(separable_reaches, reach_of(t)),
                                  [](auto r) { return march_facts(separable_kernel_for<Real, decltype(r)::value>()); });
}

} // namespace isotherm::cuda
