/// Expressions that have no value at the start, or one that their law cannot take. They are looked at in every cell
/// where that is a moment's work, else in some cells: what is missed is found when the run comes to it.

#include <functional>

#include <fmt/format.h>

#include "kernels/base/error.hpp"
#include "kernels/boundary/wall_row.hpp"
#include "solver/boundary/face.hpp"
#include "solver/core/expression.hpp"
#include "solver/core/region_map.hpp"
#include "solver/core/shape.hpp"
#include "solver/spec/rules.hpp"

namespace isotherm {
namespace {

constexpr index_t most_looks = index_t{1} << 18; ///< per expression

using Cell = std::array<index_t, 3>;

/// The cells for which a value is asked.
struct Where {
    CellBox box;
    std::function<bool(const Cell&)> counts{}; ///< none: all of them
    int side = -1;                             ///< the value is asked for on this wall, beside the cells
};

/// What a value must be beside finite: says what is wrong with it, or nothing.
using Law = std::function<std::string(double)>;

const Law anything = [](double) { return ""; };
const Law not_negative = [](double v) { return v < 0 ? "it may not be negative" : ""; };
const Law up_to_one = [](double v) { return v < 0 || v > 1 ? "it must be from 0 to 1" : ""; };

class Looker {
public:
    Looker(const Grid& grid, Findings& found) : grid_(grid), found_(found) {}

    /// Notes the first fault of a value at t = 0, if it is an expression.
    template <class Spec>
    void look(const Spec& value, const std::string& key, const Where& where, const Law& law = anything) const {
        const auto* text = std::get_if<ExpressionText>(&value);
        if (text == nullptr) return;
        const Expression expression(text->text, "xyzt");
        const std::string place = text->key.empty() ? key : text->key;
        const bool constant = !uses_place(expression) && !expression.uses('t');
        Cell n{}, stride{1, 1, 1};
        for (std::size_t d = 0; d < 3;
             ++d) { // without a pick of cells one stands for all along an axis that is not used
            const bool one_will_do = constant || (!where.counts && !expression.uses("xyz"[d]));
            n[d] =
                one_will_do ? std::min<index_t>(1, where.box.n(static_cast<int>(d))) : where.box.n(static_cast<int>(d));
        }
        const auto looks = [&](std::size_t d) { return (n[d] + stride[d] - 1) / stride[d]; };
        while (looks(0) * looks(1) * looks(2) > most_looks)
            ++stride[looks(0) >= looks(1) && looks(0) >= looks(2) ? 0 : looks(1) >= looks(2) ? 1 : 2];
        for (index_t k = 0; k < n[2]; k += stride[2])
            for (index_t j = 0; j < n[1]; j += stride[1])
                for (index_t i = 0; i < n[0]; i += stride[0]) {
                    const Cell cell{where.box.lo[0] + i, where.box.lo[1] + j, where.box.lo[2] + k};
                    if (!constant && where.counts && !where.counts(cell)) continue;
                    if (!is_sound(expression, place, point(cell, where.side), law)) return;
                }
    }

private:
    static bool uses_place(const Expression& e) { return e.uses('x') || e.uses('y') || e.uses('z'); }

    [[nodiscard]] std::array<double, 3> point(const Cell& cell, int side) const {
        auto x = grid_.centre(cell[0], cell[1], cell[2]);
        const auto axis = static_cast<std::size_t>(side / 2);
        if (side >= 0) x[axis] = side % 2 == 0 ? grid_.lower[axis] : grid_.upper(side / 2);
        return x;
    }

    [[nodiscard]] bool is_sound(const Expression& expression, const std::string& key, const std::array<double, 3>& x,
                                const Law& law) const {
        try {
            const double v = expression(x[0], x[1], x[2], 0);
            if (const std::string fault = law(v); !fault.empty()) {
                found_.push_back({key, expression.describe(v, x, 0), fault});
                return false;
            }
            return true;
        } catch (const NumericsError& error) {
            found_.push_back({key, error.what(), "it must have a value at the start wherever it counts"});
            return false;
        }
    }

    const Grid& grid_;
    Findings& found_;
};

/// The initial fields where they are seen: later regions win.
void look_at_initial(const CaseSpec& spec, const Grid& grid, const Looker& looker) {
    std::vector<std::pair<std::size_t, ShapeCells>> layers;
    for (std::size_t r = 0; r < spec.regions.size(); ++r)
        if (spec.regions[r].initial) layers.emplace_back(r, ShapeCells(spec.regions[r].shape, grid));
    const auto covered_from = [&](std::size_t first, const Cell& c) {
        return std::any_of(layers.begin() + static_cast<std::ptrdiff_t>(first), layers.end(),
                           [&](const auto& layer) { return layer.second(c[0], c[1], c[2]); });
    };
    Where outside{all_cells(grid)};
    if (!layers.empty()) outside.counts = [&](const Cell& c) { return !covered_from(0, c); };
    looker.look(spec.initial, "initial", outside);
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const auto& [r, covers] = layers[l];
        const auto seen = [&, l](const Cell& c) {
            return layers[l].second(c[0], c[1], c[2]) && !covered_from(l + 1, c);
        };
        looker.look(*spec.regions[r].initial, fmt::format("regions[{}].initial", r), {covers.box(), seen});
    }
}

void look_at_sources(const CaseSpec& spec, const Grid& grid, const Looker& looker) {
    const RegionMap regions(spec, grid);
    const auto in_region = [&](int region) {
        return [&regions, region](const Cell& c) { return regions.at(c[0], c[1], c[2]).source == region; };
    };
    const auto in_none = [&](const Cell& c) { return regions.at(c[0], c[1], c[2]).any < 0; };
    const auto on_at_start = [](const Windows& windows) {
        return windows.empty() || std::any_of(windows.begin(), windows.end(), [](const auto& w) { return w[0] <= 0; });
    };
    for (std::size_t i = 0; i < spec.sources.size(); ++i) {
        const std::string key = fmt::format("source[{}]", i);
        Where where{all_cells(grid)};
        if (const auto* uniform = std::get_if<UniformSource>(&spec.sources[i])) {
            if (uniform->region == "default") where.counts = in_none;
            else if (!uniform->region.empty()) where.counts = in_region(find_region(spec, uniform->region));
            looker.look(uniform->value, key, where);
            continue;
        }
        const auto look_at_power = [&](const auto& spot) {
            if (!on_at_start(spot.windows)) where.counts = [](const Cell&) { return false; };
            looker.look(spot.power, key + ".power", where);
        };
        if (const auto* gaussian = std::get_if<GaussianSource>(&spec.sources[i])) look_at_power(*gaussian);
        else look_at_power(std::get<BeamSource>(spec.sources[i]));
    }
    for (std::size_t r = 0; r < spec.regions.size(); ++r)
        if (spec.regions[r].source)
            looker.look(*spec.regions[r].source, fmt::format("regions[{}].source", r),
                        {all_cells(grid), in_region(static_cast<int>(r))});
}

void look_at_law(const WallSpec& wall, const std::string& key, const Where& where, const Looker& looker) {
    if (const auto* dirichlet = std::get_if<DirichletWall>(&wall)) looker.look(dirichlet->value, key + ".value", where);
    if (const auto* neumann = std::get_if<NeumannWall>(&wall)) looker.look(neumann->value, key, where);
    if (const auto* convection = std::get_if<ConvectionWall>(&wall)) {
        looker.look(convection->h, key + ".h", where, not_negative);
        looker.look(convection->ambient, key + ".ambient", where);
    }
    if (const auto* radiation = std::get_if<RadiationWall>(&wall)) {
        looker.look(radiation->emissivity, key + ".emissivity", where, up_to_one);
        looker.look(radiation->ambient, key + ".ambient", where);
    }
}

void look_at_wall(const CaseSpec& spec, int side, const Grid& grid, const Looker& looker) {
    const auto s = static_cast<std::size_t>(side), axis = s / 2;
    const auto& patches = spec.patches[s];
    const std::string key = std::string("boundary.") + side_names[s];
    CellBox beside = all_cells(grid);
    (side % 2 == 0 ? beside.hi : beside.lo)[axis] = side % 2 == 0 ? 1 : grid.n[axis] - 1;
    if (patches.empty()) return look_at_law(spec.walls[s], key, {beside, {}, side}, looker);
    std::vector<ShapeCells> shapes;
    for (const WallPatch& patch : patches) shapes.emplace_back(patch.shape, face_grid(grid, side / 2));
    const auto patch_of = [&](const Cell& c) { // the first match wins, then the rest
        const auto [a, b] = face_axes(side / 2);
        const auto has = [&, a = a, b = b](const ShapeCells& shape) {
            return shape(c[static_cast<std::size_t>(a)], c[static_cast<std::size_t>(b)], 0);
        };
        return static_cast<std::size_t>(std::find_if(shapes.begin(), shapes.end(), has) - shapes.begin());
    };
    for (std::size_t p = 0; p <= patches.size(); ++p)
        look_at_law(p < patches.size() ? patches[p].wall : spec.walls[s],
                    p < patches.size() ? fmt::format("{}.patches[{}]", key, p) : key + ".rest",
                    {beside, [&, p](const Cell& c) { return patch_of(c) == p; }, side}, looker);
}

} // namespace

void check_values(const CaseSpec& spec, Findings& found) {
    const Grid grid(spec.grid);
    const Looker looker(grid, found);
    try {
        look_at_initial(spec, grid, looker);
        look_at_sources(spec, grid, looker);
        for (int side = 0; side < 2 * grid.dim; ++side) look_at_wall(spec, side, grid, looker);
        if (spec.exact) looker.look(*spec.exact, "exact", {all_cells(grid)});
    } catch (const UsageError&) { // a file that cannot be used is found by its own rule
    } catch (const IoError&) {}
}

} // namespace isotherm
