#include "solver/filter/field_filter.hpp"

namespace isotherm {

PlaneShape plane_of(const Grid& grid) { return {{grid.n[0], grid.n[1]}, {{grid.h[0], grid.h[1]}}}; }

FieldFilter::FieldFilter(const FilterSpec& spec, const Grid& grid, Precision precision, const Device& device,
                         double reference) {
    const FilterTask task = make_filter_task(spec, plane_of(grid), -reference);
    if (precision == Precision::fp32) single_.emplace(task, grid.n[0], grid.n[1], device);
    else double_.emplace(task, grid.n[0], grid.n[1], device);
}

void FieldFilter::apply(const Field& from, Field& to) {
    if (single_) single_->run(from.const_view<float>(), to.view<float>());
    else double_->run(from.const_view<double>(), to.view<double>());
}

std::string_view FieldFilter::method() const { return single_ ? single_->variant().name : double_->variant().name; }

} // namespace isotherm
