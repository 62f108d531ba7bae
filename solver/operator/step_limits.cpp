/// How long a step may be.

#include <algorithm>
#include <limits>

#include "solver/operator/cell_materials.hpp"
#include "solver/operator/diffusion.hpp"

namespace isotherm {

double stencil_radius(int order) { return order == 2 ? 4.0 : order == 4 ? 16.0 / 3.0 : 272.0 / 45.0; }

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// What sum_f a_f is at most where the material is the same everywhere [1/s].
double largest_sum(const CaseSpec& spec, const Grid& grid, const std::array<double, 6>& w) {
    double sum = 0;
    for (std::size_t d = 0; d < static_cast<std::size_t>(grid.dim); ++d) {
        const double lo = w[2 * d], hi = w[2 * d + 1];
        const index_t n = grid.n[d];
        const double neighbours = n == 1 ? lo + hi : n == 2 ? 1 + std::max(lo, hi) : std::max({2.0, 1 + lo, 1 + hi});
        sum += spec.material.kappa(static_cast<int>(d)) / spec.material.volumetric_heat / (grid.h[d] * grid.h[d]) *
               neighbours;
    }
    return sum;
}

bool has_one_material(const CaseSpec& spec) {
    return spec.interfaces.empty() && !spec.material.graded() &&
           std::none_of(spec.regions.begin(), spec.regions.end(),
                        [](const auto& region) { return region.material.has_value(); });
}

/// Largest conductivity over heat capacity of any material, per axis [m^2/s].
std::array<double, 3> largest_diffusivity(const CaseSpec& spec) {
    std::array<double, 3> alpha{};
    for (std::size_t d = 0; d < 3; ++d) {
        const int axis = static_cast<int>(d);
        alpha[d] = spec.material.kappa(axis) / spec.material.volumetric_heat;
        for (const RegionSpec& region : spec.regions)
            if (region.material)
                alpha[d] = std::max(alpha[d], region.material->kappa(axis) / region.material->volumetric_heat);
    }
    return alpha;
}

/// Largest sum_f a_f [1/s] of any cell and largest diffusivity per axis, whatever the case's materials are.
GradedExtremes extremes(const CaseSpec& spec, const Grid& grid, const std::array<double, 6>& w,
                        const std::array<bool, 3>& periodic, int threads) {
    if (has_one_material(spec)) return {largest_sum(spec, grid, w), largest_diffusivity(spec)};
    const Media media(spec, grid, threads);
    if (is_graded(spec)) return graded_extremes(media, w, periodic);
    return {media.largest_sum(w, periodic), largest_diffusivity(spec)};
}

} // namespace

StepLimits step_limits(const CaseSpec& spec, const Grid& grid, const WallTables& walls, double real_axis, int threads) {
    std::array<double, 6> w{};
    std::array<bool, 3> periodic{};
    for (int side = 0; side < 2 * grid.dim; ++side) {
        w[static_cast<std::size_t>(side)] = walls.largest_w(side, spec.time.end);
        periodic[static_cast<std::size_t>(side / 2)] = walls.periodic(side);
    }
    const auto [sum, alpha] = extremes(spec, grid, w, periodic, threads);
    double spectral = 0; // 1 / dt
    for (std::size_t d = 0; d < static_cast<std::size_t>(grid.dim); ++d)
        spectral += alpha[d] / (grid.h[d] * grid.h[d]) * stencil_radius(spec.order) / real_axis;
    StepLimits limits;
    limits.spectral = spectral > 0 ? 1 / spectral : never;
    // Gershgorin: no eigenvalue is beyond twice the largest sum. Arithmetic means can exceed both materials' own limit.
    const double gershgorin = sum > 0 ? real_axis / (2 * sum) : never;
    if (!has_one_material(spec))
        limits.spectral =
            spec.compute.face_mean == FaceMean::harmonic ? std::max(limits.spectral, gershgorin) : gershgorin;
    limits.positivity = spec.order != 2 ? limits.spectral : sum > 0 ? 1 / sum : never;
    return limits;
}

} // namespace isotherm
