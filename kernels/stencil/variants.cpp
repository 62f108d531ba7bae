#include "kernels/stencil/variants.hpp"

#include <vector>

#include "kernels/base/error.hpp"
#include "kernels/stencil/cpu/temporal_plan.hpp"
#include "kernels/stencil/cpu/variants.hpp"
#ifdef ISOTHERM_CUDA
#include "kernels/stencil/cuda/resident_plan.hpp"
#include "kernels/stencil/cuda/temporal_plan.hpp"
#include "kernels/stencil/cuda/temporal_rows_plan.hpp"
#include "kernels/stencil/cuda/variants.hpp"
#endif

namespace isotherm {
namespace {

bool any(const StencilTraits&) { return true; }

/// Stages that read other fields cannot be blocked in time.
bool whole_steps(const StencilTraits& traits) { return traits.n_terms == 0; }

/// The field moves across rows and planes, along which nothing closes.
bool whole_steps_between_walls(const StencilTraits& traits) {
    return whole_steps(traits) && traits.dim == 3 && !traits.periodic[1] && !traits.periodic[2];
}

#ifdef ISOTHERM_CUDA
bool fusing_pays(const StencilTraits& traits) { return cuda::tiles_pay(traits) || cuda::strips_pay(traits); }

std::vector<Blocking> fused_cuts(const StencilTraits& traits, index_t) {
    return traits.precision == Precision::fp32 ? cuda::temporal_cuts<float>(traits)
                                               : cuda::temporal_cuts<double>(traits);
}
#endif

/// The table: one line per kernel, each backend from plain to fast, so `auto` takes the last that supports the case.
const StencilVariant table[] = {
    {"reference", Backend::cpu, "every cell through the definition; slow, what all others are compared with", any,
     advance_reference, advance_reference},
    {"rows", Backend::cpu, "vectorised rows along x, ghost rows at the walls, one sweep per pass over memory", any,
     advance_rows, advance_rows},
    {"in_place", Backend::cpu,
     "the steps of temporal in one array, through which the field moves: half the memory; 3-D, euler, walls along "
     "y and z",
     whole_steps_between_walls, advance_temporal, advance_temporal, nullptr, nullptr, in_place_cuts, in_place_leeway},
    {"temporal", Backend::cpu, "many steps per pass over memory: skewed tiles, threads one behind the other",
     whole_steps, advance_temporal, advance_temporal, nullptr, nullptr, temporal_cuts},
#ifdef ISOTHERM_CUDA
    {"naive", Backend::cuda, "one thread per cell, every neighbour from global memory through the caches", any,
     cuda::advance_naive<float>, cuda::advance_naive<double>, cuda::naive_facts<float>, cuda::naive_facts<double>},
    {"tiled", Backend::cuda, "a block loads its cells and their halo into shared memory, then computes: the textbook",
     any, cuda::advance_tiled<float>, cuda::advance_tiled<double>, cuda::tiled_facts<float>, cuda::tiled_facts<double>},
    {"coarsened", Backend::cuda, "a block marches along the last axis, the current plane in shared memory", any,
     cuda::advance_coarsened<float>, cuda::advance_coarsened<double>, cuda::coarsened_facts<float>,
     cuda::coarsened_facts<double>},
    {"async", Backend::cuda,
     "a window of planes in registers, the coming planes copied asynchronously into a ring in shared memory", any,
     cuda::advance_async<float>, cuda::advance_async<double>, cuda::async_facts<float>, cuda::async_facts<double>},
    {"register", Backend::cuda,
     "a window of planes slides through registers, 16 bytes at a time, cells beside by shuffle, no barrier", any,
     cuda::advance_register<float>, cuda::advance_register<double>, cuda::register_facts<float>,
     cuda::register_facts<double>},
    {"temporal", Backend::cuda,
     "2 to 8 steps per pass over memory: a march along the last axis, stages in time one behind the other, a few "
     "planes or rows of each in registers",
     fusing_pays, cuda::advance_temporal<float>, cuda::advance_temporal<double>, cuda::temporal_facts<float>,
     cuda::temporal_facts<double>, fused_cuts, nullptr, true},
    {"resident", Backend::cuda,
     "many sweeps per launch, for small grids: every block keeps its part of the grid, all meet between sweeps",
     cuda::staying_pays, cuda::advance_resident<float>, cuda::advance_resident<double>, cuda::resident_facts<float>,
     cuda::resident_facts<double>},
#endif
};

} // namespace

std::span<const StencilVariant> stencil_variants() { return table; }

const StencilVariant& find_stencil_variant(Backend backend, std::string_view name, const StencilTraits& traits) {
    const StencilVariant* found = nullptr;
    std::string names = "auto";
    for (const StencilVariant& v : table) {
        if (v.backend != backend) continue;
        names += std::string(", ") + std::string(v.name);
        if (!v.supports(traits)) {
            if (v.name == name)
                throw UsageError("compute.kernel: '" + std::string(name) + "' cannot compute this case (" +
                                 std::string(v.what) + "); use auto");
            continue;
        }
        if (name == "auto" || v.name == name) found = &v;
    }
    if (found == nullptr)
        throw UsageError("compute.kernel: no kernel '" + std::string(name) + "' for backend " + name_of(backend) +
                         "; there are " + names);
    return *found;
}

} // namespace isotherm
