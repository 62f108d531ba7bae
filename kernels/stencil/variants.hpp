#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/device.hpp"
#include "kernels/stencil/in_place.hpp"
#include "kernels/stencil/sweep.hpp"

namespace isotherm {

/// What a kernel must handle, known before the run starts.
struct StencilTraits {
    int dim = 3;
    int order = 2;
    bool equal_spacing = true;
    index_t n[3] = {1, 1, 1};
    Precision precision = Precision::fp64;
    int n_terms = 0; ///< the largest number of stage terms of the integrator
    bool periodic[3] = {};
    bool heun = false; ///< the integrator's step is Heun's (Advance)
};

/// What a kernel takes, for the bench and for people who learn from it.
struct KernelFacts {
    int threads = 0;           ///< of a block
    int registers = 0;         ///< of a thread
    index_t shared_bytes = 0;  ///< of a block
    double bytes_per_cell = 0; ///< asked of global memory by the kernel's own arithmetic (tile and halo, and the store)
};

/// A row of the table of stencil kernels. Being in the table means: parity with `reference` is tested, `bench` has a
/// line for it, `explain compute.kernel` lists it.
struct StencilVariant {
    std::string_view name;
    Backend backend;
    std::string_view what; ///< one line: how it works, what it teaches
    bool (*supports)(const StencilTraits&);
    /// Returns whether the result is in sweep.out (sweep.hpp, Advance).
    bool (*advance_fp32)(const Advance<float>&);
    bool (*advance_fp64)(const Advance<double>&);
    KernelFacts (*facts_fp32)(const StencilTraits&) = nullptr; ///< null where there is nothing to say (CPU)
    KernelFacts (*facts_fp64)(const StencilTraits&) = nullptr;
    /// Ways to cut the grid that are worth a trial, the best guess first; null: nothing to choose. `beside`: bytes per
    /// cell that a step reads beside the two fields.
    std::vector<Blocking> (*cuts)(const StencilTraits&, index_t beside) = nullptr;
    /// The room of a field that the kernel moves in its array (Advance::in_place); null: it takes two arrays.
    Leeway (*leeway)(const StencilTraits&) = nullptr;
    /// A pass takes Blocking::depth steps, neither more nor fewer: what they leave over goes one by one.
    bool whole_passes = false;
};

/// All variants of this build, the reference of each backend first.
std::span<const StencilVariant> stencil_variants();

/// The variant that `compute.kernel` names for this backend ("auto": the fastest that supports the traits).
/// Throws UsageError that lists the names that there are.
const StencilVariant& find_stencil_variant(Backend backend, std::string_view name, const StencilTraits& traits);

} // namespace isotherm
