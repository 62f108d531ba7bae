#pragma once

/// What a filter kernel is asked to do: one plane in, one plane out. Plain data, the same on every backend.

#include "kernels/conv2d/padding.hpp"

#if defined(__CUDA_ARCH__) // the host pass of nvcc knows no unroll
#define ISO_UNROLL _Pragma("unroll")
#define ISO_NO_UNROLL _Pragma("unroll 1")
#else
#define ISO_UNROLL
#define ISO_NO_UNROLL
#endif

namespace isotherm {

template <class Real>
struct Filter {
    FieldView<const Real> in; ///< n[2] = 1
    FieldView<Real> out;      ///< as large as `in`; an axis of padding `valid` is rows - 1 (columns - 1) shorter

    int rows = 1, columns = 1;     ///< of the weights: along y and x
    int anchor[2] = {0, 0};        ///< the tap (x, y) that stands on the output's pixel; 0 on a `valid` axis
    const Real* weights = nullptr; ///< rows x columns, as a cross-correlation; in the device's memory
    /// weights = y_weights x x_weights where the filter is separable, else null
    const Real* x_weights = nullptr;
    const Real* y_weights = nullptr;
    Real total = Real(1); ///< sum of the weights; exactly 1 for normalised ones

    Padding padding[2] = {Padding::reflect, Padding::reflect}; ///< x, y
    Real outside = Real(0);                                    ///< the value beyond under zero padding
    bool masked = false;                                       ///< pixels that are NaN hold no data
    const Real* level = nullptr; ///< c, a temperature of the field (centre.hpp); in the device's memory

    ISO_HD Real centre() const { return *level; }
};

} // namespace isotherm
