#pragma once

#include "kernels/stencil/variants.hpp"

namespace isotherm::cuda {

/// One kernel technique each, all with the bits of the CPU reference. Defined in NAME.cuh, built in NAME_fp32.cu and
/// NAME_fp64.cu. Throw DeviceError; UsageError where a launch cannot have enough blocks.
template <class Real>
bool advance_naive(const Advance<Real>& a);
template <class Real>
bool advance_tiled(const Advance<Real>& a);
template <class Real>
bool advance_coarsened(const Advance<Real>& a);
template <class Real>
bool advance_register(const Advance<Real>& a);
template <class Real>
bool advance_async(const Advance<Real>& a);
template <class Real>
bool advance_temporal(const Advance<Real>& a);
template <class Real>
bool advance_resident(const Advance<Real>& a);
template <class Real>
bool advance_temporal_rows(const Advance<Real>& a); ///< what `temporal` is on two axes

template <class Real>
KernelFacts naive_facts(const StencilTraits& traits);
template <class Real>
KernelFacts tiled_facts(const StencilTraits& traits);
template <class Real>
KernelFacts coarsened_facts(const StencilTraits& traits);
template <class Real>
KernelFacts register_facts(const StencilTraits& traits);
template <class Real>
KernelFacts async_facts(const StencilTraits& traits);
template <class Real>
KernelFacts temporal_facts(const StencilTraits& traits);
template <class Real>
KernelFacts resident_facts(const StencilTraits& traits);
template <class Real>
KernelFacts temporal_rows_facts(const StencilTraits& traits);

/// Ways to cut the grid that are worth a trial on the current GPU, the best guess first; empty: it is not fused.
template <class Real>
std::vector<Blocking> temporal_cuts(const StencilTraits& traits);
template <class Real>
std::vector<Blocking> temporal_rows_cuts(const StencilTraits& traits);

} // namespace isotherm::cuda
