#pragma once

/// Heat that a spot leaves in the cells of a box: T += amplitude w_x[i] w_y[j] w_z[k] / C for every place where it is
/// during the step. Each w is the part of the spot's power within the cell along one axis, so that their sums are what
/// the grid receives; w_z holds the weight of the place too. A pass of its own behind the sweep: a spot is small, and
/// no kernel of the inside need know of it.

#include "kernels/base/device.hpp"
#include "kernels/stencil/variable/medium.hpp"

namespace isotherm {

template <class Real>
struct Deposit {
    index_t lo[3] = {}, n[3] = {1, 1, 1}; ///< the box of cells
    const Real* part[3] = {};             ///< w along x, y, z, of the cells of the box, place by place
    index_t places = 1;
    Real amplitude = 0;                  ///< dt b P / V [J/m^3]
    const std::uint8_t* index = nullptr; ///< media, laid out as the field; null: every cell has its own capacity
    const double* capacity = nullptr;    ///< C [J/(m^3 K)] per medium, or of the cells, laid out as the field
};

/// The one arithmetic of it.
template <class Real>
ISO_HD void deposit_in_cell(const Deposit<Real>& d, const FieldView<Real>& T, index_t i, index_t j, index_t k) {
    const index_t at = d.lo[0] + i + (d.lo[1] + j) * T.pitch + (d.lo[2] + k) * T.plane;
    const auto capacity = static_cast<Real>(d.capacity[d.index == nullptr ? at : d.index[at]]);
    Real T_new = T.data[at];
    for (index_t p = 0; p < d.places; ++p) {
        const Real row = d.amplitude * d.part[2][p * d.n[2] + k] * d.part[1][p * d.n[1] + j];
        T_new = fused(d.part[0][p * d.n[0] + i] / capacity, row, T_new);
    }
    T.data[at] = T_new;
}

void deposit(const Deposit<float>& d, const FieldView<float>& T, const Device& device);
void deposit(const Deposit<double>& d, const FieldView<double>& T, const Device& device);

namespace cuda {
template <class Real>
void deposit(const Deposit<Real>& d, const FieldView<Real>& T, const Device& device);
} // namespace cuda

} // namespace isotherm
