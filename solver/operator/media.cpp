#include "solver/operator/media.hpp"

#include <algorithm>
#include <map>

#include "kernels/base/error.hpp"
#include "kernels/stencil/variable/medium.hpp"
#include "solver/core/parallel.hpp"

namespace isotherm {
namespace {

/// The two axes and the number of faces of a grid across `axis`, those of a periodic closure left out.
CellBox lower_cells(const Grid& grid, int axis) {
    CellBox box = all_cells(grid);
    --box.hi[static_cast<std::size_t>(axis)];
    return box;
}

} // namespace

const MaterialSpec& material_of(const CaseSpec& spec, int region) {
    return region < 0 ? spec.material : *spec.regions[static_cast<std::size_t>(region)].material;
}

bool has_constant_coefficients(const CaseSpec& spec) {
    return !spec.material.per_axis && !spec.material.graded() && spec.interfaces.empty() &&
           std::none_of(spec.sources.begin(), spec.sources.end(),
                        [](const SourceSpec& source) { return std::holds_alternative<UniformSource>(source); }) &&
           std::none_of(spec.regions.begin(), spec.regions.end(),
                        [](const RegionSpec& region) { return region.material || region.source; });
}

bool is_uniform(const CaseSpec& spec) { return has_constant_coefficients(spec) && spec.sources.empty(); }

Media::Media(const CaseSpec& spec, const Grid& grid, int threads)
    : spec_(spec), grid_(grid), threads_(threads), regions_(spec, grid), laws_(spec),
      default_matters_(std::any_of(spec.sources.begin(), spec.sources.end(), [](const SourceSpec& source) {
          const auto* uniform = std::get_if<UniformSource>(&source);
          return uniform != nullptr && uniform->region == "default";
      })) {
    find_kinds();
    measure_contacts();
}

CellOwners Media::kind_of(CellOwners cell) const {
    cell.any = default_matters_ && cell.any >= 0 ? 0 : -1;
    return cell;
}

void Media::find_kinds() {
    std::map<CellOwners, index_t> found;
    const index_t nx = grid_.n[0];
    const auto make_line = [&] { return std::vector<CellOwners>(static_cast<std::size_t>(nx)); };
    parallel_for_each(grid_.n[1] * grid_.n[2], threads_, make_line, [&](std::vector<CellOwners>& line, index_t row) {
        regions_.row(0, nx, row % grid_.n[1], row / grid_.n[1], line.data());
        for (index_t i = 0; i < nx;) { // runs of one kind
            const CellOwners kind = kind_of(line[static_cast<std::size_t>(i)]);
            index_t end = i + 1;
            while (end < nx && kind_of(line[static_cast<std::size_t>(end)]) == kind) ++end;
#pragma omp critical(media_kinds)
            found[kind] += end - i;
            i = end;
        }
    });
    if (found.size() > static_cast<std::size_t>(most_media))
        throw UsageError("regions: they make " + std::to_string(found.size()) +
                         " different combinations of material, contact and source, and at most " +
                         std::to_string(most_media) + " can be told apart; use fewer regions");
    for (const auto& [kind, cells] : found) kinds_.push_back(kind), cells_.push_back(cells);
}

void Media::fill(const CellBox& box, std::uint8_t* to) const {
    const index_t nx = box.n(0);
    const auto make_line = [&] { return std::vector<CellOwners>(static_cast<std::size_t>(nx)); };
    parallel_for_each(box.n(1) * box.n(2), threads_, make_line, [&](std::vector<CellOwners>& line, index_t row) {
        regions_.row(box.lo[0], box.hi[0], box.lo[1] + row % box.n(1), box.lo[2] + row / box.n(1), line.data());
        auto last = kinds_.begin();
        for (index_t i = 0; i < nx; ++i) {
            const CellOwners kind = kind_of(line[static_cast<std::size_t>(i)]);
            if (!(*last == kind)) last = std::lower_bound(kinds_.begin(), kinds_.end(), kind);
            to[row * nx + i] = static_cast<std::uint8_t>(last - kinds_.begin());
        }
    });
}

double Media::resistance(int a, int b) const {
    if (a == b) return 0;
    for (std::size_t n = 0; n < spec_.interfaces.size(); ++n) {
        const InterfaceSpec& face = spec_.interfaces[n];
        const int p = find_region(spec_, face.between[0]), q = find_region(spec_, face.between[1]);
        const int x = kind(a).contact, y = kind(b).contact;
        if ((p == x && q == y) || (p == y && q == x)) return face.resistance * area_ratios_[n];
    }
    return 0;
}

double Media::face_conductance(int axis, double kappa_own, double kappa_other, int own, int other) const {
    const double h = grid_.h[static_cast<std::size_t>(axis)];
    const double half = spec_.compute.face_mean == FaceMean::harmonic ? h / (2 * kappa_own) + h / (2 * kappa_other)
                                                                      : 2 * h / (kappa_own + kappa_other);
    return 1 / (h * (half + resistance(own, other)));
}

double Media::coefficient(int axis, int own, int other) const {
    const MaterialSpec &a = material(own), &b = material(other);
    return face_conductance(axis, a.kappa(axis), b.kappa(axis), own, other) / a.volumetric_heat;
}

/// The faces between two regions have an area of their own, that of the steps of the grid. With n the surface's normal
/// a face of unit area stands for 1 / (|n_x| + |n_y| + |n_z|) of the surface, so the mean of that is what the
/// resistance must be divided by for the whole surface to have the conductance that was asked for.
void Media::measure_contacts() {
    area_ratios_.assign(spec_.interfaces.size(), 1.0);
    for (std::size_t n = 0; n < spec_.interfaces.size(); ++n) {
        const int p = find_region(spec_, spec_.interfaces[n].between[0]),
                  q = find_region(spec_, spec_.interfaces[n].between[1]);
        const Shape& shape = spec_.regions[static_cast<std::size_t>(std::max(p, q))].shape; // the later one wins
        double steps = 0, surface = 0;
        bool known = true;
        for (int axis = 0; axis < grid_.dim; ++axis) {
            const CellBox box = lower_cells(grid_, axis);
            const auto d = static_cast<std::size_t>(axis);
            std::vector<CellOwners> here(static_cast<std::size_t>(grid_.n[0])), next(here);
            for (index_t k = box.lo[2]; k < box.hi[2]; ++k)
                for (index_t j = box.lo[1]; j < box.hi[1]; ++j) {
                    regions_.row(0, grid_.n[0], j, k, here.data());
                    if (axis > 0) regions_.row(0, grid_.n[0], j + (axis == 1), k + (axis == 2), next.data());
                    for (index_t i = box.lo[0]; i < box.hi[0]; ++i) {
                        const auto at = static_cast<std::size_t>(i);
                        const int x = here[at].contact, y = axis == 0 ? here[at + 1].contact : next[at].contact;
                        if (!((x == p && y == q) || (x == q && y == p))) continue;
                        auto place = grid_.centre(i, j, k);
                        place[d] += 0.5 * grid_.h[d];
                        const auto normal = normal_near(shape, place, grid_);
                        known = known && normal;
                        double sum = 0;
                        for (std::size_t e = 0; e < static_cast<std::size_t>(grid_.dim) && normal; ++e)
                            sum += std::abs((*normal)[e]);
                        steps += grid_.face_area(axis);
                        surface += grid_.face_area(axis) / (normal ? sum : 1.0);
                    }
                }
        }
        if (surface > 0 && std::abs(steps / surface - 1) > 1e-12) area_ratios_[n] = steps / surface;
        contact_areas_.push_back({spec_.interfaces[n].between[0] + " and " + spec_.interfaces[n].between[1],
                                  surface > 0 ? area_ratios_[n] : 0.0, known});
    }
}

double Media::largest_sum(const std::array<double, 6>& w, const std::array<bool, 3>& periodic) const {
    const int count = this->count();
    std::vector<double> a(static_cast<std::size_t>(3 * count * count), 0.0);
    for (int axis = 0; axis < grid_.dim; ++axis)
        for (int own = 0; own < count; ++own)
            for (int other = 0; other < count; ++other)
                a[static_cast<std::size_t>((axis * count + own) * count + other)] = coefficient(axis, own, other);
    const index_t nx = grid_.n[0], ny = grid_.n[1], nz = grid_.n[2], plane = nx * ny;
    std::array<std::vector<std::uint8_t>, 3> planes; // below, here, above
    const auto read = [&](index_t k, std::vector<std::uint8_t>& to) {
        to.resize(static_cast<std::size_t>(plane));
        const index_t q = (k + nz) % nz;
        fill({{0, 0, q}, {nx, ny, q + 1}}, to.data());
    };
    read(-1, planes[0]), read(0, planes[1]);
    double largest = 0;
    for (index_t k = 0; k < nz; ++k) {
        read(k + 1, planes[2]);
        const std::uint8_t* const here = planes[1].data();
#pragma omp parallel for num_threads(threads_) reduction(max : largest) schedule(static)
        for (index_t j = 0; j < ny; ++j)
            for (index_t i = 0; i < nx; ++i) {
                const index_t at = i + j * nx, place[3] = {i, j, k};
                const std::uint8_t own = here[at];
                double sum = 0;
                for (int side = 0; side < 2 * grid_.dim; ++side) {
                    const int axis = side / 2;
                    const auto d = static_cast<std::size_t>(axis);
                    const index_t n = grid_.n[d], step = side % 2 != 0 ? 1 : -1, p = place[d] + step;
                    const bool outside = p < 0 || p >= n;
                    const index_t shift = outside ? -step * (n - 1) : step;
                    const double* const row = &a[static_cast<std::size_t>((axis * count + own) * count)];
                    if (outside && !periodic[d]) sum += row[own] * w[static_cast<std::size_t>(side)];
                    else if (axis == 2) sum += row[planes[side % 2 != 0 ? 2 : 0][static_cast<std::size_t>(at)]];
                    else sum += row[here[at + shift * (axis == 0 ? 1 : nx)]];
                }
                largest = std::max(largest, sum);
            }
        std::rotate(planes.begin(), planes.begin() + 1, planes.end());
    }
    return largest;
}

} // namespace isotherm
