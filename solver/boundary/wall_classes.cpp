/// What a wall is made of: its patches, the conductivities beside it, and the classes of cells that follow.

#include <algorithm>
#include <map>

#include "kernels/base/error.hpp"
#include "solver/boundary/face.hpp"
#include "solver/boundary/wall_tables.hpp"
#include "solver/core/material_laws.hpp"
#include "solver/core/region_map.hpp"

namespace isotherm {
namespace {

/// Number of the first patch (from 1) that has the cell; 0: the wall itself.
std::uint16_t patch_of(const std::vector<ShapeCells>& shapes, index_t a, index_t b) {
    for (std::size_t p = 0; p < shapes.size(); ++p) {
        const CellBox& box = shapes[p].box();
        if (a >= box.lo[0] && a < box.hi[0] && b >= box.lo[1] && b < box.hi[1] && shapes[p](a, b, 0))
            return static_cast<std::uint16_t>(p + 1);
    }
    return 0;
}

bool has_materials(const CaseSpec& spec) {
    return std::any_of(spec.regions.begin(), spec.regions.end(),
                       [](const RegionSpec& region) { return region.material.has_value(); });
}

} // namespace

WallTables::WallTables(const CaseSpec& spec, const Grid& grid) : grid_(grid), kelvin_(kelvin_offset(spec)) {
    for (int side = 0; side < 6; ++side) {
        Side& s = sides_[static_cast<std::size_t>(side)];
        s.cells = grid.face_cells(side / 2);
        if (side >= 2 * grid.dim) {
            s.laws.emplace_back(WallSpec{InsulatedWall{}}, 1.0);
            s.insulated = true;
            s.kappa = {1.0};
            continue;
        }
        find_patches(spec, side);
        find_kappa(spec, side);
        const auto any = [&](auto&& question) { return std::any_of(s.laws.begin(), s.laws.end(), question); };
        s.in_time = any([](const WallLaw& law) { return law.varies_in_time(); });
        s.in_space = any([](const WallLaw& law) { return law.varies_in_space(); });
        s.radiates = any([](const WallLaw& law) { return law.radiates(); });
        s.insulated = !any([](const WallLaw& law) { return !law.insulated(); });
        find_classes(side, is_graded(spec));
    }
}

void WallTables::find_patches(const CaseSpec& spec, int side) {
    Side& s = sides_[static_cast<std::size_t>(side)];
    const auto& patches = spec.patches[static_cast<std::size_t>(side)];
    std::vector<index_t> cells(patches.size() + 1, 0);
    if (patches.empty()) cells[0] = s.cells;
    else {
        const Grid face = face_grid(grid_, side / 2);
        std::vector<ShapeCells> shapes;
        for (const WallPatch& patch : patches) shapes.emplace_back(patch.shape, face);
        s.law_of.resize(static_cast<std::size_t>(s.cells));
        for (index_t cell = 0; cell < s.cells; ++cell) {
            const std::uint16_t law = patch_of(shapes, cell % face.n[0], cell / face.n[0]);
            s.law_of[static_cast<std::size_t>(cell)] = law;
            ++cells[law];
        }
    }
    const double area = grid_.face_area(side / 2);
    const auto area_of = [&](std::size_t law) { return area * static_cast<double>(std::max<index_t>(1, cells[law])); };
    s.laws.emplace_back(spec.walls[static_cast<std::size_t>(side)], area_of(0), kelvin_);
    for (std::size_t p = 0; p < patches.size(); ++p) {
        s.laws.emplace_back(patches[p].wall, area_of(p + 1), kelvin_);
        if (cells[p + 1] == 0)
            empty_patches_.push_back(std::string("boundary.") + side_names[side] + ".patches[" + std::to_string(p) +
                                     "].shape");
    }
}

void WallTables::find_kappa(const CaseSpec& spec, int side) {
    Side& s = sides_[static_cast<std::size_t>(side)];
    const int axis = side / 2;
    s.kappa = {spec.material.kappa(axis)};
    if ((!has_materials(spec) && !is_graded(spec)) || periodic(side)) return;
    const RegionMap regions(spec, grid_);
    const MaterialLaws laws(spec);
    const auto [first, second] = face_axes(axis);
    const index_t na = grid_.n[static_cast<std::size_t>(first)];
    s.kappa.resize(static_cast<std::size_t>(s.cells));
    for (index_t cell = 0; cell < s.cells; ++cell) {
        std::array<index_t, 3> at{};
        at[static_cast<std::size_t>(axis)] = side % 2 != 0 ? grid_.n[static_cast<std::size_t>(axis)] - 1 : 0;
        at[static_cast<std::size_t>(first)] = cell % na;
        at[static_cast<std::size_t>(second)] = cell / na;
        s.kappa[static_cast<std::size_t>(cell)] =
            laws.kappa(regions.at(at[0], at[1], at[2]).material, axis, grid_.centre(at[0], at[1], at[2]));
    }
    if (std::adjacent_find(s.kappa.begin(), s.kappa.end(), std::not_equal_to<>()) == s.kappa.end()) s.kappa.resize(1);
}

void WallTables::find_classes(int side, bool graded) {
    Side& s = sides_[static_cast<std::size_t>(side)];
    const bool by_kappa = s.kappa.size() > 1 &&
                          std::any_of(s.laws.begin(), s.laws.end(), [](const auto& law) { return law.needs_kappa(); });
    if (by_kappa && graded) s.in_space = true; // every cell may have a conductivity of its own
    if (s.in_space || (s.law_of.empty() && !by_kappa)) {
        s.entries = s.in_space ? s.cells : 1;
        return;
    }
    std::map<std::pair<std::uint16_t, double>, std::uint16_t> classes;
    s.class_of.resize(static_cast<std::size_t>(s.cells));
    for (index_t cell = 0; cell < s.cells; ++cell) {
        const auto at = static_cast<std::size_t>(cell);
        const std::pair key{s.law_of.empty() ? std::uint16_t{0} : s.law_of[at], by_kappa ? s.kappa_at(cell) : 0.0};
        const auto [found, is_new] = classes.emplace(key, static_cast<std::uint16_t>(classes.size()));
        if (is_new) s.example.push_back(cell);
        s.class_of[at] = found->second;
    }
    s.entries = static_cast<index_t>(classes.size());
    if (s.entries == 1) s.class_of.clear();
}

std::array<double, 3> WallTables::wall_point(int side, index_t cell) const {
    const int axis = side / 2;
    const auto [first, second] = face_axes(axis);
    const index_t na = grid_.n[static_cast<std::size_t>(first)];
    std::array<double, 3> x{};
    x[static_cast<std::size_t>(axis)] = side % 2 == 0 ? grid_.lower[static_cast<std::size_t>(axis)] : grid_.upper(axis);
    x[static_cast<std::size_t>(first)] = grid_.centre(first, cell % na);
    x[static_cast<std::size_t>(second)] = grid_.centre(second, cell / na);
    return x;
}

WallLaw::Place WallTables::place(int side, index_t cell, double t, int layer) const {
    return {(2 * layer + 1) * grid_.h[static_cast<std::size_t>(side / 2)], at(side).kappa_at(cell),
            wall_point(side, cell), t};
}

double WallTables::largest_w(int side, double t_end) const {
    const Side& s = at(side);
    if (periodic(side)) return 1.0; // the neighbour beyond counts like any other
    double largest = 0.0;
    for (index_t entry = 0; entry < s.entries && largest < 2.0; ++entry) {
        const index_t cell = s.example.empty() ? entry : s.example[static_cast<std::size_t>(entry)];
        largest = std::max(largest, s.law(cell).largest_w(place(side, cell, 0.0, 0), t_end));
    }
    return largest;
}

void WallTables::add_data_range(Range& range) const {
    for (int side = 0; side < 2 * grid_.dim; ++side) {
        const Side& s = at(side);
        for (index_t entry = 0; entry < s.entries; ++entry) {
            const index_t cell = s.example.empty() ? entry : s.example[static_cast<std::size_t>(entry)];
            const WallLaw& law = s.law(cell);
            std::vector<double> times = law.kinks();
            times.push_back(0.0);
            for (const double t : times)
                if (const auto T = law.temperature(wall_point(side, cell), t)) range.add(*T);
        }
    }
}

std::vector<double> WallTables::kinks() const {
    std::vector<double> all;
    for (const Side& s : sides_)
        for (const WallLaw& law : s.laws) {
            const auto own = law.kinks();
            all.insert(all.end(), own.begin(), own.end());
        }
    return all;
}

bool WallTables::vary_in_time() const {
    return std::any_of(sides_.begin(), sides_.end(), [](const Side& s) { return s.in_time; });
}

std::vector<int> WallTables::evaluated_per_step() const {
    std::vector<int> found;
    for (int side = 0; side < 2 * grid_.dim; ++side)
        if (at(side).in_time && at(side).in_space) found.push_back(side);
    return found;
}

std::vector<std::string> WallTables::empty_patches() const { return empty_patches_; }

} // namespace isotherm
