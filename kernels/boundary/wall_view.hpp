#pragma once

#include <cstdint>

#include "kernels/boundary/radiation.hpp"

namespace isotherm {

/// One side of the domain for a batch of steps. Rows lie at rows[step * step_stride + entry * cell_stride + layer],
/// where the entry of a cell of the face is its number, or its class where there are classes (a patch, a material): a
/// constant wall has both strides 0, one that varies in time or over the face has one of them, any other has both.
/// The face's cells are numbered with the lower of the two other axes fastest, over all cells of the face.
///
/// A row with w < 0 is a radiating one: -w is emissivity sigma, T_ref the ambient [K], s is 2 kappa/d of its layer.
/// What it adds follows from the temperature of the cell.
template <class Real>
struct WallView {
    bool periodic = false;               ///< the neighbour is the far end; `rows` is unused
    const WallRow<Real>* rows = nullptr; ///< `layers` (order / 2) consecutive rows per entry, mirror distance (2m+1)h
    index_t step_stride = 0;
    index_t cell_stride = 0;
    double* heat = nullptr;                 ///< per cell of the face: sum over steps of heat_weight * gain; null: none
    const std::uint16_t* classes = nullptr; ///< of the face's cells; null: an entry each, or one for all
    bool radiates = false;                  ///< some rows do
    double kelvin = 0;                      ///< added to the field's values gives kelvin, the same on all sides

    /// Whether rows are taken as they lie: no classes, no radiation.
    [[nodiscard]] ISO_HD bool plain() const { return classes == nullptr && !radiates; }
    /// Whether one row holds for all cells, whatever their temperatures.
    [[nodiscard]] ISO_HD bool uniform() const { return cell_stride == 0 && !radiates; }
    ISO_HD const WallRow<Real>& row(index_t step, index_t cell, int layer) const {
        const index_t entry = classes == nullptr ? cell : classes[cell];
        return rows[step * step_stride + entry * cell_stride + layer];
    }
    /// T_ghost - T in layer `layer` beyond the cell of the face, whose mirrored temperature is T. `Plain`: the caller
    /// knows that the wall is plain().
    template <bool Plain = false>
    ISO_HD Real gain(index_t step, index_t cell, int layer, Real T) const {
        if constexpr (Plain) return wall_gain(rows[step * step_stride + cell * cell_stride + layer], T);
        const WallRow<Real> law = row(step, cell, layer);
        return law.w < 0 ? call_radiation_gain(law, T, kelvin) : wall_gain(law, T);
    }
};

} // namespace isotherm
