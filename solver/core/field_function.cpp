#include "solver/core/field_function.hpp"

#include <algorithm>
#include <limits>

#include "solver/core/parallel.hpp"
#include "solver/io/field_file.hpp"

namespace isotherm {

namespace {

/// A profile's parts at the cell centres along every axis, at t = 0.
std::array<std::vector<double>, 3> parts_of(const Profile& profile, const Grid& grid, const Domain& domain) {
    std::array<std::vector<double>, 3> parts;
    for (int d = 0; d < 3; ++d)
        for (index_t i = 0; i < grid.n[d]; ++i)
            parts[d].push_back(
                d >= grid.dim
                    ? 0.0
                    : std::visit([&](const auto& p) { return p.part(d, grid.centre(d, i), 0.0, domain); }, profile));
    return parts;
}

} // namespace

FieldFunction::FieldFunction(const FieldSpec& spec, const Domain& domain, const std::string& allowed)
    : spec_(spec), domain_(domain) {
    if (const auto* text = std::get_if<ExpressionText>(&spec)) expression_.emplace(text->text, allowed, text->key);
}

double FieldFunction::operator()(const std::array<double, 3>& x, double t) const {
    if (expression_) return (*expression_)(x[0], x[1], x[2], t);
    if (const auto* profile = std::get_if<Profile>(&spec_)) return isotherm::evaluate(*profile, x, t, domain_);
    return std::get<double>(spec_);
}

InitialField::InitialField(const CaseSpec& spec, const Grid& grid) : grid_(grid) {
    const Domain domain = domain_of(grid, spec.material.diffusivity);
    const auto add = [&](std::optional<ShapeCells> covers, const FieldSpec& field) {
        layers_.push_back({std::move(covers), FieldFunction(field, domain, "xyz")});
        Layer& layer = layers_.back();
        if (const auto* file = std::get_if<FileField>(&field))
            layer.cells = read_field_file(*file, grid, spec.temperature_unit);
        if (const Profile* const profile = layer.value.profile()) layer.parts = parts_of(*profile, grid, domain);
    };
    add(std::nullopt, spec.initial);
    for (const RegionSpec& region : spec.regions)
        if (region.initial) add(ShapeCells(region.shape, grid), *region.initial);
}

const InitialField::Layer& InitialField::top(const std::vector<Layer>& layers, index_t i, index_t j, index_t k) {
    auto layer = layers.rbegin(); // later regions win
    while (layer->covers && !(*layer->covers)(i, j, k)) ++layer;
    return *layer;
}

void InitialField::fill(const Layer& layer, index_t i, index_t end, index_t j, index_t k, double* to) const {
    if (layer.cells) {
        const double* const row = layer.cells->data() + grid_.n[0] * (j + grid_.n[1] * k);
        std::copy(row + i, row + end, to);
    } else if (const Profile* const profile = layer.value.profile()) {
        const double y = layer.parts[1][static_cast<std::size_t>(j)], z = layer.parts[2][static_cast<std::size_t>(k)];
        const double* const x = layer.parts[0].data();
        std::visit(
            [&](const auto& p) {
                for (; i < end; ++i) *to++ = p.join({x[i], y, z}, grid_.dim);
            },
            *profile);
    } else {
        for (; i < end; ++i) *to++ = layer.value(grid_.centre(i, j, k), 0.0);
    }
}

void InitialField::evaluate(const CellBox& box, double* to, int threads) const {
    const index_t rows = box.n(1) * box.n(2), nx = box.n(0);
    const auto copy_layers = [this] { return layers_; }; // expressions are one per thread
    parallel_for_each(rows, threads, copy_layers, [&](const std::vector<Layer>& layers, index_t row) {
        const index_t j = box.lo[1] + row % box.n(1), k = box.lo[2] + row / box.n(1);
        for (index_t i = box.lo[0], end = i; i < box.hi[0]; i = end) {
            const Layer& layer = top(layers, i, j, k);
            while (end < box.hi[0] && &top(layers, end, j, k) == &layer) ++end;
            fill(layer, i, end, j, k, to + row * nx + i - box.lo[0]);
        }
    });
}

Extent InitialField::extent(int threads) const {
    double lo = std::numeric_limits<double>::infinity(), hi = -lo;
    std::vector<double> values;
    for (const CellBox& box : slabs(grid_, index_t{1} << 20)) {
        values.resize(static_cast<std::size_t>(box.cells()));
        evaluate(box, values.data(), threads);
#pragma omp parallel for num_threads(threads) schedule(static) reduction(min : lo) reduction(max : hi)
        for (const double v : values) {
            lo = v < lo ? v : lo;
            hi = v > hi ? v : hi;
        }
    }
    return {lo, hi};
}

} // namespace isotherm
