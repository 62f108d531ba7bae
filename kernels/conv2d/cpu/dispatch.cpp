/// Takes the build of the strips for this processor's instruction set, and says what the CPU kernels cost.

#include "kernels/conv2d/cpu/variants.hpp"
#include "kernels/conv2d/fft_tiles.hpp"
#include "kernels/stencil/cpu/instruction_sets.hpp"

namespace isotherm {

ISOTHERM_IN_EVERY_SET(void filter_strips(const Filter<float>& f, bool separable, int threads);
                      void filter_strips(const Filter<double>& f, bool separable, int threads);)

namespace {

template <class Real>
void strips(const Filter<Real>& f, bool separable, int threads) {
    using Build = void (*)(const Filter<Real>&, bool, int);
    static const Build filter_strips = ISOTHERM_BUILD_FOR_HERE(Build, filter_strips);
    filter_strips(f, separable, threads);
}

} // namespace

void filter_direct(const Filter<float>& f, int threads) { strips(f, false, threads); }
void filter_direct(const Filter<double>& f, int threads) { strips(f, false, threads); }
void filter_separable(const Filter<float>& f, int threads) { strips(f, true, threads); }
void filter_separable(const Filter<double>& f, int threads) { strips(f, true, threads); }

// In fused multiply-adds per pixel as the direct kernel does them (64e9 a second on two threads with AVX-512), with
// what a pass over memory takes in the same unit. The FFT wins from about 22 x 22 weights on.
namespace {
constexpr double memory_pass = 12;
} // namespace

double cpu_cost_of_direct(const FilterTraits& t) { return memory_pass + t.taps() * (t.masked ? 2 : 1); }

double cpu_cost_of_separable(const FilterTraits& t) {
    if (!t.separable) return impossible;
    return memory_pass + 1 + (1.6 * t.columns + t.rows) * (t.masked ? 2 : 1);
}

double cpu_cost_of_fft(const FilterTraits& t) {
    if (t.masked) return impossible; // where the weights of what is there vanish, its rounding would be divided by 0
    return memory_pass + 20 * plan_fft_tiles(t, cpu_fft_cache).work_per_pixel;
}

} // namespace isotherm
