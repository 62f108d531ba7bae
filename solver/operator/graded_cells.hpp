#pragma once

/// Materials that are functions of place, on a device: what every cell brings to its faces, or the faces themselves
/// (kernels/stencil/variable/medium.hpp has the equations).

#include <array>

#include "kernels/stencil/variable/medium.hpp"
#include "solver/core/field.hpp"
#include "solver/operator/cell_materials.hpp"

namespace isotherm {

class GradedCells {
public:
    /// Allocates and fills everything. Throws UsageError (does not fit; a value that is no material, or so far from 1
    /// that the precision cannot hold what is made of it).
    GradedCells(const CaseSpec& spec, const Media& media, const std::array<bool, 3>& periodic, const Device& device);

    template <class Real>
    void set(Medium<Real>& medium) const;
    /// C [J/(m^3 K)] of the cells, laid out as the field.
    [[nodiscard]] const double* capacities() const { return capacities_.as<double>(); }
    /// Bytes that the cells of a case take on the device.
    [[nodiscard]] static index_t bytes(const CaseSpec& spec, const Grid& grid, Backend backend);

private:
    template <class Real>
    void upload(const Media& media, const std::array<bool, 3>& periodic);
    template <class Real, class OfCell>
    void fill(std::vector<Real>& to, const OfCell& of_cell) const;
    template <class Real>
    void upload_faces(const Media& media, const FaceCoefficients& cells, int axis, index_t k, std::vector<Real>& first);
    template <class Real>
    [[nodiscard]] Real face_between(const Media& media, int axis, const CellMaterial& a, const CellMaterial& b) const;

    Grid grid_;
    Device device_;
    index_t pitch_;
    bool harmonic_, stores_faces_;
    Memory capacities_, per_capacity_;
    Memory part_;                         ///< p, or ...
    std::array<Memory, 3> faces_, first_; ///< ... g; faces_ behind a front of 64 bytes
};

} // namespace isotherm
