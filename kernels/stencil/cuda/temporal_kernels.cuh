#pragma once

/// The kernels of the table of shapes, for the files that build them.

#include "kernels/stencil/cuda/temporal.cuh"
#include "kernels/stencil/cuda/temporal_launch.cuh"

namespace isotherm::cuda::temporal {

template <class Real, bool Equal, bool Heun, class... Shapes>
Kernel<Real> kernel_in(ShapeList<Shapes...>, int n) {
    const Kernel<Real> all[] = {&temporal_kernel<Real, Shapes, Equal, Heun>...};
    return all[n];
}

template <class Real, int Order, bool Equal, bool Heun>
Kernel<Real> temporal_kernel_of(int n) {
    return kernel_in<Real, Equal, Heun>(typename TemporalTable<Real, Order>::Shapes{}, n);
}

} // namespace isotherm::cuda::temporal
