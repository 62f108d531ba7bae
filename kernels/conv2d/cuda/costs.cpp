/// Which kernel a GPU takes for a filter: what each costs per pixel, in fused multiply-adds at the full rate. A pass
/// over memory takes as long as 62 of them (33.5e12 a second against a copy of 536e9 pixels a second, H200, fp32; fp64
/// has half of both). The march's, the patches' and the tiles' are measured there, at 8192 x 8192 pixels.

#include <algorithm>

#include "kernels/conv2d/cuda/march_plan.hpp"
#include "kernels/conv2d/cuda/variants.hpp"
#include "kernels/conv2d/fft_tiles.hpp"

namespace isotherm::cuda {
namespace {

constexpr double memory_pass = 62;
constexpr double near_bytes = 16384; ///< of weights that a launch takes along

double near_taps_of(const FilterTraits& t) { return near_bytes / static_cast<double>(size_of(t.precision)); }

double squared(double side) { return side * side; }

/// Costs of the sizes that have a kernel of their own, fp32 and fp64.
template <std::size_t N>
using Measured = double[2][N];

constexpr Measured<std::size(direct_reaches)> register_costs = {{65, 74, 98, 151, 478, 878, 2930},
                                                                {63, 76, 86, 129, 420, 6800, 13600}};
constexpr Measured<std::size(direct_reaches)> async_costs = {{78, 87, 112, 164, 382, 738, 5000},
                                                             {74, 77, 97, 136, 309, 818, 5280}};
constexpr Measured<std::size(separable_reaches)> separable_costs = {{72, 73, 75, 79, 82, 85, 91, 105, 125, 141},
                                                                    {67, 67, 67, 72, 78, 85, 94, 115, 135, 156}};

template <std::size_t N>
double measured(const Measured<N>& costs, const int (&reaches)[N], const FilterTraits& t) {
    std::size_t n = 0;
    while (n < N && reaches[n] < reach_of(t)) ++n;
    return n < N ? costs[t.precision == Precision::fp32 ? 0 : 1][n] : impossible;
}

/// Weights of the block kernel, each row padded to whole packs on both sides.
double block_taps_of(const FilterTraits& t, int rows, int columns) {
    const int width = static_cast<int>(16 / size_of(t.precision));
    return static_cast<double>(rows) * ((columns + 2 * width - 2) / width * width);
}

} // namespace

bool register_marches(const FilterTraits& t) {
    const int reach = next_reach(direct_reaches, reach_of(t));
    const double block = block_taps_of(t, t.rows, t.columns);
    return reach > 0 && columns_are_simple(t, reach) &&
           (squared(2 * reach + 1) <= 1.4 * block || block > near_taps_of(t));
}

bool separable_marches(const FilterTraits& t) {
    const int reach = next_reach(separable_reaches, reach_of(t));
    return reach > 0 && columns_are_simple(t, reach);
}

double cost_of_constant(const FilterTraits& t) {
    if (t.taps() > near_taps_of(t)) return impossible;
    return 2 * memory_pass + 16 * t.taps();
}

double cost_of_tiled(const FilterTraits& t) {
    // One row of the filter must fit into shared memory beside 32 rows of outputs (Volta and newer have 96 KB).
    if ((32.0 + t.columns) * 32 * static_cast<double>(size_of(t.precision)) > 96e3) return impossible;
    return 2 * memory_pass + (t.taps() > near_taps_of(t) ? 12 : 8) * t.taps();
}

double cost_of_register(const FilterTraits& t) {
    if (t.masked) return impossible;
    if (register_marches(t)) return measured(register_costs, direct_reaches, t);
    const double taps = block_taps_of(t, t.rows, t.columns);
    return taps > near_taps_of(t) ? impossible : memory_pass + 1.5 * taps;
}

double cost_of_async(const FilterTraits& t) {
    const int reach = next_reach(direct_reaches, reach_of(t));
    if (t.masked || reach == 0 || !columns_are_simple(t, reach)) return impossible;
    return measured(async_costs, direct_reaches, t);
}

double cost_of_separable(const FilterTraits& t) {
    if (t.masked || !t.separable) return impossible;
    if (separable_marches(t)) return measured(separable_costs, separable_reaches, t);
    const double x = block_taps_of(t, 1, t.columns), y = block_taps_of(t, t.rows, 1);
    return std::max(x, y) > near_taps_of(t) ? impossible : 2 * memory_pass + 1.5 * (x + y);
}

} // namespace isotherm::cuda
