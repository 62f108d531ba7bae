#include "solver/core/region_map.hpp"

#include <algorithm>

namespace isotherm {
namespace {

bool is_named(const std::vector<InterfaceSpec>& interfaces, const std::string& name) {
    return std::any_of(interfaces.begin(), interfaces.end(),
                       [&](const InterfaceSpec& face) { return face.between[0] == name || face.between[1] == name; });
}

bool has_source(const CaseSpec& spec, const RegionSpec& region) {
    return region.source || std::any_of(spec.sources.begin(), spec.sources.end(), [&](const SourceSpec& source) {
               const auto* uniform = std::get_if<UniformSource>(&source);
               return uniform != nullptr && uniform->region == region.name;
           });
}

} // namespace

int find_region(const CaseSpec& spec, const std::string& name) {
    for (std::size_t i = 0; i < spec.regions.size(); ++i)
        if (spec.regions[i].name == name) return static_cast<int>(i);
    return -1;
}

RegionMap::RegionMap(const CaseSpec& spec, const Grid& grid) {
    for (const RegionSpec& region : spec.regions) {
        const bool material = region.material.has_value();
        regions_.push_back({ShapeCells(region.shape, grid), material,
                            material || is_named(spec.interfaces, region.name), has_source(spec, region)});
    }
}

void RegionMap::row(index_t i0, index_t i1, index_t j, index_t k, CellOwners* to) const {
    std::fill(to, to + (i1 - i0), CellOwners{});
    for (std::size_t r = 0; r < regions_.size(); ++r) {
        const Region& region = regions_[r];
        const CellBox& box = region.covers.box();
        if (j < box.lo[1] || j >= box.hi[1] || k < box.lo[2] || k >= box.hi[2]) continue;
        const auto number = static_cast<std::int16_t>(r);
        for (index_t i = std::max(i0, box.lo[0]); i < std::min(i1, box.hi[0]); ++i) {
            if (!region.covers(i, j, k)) continue;
            CellOwners& cell = to[i - i0];
            cell.any = number;
            if (region.material) cell.material = number;
            if (region.contact) cell.contact = number;
            if (region.source) cell.source = number;
        }
    }
}

CellOwners RegionMap::at(index_t i, index_t j, index_t k) const {
    CellOwners owners;
    row(i, i + 1, j, k, &owners);
    return owners;
}

} // namespace isotherm
