#include "solver/observe/region_figures.hpp"

#include <algorithm>
#include <limits>

#include "kernels/reduce/fixed_sum.hpp"

namespace isotherm {
namespace {

/// Cells that are read at once: a small region as a whole.
constexpr index_t at_once = 1 << 16;

} // namespace

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
    const index_t in_plane = all.n(0) * all.n(1),
                  planes = std::max<index_t>(1, at_once / std::max<index_t>(1, in_plane));
    std::vector<double> values, capacity, own, own_heat, sums, heats;
    index_t cells = 0;
    for (index_t k = all.lo[2]; k < all.hi[2]; k += planes) {
        const CellBox box{{all.lo[0], all.lo[1], k}, {all.hi[0], all.hi[1], std::min(all.hi[2], k + planes)}};
        values.resize(static_cast<std::size_t>(box.cells()));
        view.read(box, values.data(), Precision::fp64);
        capacity.resize(with_heat ? values.size() : 0);
        if (with_heat) view.read_field("heat_capacity", box, capacity.data());
        std::size_t at = 0;
        for (index_t row = 0; row < box.n(1) * box.n(2); ++row) {
            own.clear(), own_heat.clear();
            for (index_t i = box.lo[0]; i < box.hi[0]; ++i, ++at) {
                if (covers_ && !(*covers_)(i, box.lo[1] + row % box.n(1), box.lo[2] + row / box.n(1))) continue;
                own.push_back(values[at]);
                if (with_heat) own_heat.push_back(capacity[at] * values[at]);
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
