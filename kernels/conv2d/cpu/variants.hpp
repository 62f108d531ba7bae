#pragma once

#include "kernels/conv2d/variants.hpp"

namespace isotherm {

void filter_by_definition(const Filter<float>& f, int threads);
void filter_by_definition(const Filter<double>& f, int threads);
void filter_direct(const Filter<float>& f, int threads);
void filter_direct(const Filter<double>& f, int threads);
void filter_separable(const Filter<float>& f, int threads);
void filter_separable(const Filter<double>& f, int threads);

/// Throws UsageError when there is no memory for its tiles.
template <class Real>
std::unique_ptr<FilterKernel<Real>> make_cpu_fft(const FilterSetup<Real>& setup);

double cpu_cost_of_direct(const FilterTraits& traits);
double cpu_cost_of_separable(const FilterTraits& traits);
double cpu_cost_of_fft(const FilterTraits& traits);

} // namespace isotherm
