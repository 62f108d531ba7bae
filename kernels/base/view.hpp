#pragma once

#include <cstdint>

#include "kernels/base/host_device.hpp"

namespace isotherm {

/// Cells, bytes, steps: everything that is counted has 64 bits.
using index_t = std::int64_t;

enum class Precision { fp32, fp64 };

constexpr index_t size_of(Precision p) { return p == Precision::fp32 ? 4 : 8; }
constexpr const char* name_of(Precision p) { return p == Precision::fp32 ? "fp32" : "fp64"; }

/// A field as a kernel sees it: nx * ny * nz cells, x contiguous, rows `pitch` and planes `plane` elements apart.
/// There are no ghost cells in memory: what lies beyond a wall is computed from the wall's row
/// (kernels/stencil/neighbour).
template <class Real>
struct FieldView {
    Real* data = nullptr;
    index_t n[3] = {1, 1, 1}; ///< nx, ny, nz
    index_t pitch = 1;        ///< elements from (i, j, k) to (i, j + 1, k)
    index_t plane = 1;        ///< elements from (i, j, k) to (i, j, k + 1)

    ISO_HD Real& operator()(index_t i, index_t j, index_t k) const { return data[i + j * pitch + k * plane]; }
    ISO_HD index_t stride(int axis) const { return axis == 0 ? 1 : axis == 1 ? pitch : plane; }
    ISO_HD index_t cells() const { return n[0] * n[1] * n[2]; }
};

} // namespace isotherm
