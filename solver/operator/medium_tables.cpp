#include "solver/operator/medium_tables.hpp"

#include <algorithm>

#include "kernels/reduce/weighted_sum.hpp"
#include "kernels/stencil/variable/face_classes.hpp"
#include "kernels/stencil/variable/media_runs.hpp"

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
      sources_(spec, grid, media_, device) {
    upload_index();
    if (is_graded(spec)) {
        graded_ = std::make_unique<GradedCells>(spec, media_, periodic_axes(spec), device);
    } else {
        if (precision_ == Precision::fp32) upload_pairs<float>(periodic_axes(spec));
        else upload_pairs<double>(periodic_axes(spec));
        std::vector<double> capacities;
        for (int m = 0; m < media_.count(); ++m) capacities.push_back(media_.material(m).volumetric_heat);
        capacities_ = Memory(device, static_cast<index_t>(capacities.size() * sizeof(double)), "the media");
        capacities_.upload(capacities.data(), capacities_.bytes());
    }
    sources_.set_cells(index_.as<std::uint8_t>(), graded_ ? graded_->capacities() : capacities_.as<double>());
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
    if (device_.backend != Backend::cpu) return upload_runs(periodic, cells_of_piece<Real>());
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

void MediumTables::upload_runs(const std::array<bool, 3>& periodic, index_t cells_of_piece) {
    if (grid_.dim < 3) return;
    const index_t pitch = Field::pitch_of(grid_, precision_, device_.backend), plane = pitch * grid_.n[1],
                  nz = grid_.n[2];
    MediaRuns runs({grid_.n[0], grid_.n[1], nz}, {periodic[0], periodic[1], periodic[2]}, cells_of_piece);
    std::array<std::vector<std::uint8_t>, 3> planes; // below, here, above
    const auto read = [&](index_t k, std::vector<std::uint8_t>& to) {
        to.resize(static_cast<std::size_t>(plane));
        index_.download(to.data(), plane, (k + nz) % nz * plane);
    };
    read(-1, planes[0]), read(0, planes[1]);
    for (index_t k = 0; k < nz; ++k) {
        read(k + 1, planes[2]);
        runs.add_plane(k, planes[0].data(), planes[1].data(), planes[2].data(), pitch, device_.threads);
        std::rotate(planes.begin(), planes.begin() + 1, planes.end());
    }
    const std::vector<std::uint16_t> entries = runs.entries();
    runs_ = Memory(device_, static_cast<index_t>(2 * entries.size()), "the media");
    runs_.upload(entries.data(), runs_.bytes());
}

template <class Real>
Medium<Real> MediumTables::view() const {
    Medium<Real> m;
    if (graded_) {
        graded_->set(m);
    } else {
        m.index = index_.as<std::uint8_t>();
        m.pairs = pairs_.as<Real>();
        m.class_of = class_of_.as<std::uint16_t>(); // null on a GPU
        m.classes = classes_.as<Real>();
        m.runs = runs_.as<std::uint16_t>(); // null on a CPU
    }
    m.count = media_.count();
    sources_.set(m);
    return m;
}
template Medium<float> MediumTables::view<float>() const;
template Medium<double> MediumTables::view<double>() const;

double MediumTables::heat_sum(const Field& field) const {
    const auto* index = graded_ ? nullptr : index_.as<std::uint8_t>();
    const auto* weights = graded_ ? graded_->capacities() : capacities_.as<double>();
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
    const index_t own = is_graded(spec)           ? GradedCells::bytes(spec, grid, backend)
                        : backend == Backend::cpu ? 2 * places
                                                  : 0;
    return places + own + (by_place ? Field::bytes_of(grid, precision, backend) : 0);
}

} // namespace isotherm
