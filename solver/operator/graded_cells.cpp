#include "solver/operator/graded_cells.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "kernels/base/error.hpp"
#include "kernels/stencil/neighbour.hpp"
#include "solver/core/parallel.hpp"

namespace isotherm {
namespace {

constexpr index_t front_bytes = 64; ///< before the first row of faces

/// On a CPU faces are cheaper to load than to make; on a GPU memory is what is dear, and p is all that is read beside
/// 1/C where it gives the faces of every axis.
bool stores_faces(const CaseSpec& spec, Backend backend) {
    return backend == Backend::cpu || !spec.interfaces.empty() || spec.material.per_axis ||
           std::any_of(spec.regions.begin(), spec.regions.end(),
                       [](const RegionSpec& region) { return region.material && region.material->per_axis; });
}

/// p of a cell, so far from the ends of the range that 1 / (p + p) is exact to the last bit.
template <class Real>
Real part_of(bool harmonic, double kappa) {
    const double part = harmonic ? 1 / (2 * kappa) : kappa / 2;
    constexpr double least = 16.0 * std::numeric_limits<Real>::min(), most = std::numeric_limits<Real>::max() / 64.0;
    if (part < least || part > most)
        throw UsageError(fmt::format("material.conductivity: {:.3g} W/(m K) is beyond what this precision can hold; "
                                     "check its unit, or use compute.precision: fp64",
                                     kappa));
    return static_cast<Real>(part);
}

} // namespace

GradedCells::GradedCells(const CaseSpec& spec, const Media& media, const std::array<bool, 3>& periodic,
                         const Device& device)
    : grid_(media.grid()), device_(device), pitch_(Field::pitch_of(grid_, spec.compute.precision, device.backend)),
      harmonic_(spec.compute.face_mean == FaceMean::harmonic), stores_faces_(stores_faces(spec, device.backend)) {
    const index_t real = size_of(spec.compute.precision), cells = pitch_ * grid_.n[1] * grid_.n[2];
    capacities_ = Memory(device_, cells * 8, "the capacities of the cells");
    per_capacity_ = Memory(device_, cells * real, "the capacities of the cells");
    if (!stores_faces_) part_ = Memory(device_, cells * real, "the conductivities of the cells");
    for (int axis = 0; stores_faces_ && axis < grid_.dim; ++axis) {
        const auto d = static_cast<std::size_t>(axis);
        faces_[d] = Memory(device_, front_bytes + cells * real, "the conductivities of the faces");
        first_[d] = Memory(device_, grid_.cells() / grid_.n[d] * real, "the conductivities of the faces");
    }
    if (spec.compute.precision == Precision::fp32) upload<float>(media, periodic);
    else upload<double>(media, periodic);
}

/// g of a face, with the contact between the two cells.
template <class Real>
Real GradedCells::face_between(const Media& media, int axis, const CellMaterial& a, const CellMaterial& b) const {
    const auto d = static_cast<std::size_t>(axis);
    const Real p = part_of<Real>(harmonic_, a.kappa[d]), q = part_of<Real>(harmonic_, b.kappa[d]);
    const auto contact = static_cast<Real>(media.resistance(a.medium, b.medium) / grid_.h[d]);
    if (contact == 0) return isotherm::face_between(harmonic_, p, q);
    return 1 / ((harmonic_ ? p + q : 1 / (p + q)) + contact);
}

template <class Real>
void GradedCells::upload(const Media& media, const std::array<bool, 3>& periodic) {
    const index_t plane = pitch_ * grid_.n[1], real = sizeof(Real);
    FaceCoefficients cells(media, periodic);
    std::vector<double> capacities(static_cast<std::size_t>(plane), 1.0);
    std::vector<Real> values(capacities.size(), Real(0));
    std::array<std::vector<Real>, 3> first;
    const auto upload_plane = [&](Memory& to, index_t k, auto&& of_cell) {
        fill(values, of_cell);
        to.upload(values.data(), plane * real, k * plane * real);
    };
    for (index_t k = 0; k < grid_.n[2]; ++k) {
        cells.move_to(k);
        fill(capacities, [&](index_t i, index_t j) { return cells.cell(i, j).heat; });
        capacities_.upload(capacities.data(), plane * 8, k * plane * 8);
        upload_plane(per_capacity_, k, [&](index_t i, index_t j) { return 1 / cells.cell(i, j).heat; });
        if (!stores_faces_)
            upload_plane(part_, k,
                         [&](index_t i, index_t j) { return part_of<Real>(harmonic_, cells.cell(i, j).kappa[0]); });
        for (int axis = 0; stores_faces_ && axis < grid_.dim; ++axis)
            upload_faces(media, cells, axis, k, first[static_cast<std::size_t>(axis)]);
    }
    for (std::size_t d = 0; d < 3; ++d)
        if (!first[d].empty()) first_[d].upload(first[d].data(), first_[d].bytes());
}

/// Calls of_cell(i, j) for the cells of a plane; `to`: the plane, rows apart as in a field.
template <class Real, class OfCell>
void GradedCells::fill(std::vector<Real>& to, const OfCell& of_cell) const {
    parallel_for_each(
        grid_.n[1], device_.threads, [] { return 0; },
        [&](int, index_t j) {
            for (index_t i = 0; i < grid_.n[0]; ++i)
                to[static_cast<std::size_t>(i + j * pitch_)] = static_cast<Real>(of_cell(i, j));
        });
}

/// Plane k of the faces across an axis; `first` keeps those below the first cells.
template <class Real>
void GradedCells::upload_faces(const Media& media, const FaceCoefficients& cells, int axis, index_t k,
                               std::vector<Real>& first) {
    const index_t n[3] = {grid_.n[0], grid_.n[1], grid_.n[2]}, plane = pitch_ * n[1], real = sizeof(Real);
    const index_t before = axis == 0 && pitch_ > n[0] ? 1 : 0; // begins with the face below the first row's first cell
    std::vector<Real> faces(static_cast<std::size_t>(before + plane), Real(0));
    first.resize(static_cast<std::size_t>(grid_.face_cells(axis)));
    const auto face = [&](int side, index_t i, index_t j) {
        return face_between<Real>(media, axis, cells.cell(i, j), cells.beyond(side, i, j));
    };
    parallel_for_each(
        n[1], device_.threads, [] { return 0; },
        [&](int, index_t j) {
            for (index_t i = 0; i < n[0]; ++i) {
                Real* const upper = &faces[static_cast<std::size_t>(before + i + j * pitch_)];
                *upper = face(2 * axis + 1, i, j);
                if ((axis == 0 ? i : axis == 1 ? j : k) > 0) continue;
                Real& low = first[static_cast<std::size_t>(face_cell(n, axis, i, j, k))];
                low = face(2 * axis, i, j);
                if (before > 0) *(upper - 1) = low;
            }
        });
    faces_[static_cast<std::size_t>(axis)].upload(faces.data(), plane * real,
                                                  front_bytes + (k * plane - before) * real);
}

template <class Real>
void GradedCells::set(Medium<Real>& m) const {
    m.per_capacity = per_capacity_.as<Real>();
    m.part = part_.as<Real>(); // null where faces are stored
    m.harmonic = harmonic_;
    for (std::size_t d = 0; d < 3; ++d) {
        m.weight[d] = static_cast<Real>(1 / (grid_.h[d] * grid_.h[d]));
        if (faces_[d].data() == nullptr) continue;
        m.face[d] = faces_[d].as<Real>() + front_bytes / static_cast<index_t>(sizeof(Real));
        m.first[d] = first_[d].as<Real>();
    }
}
template void GradedCells::set(Medium<float>&) const;
template void GradedCells::set(Medium<double>&) const;

index_t GradedCells::bytes(const CaseSpec& spec, const Grid& grid, Backend backend) {
    const Precision precision = spec.compute.precision;
    const index_t places = Field::pitch_of(grid, precision, backend) * grid.n[1] * grid.n[2];
    const index_t reals = 1 + (stores_faces(spec, backend) ? grid.dim : 1);
    return places * (8 + reals * size_of(precision));
}

} // namespace isotherm
