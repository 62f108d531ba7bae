#include "solver/operator/cell_materials.hpp"

#include <algorithm>
#include <utility>

#include "solver/core/parallel.hpp"

namespace isotherm {

std::vector<CellMaterial> cell_materials(const Media& media, const CellBox& box) {
    const Grid& grid = media.grid();
    const index_t nx = box.n(0);
    std::vector<CellMaterial> cells(static_cast<std::size_t>(box.cells()));
    std::vector<std::uint8_t> index(cells.size());
    media.fill(box, index.data());
    parallel_for_each(
        box.n(1) * box.n(2), media.threads(), [&] { return media.laws(); },
        [&](const MaterialLaws& laws, index_t row) {
            const index_t j = box.lo[1] + row % box.n(1), k = box.lo[2] + row / box.n(1);
            for (index_t i = 0; i < nx; ++i) {
                const auto at = static_cast<std::size_t>(row * nx + i);
                const int owner = media.kind(index[at]).material;
                const auto x = grid.centre(box.lo[0] + i, j, k);
                CellMaterial& cell = cells[at];
                cell.medium = index[at];
                cell.heat = laws.heat(owner, x);
                cell.kappa = laws.kappa(owner, x);
            }
        });
    return cells;
}

double face_conductance(const Media& media, int axis, const CellMaterial& a, const CellMaterial& b) {
    const auto d = static_cast<std::size_t>(axis);
    return media.face_conductance(axis, a.kappa[d], b.kappa[d], a.medium, b.medium);
}

std::vector<CellMaterial> FaceCoefficients::plane(index_t k) const {
    const Grid& grid = media_.grid();
    const index_t nz = grid.n[2], q = (k + nz) % nz;
    return cell_materials(media_, {{0, 0, q}, {grid.n[0], grid.n[1], q + 1}});
}

void FaceCoefficients::move_to(index_t k) {
    if (k_ < 0) planes_[0] = plane(k - 1), planes_[1] = plane(k);
    else {
        std::swap(planes_[0], planes_[1]);
        std::swap(planes_[1], planes_[2]);
    }
    planes_[2] = plane(k + 1);
    k_ = k;
}

bool FaceCoefficients::is_wall(int side, index_t i, index_t j) const {
    const auto d = static_cast<std::size_t>(side / 2);
    const index_t place[3] = {i, j, k_};
    return !periodic_[d] && place[d] == (side % 2 != 0 ? media_.grid().n[d] - 1 : 0);
}

const CellMaterial& FaceCoefficients::beyond(int side, index_t i, index_t j) const {
    if (is_wall(side, i, j)) return cell(i, j);
    const int axis = side / 2;
    const index_t step = side % 2 != 0 ? 1 : -1, nx = media_.grid().n[0], ny = media_.grid().n[1];
    if (axis == 0) i = (i + step + nx) % nx;
    if (axis == 1) j = (j + step + ny) % ny;
    return planes_[axis == 2 ? static_cast<std::size_t>(1 + step) : 1][static_cast<std::size_t>(i + j * nx)];
}

double FaceCoefficients::operator()(int side, index_t i, index_t j) const {
    const CellMaterial& own = cell(i, j);
    return face_conductance(media_, side / 2, own, beyond(side, i, j)) / own.heat;
}

GradedExtremes graded_extremes(const Media& media, const std::array<double, 6>& w,
                               const std::array<bool, 3>& periodic) {
    const Grid& grid = media.grid();
    FaceCoefficients a(media, periodic);
    double largest = 0, alpha_x = 0, alpha_y = 0, alpha_z = 0;
    for (index_t k = 0; k < grid.n[2]; ++k) {
        a.move_to(k);
#pragma omp parallel for num_threads(media.threads()) reduction(max : largest, alpha_x, alpha_y, alpha_z)
        for (index_t j = 0; j < grid.n[1]; ++j)
            for (index_t i = 0; i < grid.n[0]; ++i) {
                double sum = 0;
                for (int side = 0; side < 2 * grid.dim; ++side)
                    sum += a(side, i, j) * (a.is_wall(side, i, j) ? w[static_cast<std::size_t>(side)] : 1.0);
                largest = std::max(largest, sum);
                const CellMaterial& cell = a.cell(i, j);
                alpha_x = std::max(alpha_x, cell.kappa[0] / cell.heat);
                alpha_y = std::max(alpha_y, cell.kappa[1] / cell.heat);
                alpha_z = std::max(alpha_z, cell.kappa[2] / cell.heat);
            }
    }
    return {largest, {alpha_x, alpha_y, alpha_z}};
}

} // namespace isotherm
