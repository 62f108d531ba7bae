#include "kernels/conv2d/cuda/fft.cuh"

namespace isotherm::cuda {

template std::unique_ptr<FilterKernel<float>> make_fft(const FilterSetup<float>&);

/// Several passes over the tiles, which stay in the cache for the most part.
double cost_of_fft(const FilterTraits& t) {
    if (t.masked || !cufft().there) return impossible;
    return 400 + 12 * plan_fft_tiles(t, gpu_fft_cache).work_per_pixel;
}

} // namespace isotherm::cuda
