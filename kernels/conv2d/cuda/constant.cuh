#pragma once

/// A thread per pixel, every tap from global memory through the caches, the weights in constant memory: what the tile
/// is measured against.

#include "kernels/conv2d/cuda/taps.cuh"

namespace isotherm::cuda {

inline constexpr TileShape constant_tile{32, 8, 1};

template <class Real, bool Masked>
__global__ void __launch_bounds__(256)
    constant_kernel(const __grid_constant__ Filter<Real> f, const __grid_constant__ NearTaps<Real> taps) {
    const auto across = static_cast<unsigned>((f.out.n[0] + constant_tile.x - 1) / constant_tile.x);
    const index_t i = index_t{blockIdx.x % across} * constant_tile.x + threadIdx.x % constant_tile.x;
    const index_t j = index_t{blockIdx.x / across} * constant_tile.y + threadIdx.x / constant_tile.x;
    if (i >= f.out.n[0] || j >= f.out.n[1]) return;
    const index_t x = i - f.anchor[0], y = j - f.anchor[1];
    const Real c = f.centre();
    WeightedSum<Real, Masked> sum;
    if (x >= 0 && y >= 0 && x + f.columns <= f.in.n[0] && y + f.rows <= f.in.n[1]) {
        const Real* row = f.in.data + x + y * f.in.pitch;
        for (int a = 0; a < f.rows; ++a, row += f.in.pitch)
            for (int b = 0; b < f.columns; ++b) sum.add(taps[a * f.columns + b], row[b] - c);
    } else {
        for (int a = 0; a < f.rows; ++a)
            for (int b = 0; b < f.columns; ++b) sum.add(taps[a * f.columns + b], deviation(f, x + b, y + a));
    }
    f.out(i, j, 0) = sum.result(f.total, c);
}

template <class Real>
class ConstantFilter : public FilterKernel<Real> {
public:
    explicit ConstantFilter(const FilterSetup<Real>& setup) : taps_(near_taps(setup)), stream_(setup.device.stream) {}
    void run(const Filter<Real>& f) override {
        const index_t blocks = count_blocks(f.out.n[0], f.out.n[1], constant_tile.x, constant_tile.y);
        const auto kernel = f.masked ? &constant_kernel<Real, true> : &constant_kernel<Real, false>;
        launch(kernel, blocks, constant_tile.cells(), 0, stream_, f, taps_);
    }

private:
    NearTaps<Real> taps_;
    void* stream_;
};

template <class Real>
std::unique_ptr<FilterKernel<Real>> make_constant(const FilterSetup<Real>& setup) {
    return std::make_unique<ConstantFilter<Real>>(setup);
}

template <class Real>
FilterFacts constant_facts(const FilterTraits& t) {
    const auto kernel = t.masked ? &constant_kernel<Real, true> : &constant_kernel<Real, false>;
    return {constant_tile.cells(),
            registers_of(kernel),
            0,
            blocks_per_multiprocessor(kernel, constant_tile.cells(), 0),
            {constant_tile.x, constant_tile.y}};
}

} // namespace isotherm::cuda
