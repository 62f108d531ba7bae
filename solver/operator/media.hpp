#pragma once

/// The media of a case: its cells sorted by material, contact and heating, and the coefficients a_f between any two of
/// them (kernels/stencil/variable/medium.hpp has the equations).

#include <optional>
#include <vector>

#include "solver/core/material_laws.hpp"
#include "solver/core/region_map.hpp"

namespace isotherm {

/// The material that a region's cells have (number of the region that gives it; -1: the case's own).
const MaterialSpec& material_of(const CaseSpec& spec, int region);

/// Whether material and direction are the same in all cells and nothing is heated but by spots, which are deposited
/// behind a sweep: then the kernels for constant coefficients compute the case.
bool has_constant_coefficients(const CaseSpec& spec);

/// The same without any source: then nothing need be known of media.
bool is_uniform(const CaseSpec& spec);

/// Mean area of the steps that a grid makes of the surface between two regions, over the area of the surface.
struct ContactArea {
    std::string between; ///< "a and b"
    double ratio = 1;    ///< 1 along the axes, 1.5 of a sphere
    bool known = true;   ///< false: a label map has no surface to compare with
};

class Media {
public:
    /// Looks at every cell once. Throws UsageError when there are more than the kernels can tell apart.
    Media(const CaseSpec& spec, const Grid& grid, int threads);

    [[nodiscard]] int count() const { return static_cast<int>(kinds_.size()); }
    [[nodiscard]] const CellOwners& kind(int medium) const { return kinds_[static_cast<std::size_t>(medium)]; }
    [[nodiscard]] const MaterialSpec& material(int medium) const { return material_of(spec_, kind(medium).material); }
    [[nodiscard]] index_t cells(int medium) const { return cells_[static_cast<std::size_t>(medium)]; }

    /// G_f [W/(m^3 K)] between cells of two media and conductivities.
    [[nodiscard]] double face_conductance(int axis, double kappa_own, double kappa_other, int own, int other) const;
    /// R [m^2 K/W] between cells of two media.
    [[nodiscard]] double resistance(int a, int b) const;
    /// a_f [1/s] of a cell of medium `own` towards one of medium `other` along `axis`; not where materials are graded.
    [[nodiscard]] double coefficient(int axis, int own, int other) const;
    /// Media of the cells of a box, densely packed, x fastest.
    void fill(const CellBox& box, std::uint8_t* to) const;

    /// max over cells of sum_f a_f [1/s]; `w`: of the walls, per side.
    [[nodiscard]] double largest_sum(const std::array<double, 6>& w, const std::array<bool, 3>& periodic) const;
    [[nodiscard]] const std::vector<ContactArea>& contact_areas() const { return contact_areas_; }

    /// What distinguishes cells for the kernels.
    [[nodiscard]] CellOwners kind_of(CellOwners cell) const;
    [[nodiscard]] const RegionMap& regions() const { return regions_; }
    [[nodiscard]] const Grid& grid() const { return grid_; }
    [[nodiscard]] int threads() const { return threads_; }
    /// What materials are; a copy per thread.
    [[nodiscard]] const MaterialLaws& laws() const { return laws_; }

private:
    void find_kinds();
    void measure_contacts();

    CaseSpec spec_;
    Grid grid_;
    int threads_;
    RegionMap regions_;
    MaterialLaws laws_;
    bool default_matters_;          ///< whether a source heats what no region covers
    std::vector<CellOwners> kinds_; ///< sorted
    std::vector<index_t> cells_;
    std::vector<double> area_ratios_; ///< per entry of spec.interfaces
    std::vector<ContactArea> contact_areas_;
};

} // namespace isotherm
