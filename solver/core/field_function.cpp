#include "solver/core/field_function.hpp"

#include <algorithm>
#include <limits>

#include "solver/core/parallel.hpp"
#include "solver/io/field_file.hpp"

namespace isotherm {

FieldFunction::FieldFunction(const FieldSpec& spec, const Domain& domain, const std::string& allowed)
    : spec_(spec), domain_(domain) {
    if (const auto* text = std::get_if<ExpressionText>(&spec)) expression_.emplace(text->text, allowed);
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
        if (const auto* file = std::get_if<FileField>(&field))
            layers_.back().cells = read_field_file(*file, grid, spec.temperature_unit);
    };
    add(std::nullopt, spec.initial);
    for (const RegionSpec& region : spec.regions)
        if (region.initial) add(ShapeCells(region.shape, grid), *region.initial);
}

void InitialField::evaluate(const CellBox& box, double* to, int threads) const {
    const index_t rows = box.n(1) * box.n(2), nx = box.n(0);
    const auto copy_layers = [this] { return layers_; }; // expressions are one per thread
    parallel_for_each(rows, threads, copy_layers, [&](const std::vector<Layer>& layers, index_t row) {
        const index_t j = box.lo[1] + row % box.n(1), k = box.lo[2] + row / box.n(1);
        for (index_t i = 0; i < nx; ++i) {
            auto layer = layers.rbegin(); // later regions win
            while (layer->covers && !(*layer->covers)(box.lo[0] + i, j, k)) ++layer;
            const index_t at = box.lo[0] + i + grid_.n[0] * (j + grid_.n[1] * k);
            to[row * nx + i] = layer->cells ? (*layer->cells)[static_cast<std::size_t>(at)]
                                            : layer->value(grid_.centre(box.lo[0] + i, j, k), 0.0);
        }
    });
}

Extent InitialField::extent(int threads) const {
    Extent e{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    std::vector<double> values;
    for (const CellBox& box : slabs(grid_, index_t{1} << 20)) {
        values.resize(static_cast<std::size_t>(box.cells()));
        evaluate(box, values.data(), threads);
        const auto [lo, hi] = std::minmax_element(values.begin(), values.end());
        e.lo = std::min(e.lo, *lo);
        e.hi = std::max(e.hi, *hi);
    }
    return e;
}

} // namespace isotherm
