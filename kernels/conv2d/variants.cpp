#include "kernels/conv2d/variants.hpp"

#include <cmath>
#include <string>

#include "kernels/base/error.hpp"
#include "kernels/conv2d/cpu/variants.hpp"
#ifdef ISOTHERM_CUDA
#include "kernels/conv2d/cuda/variants.hpp"
#endif

namespace isotherm {
namespace {

/// Keeps a function as a kernel without state.
template <class Real, void (*Run)(const Filter<Real>&, int)>
std::unique_ptr<FilterKernel<Real>> on_threads(const FilterSetup<Real>& setup) {
    struct Plain : FilterKernel<Real> {
        explicit Plain(int t) : threads(t) {}
        void run(const Filter<Real>& filter) override { Run(filter, threads); }
        int threads;
    };
    return std::make_unique<Plain>(setup.device.threads);
}

double cost_of_reference(const FilterTraits& t) { return 1000 * t.taps(); }

/// The table: one line per kernel, the reference of each backend first.
const FilterVariant table[] = {
    {"reference", Backend::cpu, "every pixel through the definition; slow, what all others are compared with", true,
     cost_of_reference, on_threads<float, filter_by_definition>, on_threads<double, filter_by_definition>},
    {"direct", Backend::cpu, "vectors of pixels, four rows at a time, from a ring of padded lines in the cache", true,
     cpu_cost_of_direct, on_threads<float, filter_direct>, on_threads<double, filter_direct>},
    {"separable", Backend::cpu, "along x, then along y while the lines are in the cache; filters of rank 1", false,
     cpu_cost_of_separable, on_threads<float, filter_separable>, on_threads<double, filter_separable>},
    {"fft", Backend::cpu, "tiles through FFTW: the cost hardly grows with the filter", false, cpu_cost_of_fft,
     make_cpu_fft<float>, make_cpu_fft<double>},
#ifdef ISOTHERM_CUDA
    {"constant", Backend::cuda, "a thread per pixel, weights in constant memory, pixels through the caches", true,
     cuda::cost_of_constant, cuda::make_constant<float>, cuda::make_constant<double>, cuda::constant_facts<float>,
     cuda::constant_facts<double>},
    {"tiled", Backend::cuda, "a block loads its pixels and their halo into shared memory, then sums: the textbook",
     true, cuda::cost_of_tiled, cuda::make_tiled<float>, cuda::make_tiled<double>, cuda::tiled_facts<float>,
     cuda::tiled_facts<double>},
    {"async", Backend::cuda, "a march down the rows, which are copied asynchronously into a ring per warp", true,
     cuda::cost_of_async, cuda::make_async<float>, cuda::make_async<double>, cuda::async_facts<float>,
     cuda::async_facts<double>},
    {"register", Backend::cuda, "several rows of outputs per thread in registers, 16-byte loads, no shared memory",
     true, cuda::cost_of_register, cuda::make_register<float>, cuda::make_register<double>, cuda::register_facts<float>,
     cuda::register_facts<double>},
    {"separable", Backend::cuda, "along x, then along y, tile by tile in shared memory; filters of rank 1", false,
     cuda::cost_of_separable, cuda::make_separable<float>, cuda::make_separable<double>, cuda::separable_facts<float>,
     cuda::separable_facts<double>},
    {"fft", Backend::cuda, "tiles through cuFFT, where its library is installed", false, cuda::cost_of_fft,
     cuda::make_fft<float>, cuda::make_fft<double>},
#endif
};

} // namespace

std::span<const FilterVariant> filter_variants() { return table; }

const FilterVariant& find_filter_variant(Backend backend, std::string_view name, const FilterTraits& traits) {
    const FilterVariant* found = nullptr;
    std::string names = "auto";
    for (const FilterVariant& v : table) {
        if (v.backend != backend) continue;
        names += std::string(", ") + std::string(v.name);
        if (name == v.name && !v.supports(traits))
            throw UsageError("filter.method: '" + std::string(name) + "' cannot do this filter (" +
                             std::string(v.what) + "); use auto");
        if (name == v.name) return v;
        if (name == "auto" && v.supports(traits) && (found == nullptr || v.cost(traits) < found->cost(traits)))
            found = &v;
    }
    if (found == nullptr)
        throw UsageError("filter.method: no filter kernel '" + std::string(name) + "' for backend " + name_of(backend) +
                         "; there are " + names);
    return *found;
}

} // namespace isotherm
