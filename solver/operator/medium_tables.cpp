#include "solver/operator/medium_tables.hpp"

#include <algorithm>

#include "kernels/reduce/weighted_sum.hpp"
#include "kernels/stencil/variable/face_classes.hpp"
#include "solver/operator/cell_materials.hpp"

namespace isotherm {

namespace {

std::array<bool, 3> periodic_axes(const CaseSpec& spec) {
    std::array<bool, 3> periodic{};
    for (std::size_t d = 0; d < 3; ++d) periodic[d] = std::holds_alternative<PeriodicWall>(spec.walls[2 * d]);
    return periodic;
}

} // namespace

MediumTables::MediumTables(const CaseSpec& spec, const Grid& grid, const Device& device)
    : grid_(grid), device_(device), precision_(spec.compute.precision), media_(spec, grid, device.threads),
      sources_(spec, grid, media_, device), graded_(is_graded(spec)) {
    upload_index();
    if (graded_) {
        if (precision_ == Precision::fp32) upload_cells<float>(periodic_axes(spec));
        else upload_cells<double>(periodic_axes(spec));
    } else {
        if (precision_ == Precision::fp32) upload_pairs<float>(periodic_axes(spec));
        else upload_pairs<double>(periodic_axes(spec));
        std::vector<double> capacities;
        for (int m = 0; m < media_.count(); ++m) capacities.push_back(media_.material(m).volumetric_heat);
        capacities_ = Memory(device, static_cast<index_t>(capacities.size() * sizeof(double)), "the media");
        capacities_.upload(capacities.data(), capacities_.bytes());
    }
    sources_.set_cells(index_.as<std::uint8_t>(), capacities_.as<double>());
}

void MediumTables::upload_index() {
    const index_t pitch = Field::pitch_of(grid_, precision_, device_.backend), rows = grid_.n[1] * grid_.n[2];
    index_ = Memory(device_, pitch * rows, "the media of the cells");
    std::vector<std::uint8_t> dense, padded;
    for (const CellBox& box : slabs(grid_, index_t{1} << 22)) {
        dense.resize(static_cast<std::size_t>(box.cells()));
        media_.fill(box, dense.data());
        const index_t nx = box.n(0), lines = box.n(1) * box.n(2);
        padded.assign(static_cast<std::size_t>(pitch * (lines - 1) + nx), 0);
        for (index_t line = 0; line < lines; ++line)
            std::copy_n(dense.begin() + line * nx, nx, padded.begin() + line * pitch);
        index_.upload(padded.data(), static_cast<index_t>(padded.size()),
                      box.lo[0] + pitch * (box.lo[1] + grid_.n[1] * box.lo[2]));
    }
}

template <class Real>
void MediumTables::upload_pairs(const std::array<bool, 3>& periodic) {
    const int count = media_.count();
    std::vector<Real> pairs(static_cast<std::size_t>(3 * count * count), Real(0));
    for (int axis = 0; axis < grid_.dim; ++axis)
        for (int own = 0; own < count; ++own)
            for (int other = 0; other < count; ++other)
                pairs[static_cast<std::size_t>((axis * count + own) * count + other)] =
                    static_cast<Real>(media_.coefficient(axis, own, other));
    pairs_ = Memory(device_, static_cast<index_t>(pairs.size() * sizeof(Real)), "the media's coefficients");
    pairs_.upload(pairs.data(), pairs_.bytes());
    if (device_.backend != Backend::cpu) return;
    const index_t pitch = Field::pitch_of(grid_, precision_, device_.backend), nx = grid_.n[0], ny = grid_.n[1],
                  nz = grid_.n[2];
    const FaceClasses classes({index_.as<std::uint8_t>(), {nx, ny, nz}, pitch, pitch * ny}, grid_.dim,
                              {periodic[0], periodic[1], periodic[2]}, device_.threads);
    const std::vector<Real> lines = classes.coefficients(pairs.data(), count);
    class_of_ = Memory(device_, 2 * pitch * ny * nz, "the classes of the cells");
    classes_ = Memory(device_, static_cast<index_t>(lines.size() * sizeof(Real)), "the classes' coefficients");
    classes.fill(class_of_.as<std::uint16_t>());
    classes_.upload(lines.data(), classes_.bytes());
}

template <class Real>
void MediumTables::upload_cells(const std::array<bool, 3>& periodic) {
    const index_t pitch = Field::pitch_of(grid_, precision_, device_.backend), nx = grid_.n[0], ny = grid_.n[1],
                  nz = grid_.n[2];
    const index_t plane = pitch * ny, real = static_cast<index_t>(sizeof(Real));
    for (int side = 0; side < 2 * grid_.dim; ++side)
        cells_[static_cast<std::size_t>(side)] = Memory(device_, plane * nz * real, "the coefficients of the cells");
    capacities_ = Memory(device_, plane * nz * 8, "the capacities of the cells");
    FaceCoefficients a(media_, periodic);
    std::vector<Real> values(static_cast<std::size_t>(plane), Real(0));
    std::vector<double> capacities(values.size(), 1.0);
    const auto for_each = [&](auto&& use) {
#pragma omp parallel for num_threads(device_.threads) schedule(static)
        for (index_t j = 0; j < ny; ++j)
            for (index_t i = 0; i < nx; ++i) use(i, j, static_cast<std::size_t>(i + j * pitch));
    };
    for (index_t k = 0; k < nz; ++k) {
        a.move_to(k);
        for (int side = 0; side < 2 * grid_.dim; ++side) {
            for_each([&](index_t i, index_t j, std::size_t at) { values[at] = static_cast<Real>(a(side, i, j)); });
            cells_[static_cast<std::size_t>(side)].upload(values.data(), plane * real, k * plane * real);
        }
        for_each([&](index_t i, index_t j, std::size_t at) { capacities[at] = a.cell(i, j).heat; });
        capacities_.upload(capacities.data(), plane * 8, k * plane * 8);
    }
}

template <class Real>
Medium<Real> MediumTables::view() const {
    Medium<Real> m;
    if (graded_) {
        for (std::size_t side = 0; side < 6; ++side) m.cell[side] = cells_[side].as<Real>();
    } else {
        m.index = index_.as<std::uint8_t>();
        m.pairs = pairs_.as<Real>();
        m.class_of = class_of_.as<std::uint16_t>(); // null on a GPU
        m.classes = classes_.as<Real>();
    }
    m.count = media_.count();
    sources_.set(m);
    return m;
}
template Medium<float> MediumTables::view<float>() const;
template Medium<double> MediumTables::view<double>() const;

double MediumTables::heat_sum(const Field& field) const {
    const auto* index = graded_ ? nullptr : index_.as<std::uint8_t>();
    const auto* weights = capacities_.as<double>();
    return precision_ == Precision::fp32 ? weighted_sum(field.const_view<float>(), index, weights, device_)
                                         : weighted_sum(field.const_view<double>(), index, weights, device_);
}

index_t MediumTables::bytes(const CaseSpec& spec, const Grid& grid, Backend backend) {
    const bool by_place = std::any_of(spec.sources.begin(), spec.sources.end(), [](const SourceSpec& source) {
        const auto* uniform = std::get_if<UniformSource>(&source);
        return uniform != nullptr && ValueFunction(uniform->value, "xyzt").varies_in_space();
    });
    const Precision precision = spec.compute.precision;
    const index_t places = Field::pitch_of(grid, precision, backend) * grid.n[1] * grid.n[2];
    const index_t own = is_graded(spec) ? 8 + 2 * grid.dim * size_of(precision) : backend == Backend::cpu ? 2 : 0;
    return places * (1 + own) + (by_place ? Field::bytes_of(grid, precision, backend) : 0);
}

} // namespace isotherm
