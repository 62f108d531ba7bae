#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string_view>

#include "kernels/base/device.hpp"
#include "kernels/conv2d/filter.hpp"

namespace isotherm {

/// What is known of a filter before it runs.
struct FilterTraits {
    int rows = 1, columns = 1;
    index_t n[2] = {1, 1}; ///< pixels of the input
    Padding padding[2] = {Padding::reflect, Padding::reflect};
    Precision precision = Precision::fp64;
    bool separable = false, masked = false;

    [[nodiscard]] double taps() const { return static_cast<double>(rows) * columns; }
};

/// All that a kernel is made from: the filter, its weights in host memory too, and where it will run.
template <class Real>
struct FilterSetup {
    Filter<Real> filter;                                                       ///< without the data of `in` and `out`
    const Real *weights = nullptr, *x_weights = nullptr, *y_weights = nullptr; ///< host
    Device device;
    [[nodiscard]] FilterTraits traits() const {
        return {filter.rows,
                filter.columns,
                {filter.in.n[0], filter.in.n[1]},
                {filter.padding[0], filter.padding[1]},
                sizeof(Real) == 4 ? Precision::fp32 : Precision::fp64,
                filter.x_weights != nullptr,
                filter.masked};
    }
};

/// A prepared filter: plans, transformed weights, scratch memory.
template <class Real>
class FilterKernel {
public:
    virtual ~FilterKernel() = default;
    virtual void run(const Filter<Real>& filter) = 0;
};

/// What a kernel takes, for the bench and for people who learn from it. Zero: does not apply.
struct FilterFacts {
    int threads = 0;                                          ///< of a block
    int registers = 0;                                        ///< of a thread
    index_t shared_bytes = 0;                                 ///< of a block
    int blocks_per_multiprocessor = 0;                        ///< that are resident
    int tile[2] = {0, 0};                                     ///< outputs of a block, x and y
    [[nodiscard]] double reuse(int rows, int columns) const { ///< uses of a loaded pixel: B^2 RS/((B+R-1)(B+S-1))
        return static_cast<double>(tile[0]) * tile[1] * rows * columns /
               (static_cast<double>(tile[0] + columns - 1) * (tile[1] + rows - 1));
    }
};

inline constexpr double impossible = std::numeric_limits<double>::infinity();

/// A row of the table of filter kernels. Being in the table means: parity is tested, `bench --filter` has a line for
/// it, and the user can force it.
struct FilterVariant {
    std::string_view name;
    Backend backend;
    std::string_view what; ///< one line: how it works, what it teaches
    bool same_bits;        ///< as the reference; else within the tolerance that its test states
    /// Time per output pixel in any unit that the variants of a backend share, from measurements; `impossible` where
    /// it cannot do it. `auto` takes the least.
    double (*cost)(const FilterTraits&);
    std::unique_ptr<FilterKernel<float>> (*make_fp32)(const FilterSetup<float>&);
    std::unique_ptr<FilterKernel<double>> (*make_fp64)(const FilterSetup<double>&);
    FilterFacts (*facts_fp32)(const FilterTraits&) = nullptr; ///< null where there is nothing to say
    FilterFacts (*facts_fp64)(const FilterTraits&) = nullptr;

    [[nodiscard]] bool supports(const FilterTraits& traits) const { return cost(traits) < impossible; }
};

std::span<const FilterVariant> filter_variants();

/// The variant of this name, or for "auto" the quickest that supports the traits. Throws UsageError that lists the
/// names that there are, or says that this one cannot do it.
const FilterVariant& find_filter_variant(Backend backend, std::string_view name, const FilterTraits& traits);

} // namespace isotherm
