/// Takes the build of the strips for this processor's instruction set, and says what the CPU kernels cost.

#include <string_view>

#include "kernels/conv2d/cpu/variants.hpp"
#include "kernels/conv2d/fft_tiles.hpp"
#include "kernels/stencil/cpu/variants.hpp"

namespace isotherm {

#define ISOTHERM_DECLARE(isa)                                                                                          \
    namespace isa {                                                                                                    \
    void filter_strips(const Filter<float>& f, bool separable, int threads);                                           \
    void filter_strips(const Filter<double>& f, bool separable, int threads);                                          \
    }
ISOTHERM_DECLARE(baseline)
#if defined(__x86_64__)
ISOTHERM_DECLARE(x86_64_v3)
ISOTHERM_DECLARE(x86_64_v4)
#endif
#undef ISOTHERM_DECLARE

namespace {

template <class Real>
void strips(const Filter<Real>& f, bool separable, int threads) {
#if defined(__x86_64__)
    static const std::string_view set = cpu_instruction_set();
    if (set == "x86-64-v4") return x86_64_v4::filter_strips(f, separable, threads);
    if (set == "x86-64-v3") return x86_64_v3::filter_strips(f, separable, threads);
#endif
    baseline::filter_strips(f, separable, threads);
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
