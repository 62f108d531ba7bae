#pragma once

#include "kernels/conv2d/variants.hpp"

namespace isotherm::cuda {

/// One technique each, defined in NAME.cuh, built in NAME_fp32.cu and NAME_fp64.cu. `constant`, `tiled`, `register` and
/// `async` give the bits of the CPU reference. Throw DeviceError and UsageError.
template <class Real>
std::unique_ptr<FilterKernel<Real>> make_constant(const FilterSetup<Real>& setup);
template <class Real>
std::unique_ptr<FilterKernel<Real>> make_tiled(const FilterSetup<Real>& setup);
template <class Real>
std::unique_ptr<FilterKernel<Real>> make_register(const FilterSetup<Real>& setup);
template <class Real>
std::unique_ptr<FilterKernel<Real>> make_async(const FilterSetup<Real>& setup);
template <class Real>
std::unique_ptr<FilterKernel<Real>> make_separable(const FilterSetup<Real>& setup);
template <class Real>
std::unique_ptr<FilterKernel<Real>> make_fft(const FilterSetup<Real>& setup);

template <class Real>
FilterFacts constant_facts(const FilterTraits& traits);
template <class Real>
FilterFacts tiled_facts(const FilterTraits& traits);
template <class Real>
FilterFacts register_facts(const FilterTraits& traits);
template <class Real>
FilterFacts async_facts(const FilterTraits& traits);
template <class Real>
FilterFacts separable_facts(const FilterTraits& traits);

double cost_of_constant(const FilterTraits& traits);
double cost_of_tiled(const FilterTraits& traits);
double cost_of_register(const FilterTraits& traits);
double cost_of_async(const FilterTraits& traits);
double cost_of_separable(const FilterTraits& traits);
double cost_of_fft(const FilterTraits& traits);

} // namespace isotherm::cuda
