#pragma once

/// Choosing, preparing and starting a marching kernel.

#include <functional>

#include "kernels/conv2d/cuda/march_plan.hpp"
#include "kernels/conv2d/cuda/taps.cuh"

namespace isotherm::cuda {

/// A kernel that is ready to be launched, and what it takes.
template <class Real, class Taps>
struct MarchKernel {
    void (*kernel)(Filter<Real>, Taps, MarchPlan) = nullptr;
    int span = 1, width = 1; ///< columns of a warp, pixels of a pack
    index_t shared_bytes = 0;
    int threads = march_threads;
    int rows = 0;                 ///< of a piece; 0: as the plan of a march says
    int pieces = march_warps;     ///< of a block
    bool one_below_other = false; ///< a block's pieces are of one strip
};

template <class Real>
using FilterStart = std::function<void(const Filter<Real>&)>;

/// Plans the kernel for this device and keeps the weights for the launches.
template <class Real, class Taps>
FilterStart<Real> march_start(const FilterSetup<Real>& setup, const Centred& c, int reach, const Taps& taps,
                              const MarchKernel<Real, Taps>& k) {
    allow_shared(k.kernel, k.shared_bytes);
    const MarchPlan plan = k.rows > 0
                               ? plan_pieces(setup, c, k.span, k.width, k.rows)
                               : plan_march(setup, c, reach, k.span, k.width,
                                            resident_blocks(k.kernel, k.threads, k.shared_bytes) * (k.threads / 32));
    const index_t blocks =
        k.one_below_other ? plan.strips * ceil_div(plan.tasks / plan.strips, k.pieces) : ceil_div(plan.tasks, k.pieces);
    return [=, stream = setup.device.stream](const Filter<Real>& f) {
        launch(Start::early, k.kernel, blocks, k.threads, k.shared_bytes, stream, f, taps, plan);
    };
}

template <class Real, class Taps>
FilterFacts march_facts(const MarchKernel<Real, Taps>& k) {
    allow_shared(k.kernel, k.shared_bytes);
    return {k.threads,
            registers_of(k.kernel),
            k.shared_bytes,
            blocks_per_multiprocessor(k.kernel, k.threads, k.shared_bytes),
            {0, 0}};
}

/// A kernel that is a closure.
template <class Real>
class StartedFilter : public FilterKernel<Real> {
public:
    explicit StartedFilter(FilterStart<Real> start) : start_(std::move(start)) {}
    void run(const Filter<Real>& f) override { start_(f); }

private:
    FilterStart<Real> start_;
};

template <class F>
auto choose_direct_reach(int reach, F&& f) {
    return choose<int, 1, 2, 3, 4, 7, 10, 15>(reach, std::forward<F>(f));
}

/// The direct march of a setup, with Kernels::get<Real, Reach>().
template <class Kernels, class Real>
std::unique_ptr<FilterKernel<Real>> make_direct_march(const FilterSetup<Real>& setup) {
    const Filter<Real>& f = setup.filter;
    const Centred c = centred(f.rows, f.columns, f.padding, f.anchor);
    return choose_direct_reach(next_reach(direct_reaches, c.reach), [&](auto r) {
        constexpr int reach = decltype(r)::value;
        return std::unique_ptr<FilterKernel<Real>>(std::make_unique<StartedFilter<Real>>(march_start(
            setup, c, reach, direct_taps<OnePack<Real, reach>>(setup, c), Kernels::template get<Real, reach>())));
    });
}

template <class Kernels, class Real>
FilterFacts direct_march_facts(const FilterTraits& t) {
    return choose_direct_reach(next_reach(direct_reaches, reach_of(t)),
                               [](auto r) { return march_facts(Kernels::template get<Real, decltype(r)::value>()); });
}

} // namespace isotherm::cuda
