#include "solver/observe/measure.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "kernels/reduce/fixed_sum.hpp"
#include "kernels/stencil/neighbour.hpp"
#include "solver/core/parallel.hpp"

namespace isotherm {
namespace {

constexpr index_t staged_cells = index_t{1} << 21;
constexpr index_t worth_threads = 20'000; ///< cells of a wall

} // namespace

double wall_power(const Field& field, double reference, const Grid& grid, const WallTables& walls, int side, double t,
                  int order) {
    if (walls.periodic(side) || walls.insulated(side)) return 0.0;
    const auto axis = static_cast<std::size_t>(side / 2);
    const bool high = side % 2 == 1;
    const int layers = order / 2;
    const std::size_t a = axis == 0 ? 1 : 0;
    const index_t faces = grid.face_cells(static_cast<int>(axis)), row_cells = grid.n[a];
    const auto cells = static_cast<std::size_t>(faces);
    const auto gain = std::make_unique_for_overwrite<double[]>(cells),
               T = std::make_unique_for_overwrite<double[]>(cells);
    const bool same = walls.same_row(side);
    const int threads = same && faces > worth_threads ? field.memory().threads() : 1; // expressions are not for several
    for (int m = 0; m < layers; ++m) {
        CellBox box = all_cells(grid);
        box.lo[axis] = high ? grid.n[axis] - 1 - m : m;
        box.hi[axis] = box.lo[axis] + 1;
        read_cells(field, reference, box, T.get(), Precision::fp64);
        const WallRow<double> first = walls.row_at(side, 0, 0, t, T[0], m);
        const double weight = heat_layer_weight(order, m);
        parallel_for_each(
            faces / row_cells, threads, [&] { return first; },
            [&](WallRow<double>& row, index_t r) {
                for (index_t i = 0; i < row_cells; ++i) {
                    const index_t cell = r * row_cells + i;
                    const auto c = static_cast<std::size_t>(cell);
                    if (!same) row = walls.row_at(side, i, r, t, T[c], m);
                    const double of_layer = weight * walls.kappa(side, cell) * wall_gain(row, T[c]);
                    gain[c] = m == 0 ? of_layer : gain[c] + of_layer;
                }
            });
    }
    return grid.face_area(static_cast<int>(axis)) / grid.h[axis] * fixed_sum(gain.get(), faces);
}

ErrorNorms error_norms(const Field& field, double reference, const Grid& grid, const FieldFunction& exact, double t,
                       int threads) {
    ErrorNorms norms;
    std::vector<double> sums_1, sums_2, T;
    for (const CellBox& box : slabs(grid, staged_cells)) {
        const index_t rows = box.n(1) * box.n(2), nx = box.n(0);
        T.resize(static_cast<std::size_t>(box.cells()));
        read_cells(field, reference, box, T.data(), Precision::fp64);
        const std::size_t first = sums_1.size();
        sums_1.resize(first + static_cast<std::size_t>(rows));
        sums_2.resize(first + static_cast<std::size_t>(rows));
        std::vector<ErrorNorms> worst(static_cast<std::size_t>(rows));
        const auto copy_exact = [&] { return exact; };
        parallel_for_each(rows, threads, copy_exact, [&](const FieldFunction& own, index_t row) {
            const index_t j = box.lo[1] + row % box.n(1), k = box.lo[2] + row / box.n(1);
            const std::size_t r = static_cast<std::size_t>(row);
            for (index_t i = 0; i < nx; ++i) {
                const double e =
                    std::abs(T[static_cast<std::size_t>(row * nx + i)] - own(grid.centre(box.lo[0] + i, j, k), t));
                sums_1[first + r] += e;
                sums_2[first + r] += e * e;
                if (e > worst[r].Linf || std::isnan(e)) worst[r].Linf = e, worst[r].cell = {box.lo[0] + i, j, k};
            }
        });
        for (const ErrorNorms& w : worst)
            if (w.Linf > norms.Linf || std::isnan(w.Linf)) norms.Linf = w.Linf, norms.cell = w.cell;
    }
    const auto rows = static_cast<index_t>(sums_1.size());
    const auto cells = static_cast<double>(grid.cells());
    norms.L1 = fixed_sum(sums_1.data(), rows) / cells;
    norms.L2 = std::sqrt(fixed_sum(sums_2.data(), rows) / cells);
    return norms;
}

std::optional<std::array<index_t, 3>> first_non_finite(const Field& field, const Grid& grid) {
    std::vector<double> T;
    for (const CellBox& box : slabs(grid, staged_cells)) {
        T.resize(static_cast<std::size_t>(box.cells()));
        read_cells(field, 0.0, box, T.data(), Precision::fp64);
        const auto found = std::find_if(T.begin(), T.end(), [](double v) { return !std::isfinite(v); });
        if (found == T.end()) continue;
        const index_t at = found - T.begin();
        return std::array<index_t, 3>{box.lo[0] + at % box.n(0), box.lo[1] + at / box.n(0) % box.n(1),
                                      box.lo[2] + at / (box.n(0) * box.n(1))};
    }
    return std::nullopt;
}

} // namespace isotherm
