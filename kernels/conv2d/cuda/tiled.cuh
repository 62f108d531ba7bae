#pragma once

/// The textbook tile: a block loads the pixels that its outputs see into shared memory, all threads before the barrier,
/// and sums from there. Every loaded pixel is used
///
///     B^2 R S / ((B + R - 1)(B + S - 1))      times, B outputs a side
///
/// A tile that is too large for shared memory is gone through in strips of filter rows; the order of the sum stays.

#include "kernels/conv2d/cuda/taps.cuh"

namespace isotherm::cuda {

inline constexpr int tile_side = 32;
inline constexpr int tile_threads_y = 8;
inline constexpr int tile_threads = tile_side * tile_threads_y;
inline constexpr int tile_rows_per_thread = tile_side / tile_threads_y;

/// Filter rows per strip.
struct StripPlan {
    int strip = 1;
    index_t shared_bytes = 0; ///< 0: not even one filter row fits
};

inline StripPlan plan_strips(int rows, int columns, index_t size, index_t limit) {
    const index_t row_bytes = (tile_side + index_t{columns} - 1) * size;
    const index_t most = limit / row_bytes - tile_side + 1;
    if (most < 1) return {1, 0};
    const auto strip = static_cast<int>(std::min<index_t>(most, rows));
    return {strip, (tile_side + strip - 1) * row_bytes};
}

template <class Real, bool Masked, class Taps>
__global__ void __launch_bounds__(tile_threads)
    tiled_kernel(const __grid_constant__ Filter<Real> f, const __grid_constant__ Taps taps, const int strip) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    Real* const tile = reinterpret_cast<Real*>(shared_bytes);
    const auto across = static_cast<unsigned>((f.out.n[0] + tile_side - 1) / tile_side);
    const index_t i0 = index_t{blockIdx.x % across} * tile_side, j0 = index_t{blockIdx.x / across} * tile_side;
    const int width = tile_side + f.columns - 1;
    const int tx = threadIdx.x % tile_side, ty = threadIdx.x / tile_side;
    WeightedSum<Real, Masked> sum[tile_rows_per_thread];
    for (int a0 = 0; a0 < f.rows; a0 += strip) {
        const int rows = strip < f.rows - a0 ? strip : f.rows - a0;
        if (a0 > 0) __syncthreads(); // the strip before is done with
        for (int y = ty; y < tile_side + rows - 1; y += tile_threads_y)
            for (int x = tx; x < width; x += tile_side)
                tile[y * width + x] = deviation(f, i0 + x - f.anchor[0], j0 + y + a0 - f.anchor[1]);
        __syncthreads();
        for (int a = 0; a < rows; ++a)
            for (int b = 0; b < f.columns; ++b) {
                const Real w = taps[(a0 + a) * f.columns + b];
#pragma unroll
                for (int r = 0; r < tile_rows_per_thread; ++r)
                    sum[r].add(w, tile[(ty + r * tile_threads_y + a) * width + tx + b]);
            }
    }
#pragma unroll
    for (int r = 0; r < tile_rows_per_thread; ++r) {
        const index_t i = i0 + tx, j = j0 + ty + r * tile_threads_y;
        if (i < f.out.n[0] && j < f.out.n[1]) f.out(i, j, 0) = sum[r].result(f.total, f.centre());
    }
}

template <class Real, class Taps>
auto tiled_kernel_for(bool masked) {
    return masked ? &tiled_kernel<Real, true, Taps> : &tiled_kernel<Real, false, Taps>;
}

template <class Real>
class TiledFilter : public FilterKernel<Real> {
public:
    explicit TiledFilter(const FilterSetup<Real>& setup)
        : stream_(setup.device.stream), near_(fits_near(setup.traits())),
          plan_(plan_strips(setup.filter.rows, setup.filter.columns, sizeof(Real), most_shared_bytes())) {
        if (near_) taps_ = near_taps(setup);
        if (plan_.shared_bytes == 0)
            throw UsageError("filter.method: one row of the filter does not fit into the GPU's shared memory; use fft");
    }
    void run(const Filter<Real>& f) override {
        if (near_) start(tiled_kernel_for<Real, NearTaps<Real>>(f.masked), f, taps_);
        else start(tiled_kernel_for<Real, FarTaps<Real>>(f.masked), f, FarTaps<Real>{f.weights});
    }

private:
    template <class Kernel, class Taps>
    void start(Kernel kernel, const Filter<Real>& f, const Taps& taps) {
        allow_shared(kernel, plan_.shared_bytes);
        launch(kernel, count_blocks(f.out.n[0], f.out.n[1], tile_side, tile_side), tile_threads, plan_.shared_bytes,
               stream_, f, taps, plan_.strip);
    }
    NearTaps<Real> taps_{};
    void* stream_;
    bool near_;
    StripPlan plan_;
};

template <class Real>
std::unique_ptr<FilterKernel<Real>> make_tiled(const FilterSetup<Real>& setup) {
    return std::make_unique<TiledFilter<Real>>(setup);
}

template <class Real>
FilterFacts tiled_facts(const FilterTraits& t) {
    const StripPlan plan = plan_strips(t.rows, t.columns, sizeof(Real), most_shared_bytes());
    const auto facts = [&](auto kernel) -> FilterFacts {
        allow_shared(kernel, plan.shared_bytes);
        return {tile_threads,
                registers_of(kernel),
                plan.shared_bytes,
                blocks_per_multiprocessor(kernel, tile_threads, plan.shared_bytes),
                {tile_side, tile_side}};
    };
    return fits_near(t) ? facts(tiled_kernel_for<Real, NearTaps<Real>>(t.masked))
                        : facts(tiled_kernel_for<Real, FarTaps<Real>>(t.masked));
}

} // namespace isotherm::cuda
