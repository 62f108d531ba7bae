#include "kernels/conv2d/cuda/fft.cuh"

namespace isotherm::cuda {

template std::unique_ptr<FilterKernel<float>> make_fft(const FilterSetup<float>&);

/// Several passes over the tiles, which stay in the cache for the most part; measured as costs.cpp says.
double cost_of_fft(const FilterTraits& t) {
    if (t.masked || !cufft().there) return impossible;
    return (t.precision == Precision::fp32 ? 1.65 : 1.15) *
           (400 + 12 * plan_fft_tiles(t, gpu_fft_cache).work_per_pixel);
}

} // namespace isotherm::cuda
