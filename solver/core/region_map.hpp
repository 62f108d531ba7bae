#pragma once

/// Which region of the case a cell belongs to. Material, contact and source are each inherited where a region does not
/// give them, so each has an owner of its own: the last of the regions that cover the cell and that count for it.

#include <memory>
#include <vector>

#include "solver/core/shape.hpp"

namespace isotherm {

/// Numbers of regions of the case; -1: none.
struct CellOwners {
    std::int16_t material = -1; ///< the last one with a material
    std::int16_t contact = -1;  ///< the last one with a material or named in `interfaces`
    std::int16_t source = -1;   ///< the last one that a source is confined to
    std::int16_t any = -1;      ///< the last one
    bool operator==(const CellOwners&) const = default;
    auto operator<=>(const CellOwners&) const = default;
};

class RegionMap {
public:
    RegionMap(const CaseSpec& spec, const Grid& grid);

    /// Owners of the cells [i0, i1) of row (j, k). May be called from several threads.
    void row(index_t i0, index_t i1, index_t j, index_t k, CellOwners* to) const;
    [[nodiscard]] CellOwners at(index_t i, index_t j, index_t k) const;

private:
    struct Region {
        ShapeCells covers;
        bool material, contact, source;
    };
    std::vector<Region> regions_;
};

/// Number of the region of that name; -1 for `default` and unknown names.
int find_region(const CaseSpec& spec, const std::string& name);

} // namespace isotherm
