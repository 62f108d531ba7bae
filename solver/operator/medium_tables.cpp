#include "solver/operator/medium_tables.hpp"

#include <algorithm>

#include "kernels/reduce/weighted_sum.hpp"

namespace isotherm {

MediumTables::MediumTables(const CaseSpec& spec, const Grid& grid, const Device& device)
    : grid_(grid), device_(device), precision_(spec.compute.precision), media_(spec, grid, device.threads),
      sources_(spec, grid, media_, device) {
    upload_index();
    if (precision_ == Precision::fp32) upload_pairs<float>();
    else upload_pairs<double>();
    std::vector<double> capacities;
    for (int m = 0; m < media_.count(); ++m) capacities.push_back(media_.material(m).volumetric_heat);
    capacities_ = Memory(device, static_cast<index_t>(capacities.size() * sizeof(double)), "the media");
    capacities_.upload(capacities.data(), capacities_.bytes());
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
void MediumTables::upload_pairs() {
    const int count = media_.count();
    std::vector<Real> pairs(static_cast<std::size_t>(3 * count * count), Real(0));
    for (int axis = 0; axis < grid_.dim; ++axis)
        for (int own = 0; own < count; ++own)
            for (int other = 0; other < count; ++other)
                pairs[static_cast<std::size_t>((axis * count + own) * count + other)] =
                    static_cast<Real>(media_.coefficient(axis, own, other));
    pairs_ = Memory(device_, static_cast<index_t>(pairs.size() * sizeof(Real)), "the media's coefficients");
    pairs_.upload(pairs.data(), pairs_.bytes());
}

template <class Real>
Medium<Real> MediumTables::view() const {
    Medium<Real> m;
    m.index = index_.as<std::uint8_t>();
    m.count = media_.count();
    m.pairs = pairs_.as<Real>();
    sources_.set(m);
    return m;
}
template Medium<float> MediumTables::view<float>() const;
template Medium<double> MediumTables::view<double>() const;

double MediumTables::heat_sum(const Field& field) const {
    const auto* index = index_.as<std::uint8_t>();
    const auto* weights = capacities_.as<double>();
    return precision_ == Precision::fp32 ? weighted_sum(field.const_view<float>(), index, weights, device_)
                                         : weighted_sum(field.const_view<double>(), index, weights, device_);
}

index_t MediumTables::bytes(const CaseSpec& spec, const Grid& grid) {
    const bool by_place = std::any_of(spec.sources.begin(), spec.sources.end(), [](const SourceSpec& source) {
        const auto* uniform = std::get_if<UniformSource>(&source);
        return uniform != nullptr && ValueFunction(uniform->value, "xyzt").varies_in_space();
    });
    return Field::pitch_of(grid, spec.compute.precision) * grid.n[1] * grid.n[2] +
           (by_place ? Field::bytes_of(grid, spec.compute.precision) : 0);
}

} // namespace isotherm
