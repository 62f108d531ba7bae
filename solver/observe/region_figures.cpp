#include "solver/observe/region_figures.hpp"

#include <algorithm>
#include <limits>

#include "kernels/reduce/fixed_sum.hpp"

namespace isotherm {

RegionCells::RegionCells(const CaseSpec& spec, const std::string& region) {
    const int number = find_region(spec, region);
    if (number >= 0)
        covers_ =
            std::make_shared<const ShapeCells>(spec.regions[static_cast<std::size_t>(number)].shape, Grid(spec.grid));
}

RegionFigures RegionCells::measure(const RunView& view, bool with_heat) const {
    const Grid& grid = view.grid();
    const CellBox all = covers_ ? covers_->box() : all_cells(grid);
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    const auto in_plane = static_cast<std::size_t>(all.n(0) * all.n(1));
    std::vector<double> plane(in_plane), capacity(with_heat ? in_plane : 0), own, own_heat, sums, heats;
    index_t cells = 0;
    for (index_t k = all.lo[2]; k < all.hi[2]; ++k) {
        const CellBox box{{all.lo[0], all.lo[1], k}, {all.hi[0], all.hi[1], k + 1}};
        view.read(box, plane.data(), Precision::fp64);
        if (with_heat) view.read_field("heat_capacity", box, capacity.data());
        for (index_t j = all.lo[1]; j < all.hi[1]; ++j) {
            own.clear(), own_heat.clear();
            for (index_t i = all.lo[0]; i < all.hi[0]; ++i) {
                if (covers_ && !(*covers_)(i, j, k)) continue;
                const auto at = static_cast<std::size_t>(i - all.lo[0] + all.n(0) * (j - all.lo[1]));
                own.push_back(plane[at]);
                if (with_heat) own_heat.push_back(capacity[at] * plane[at]);
            }
            for (const double T : own) lowest = std::min(lowest, T), highest = std::max(highest, T);
            cells += static_cast<index_t>(own.size());
            sums.push_back(fixed_sum(own.data(), static_cast<index_t>(own.size())));
            heats.push_back(fixed_sum(own_heat.data(), static_cast<index_t>(own_heat.size())));
        }
    }
    const double sum = fixed_sum(sums.data(), static_cast<index_t>(sums.size())),
                 heat = fixed_sum(heats.data(), static_cast<index_t>(heats.size()));
    return {sum / static_cast<double>(cells), lowest, highest, sum * grid.cell_volume(), heat * grid.cell_volume()};
}

} // namespace isotherm
