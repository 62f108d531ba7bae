#include "solver/operator/heating_programs.hpp"

#include <algorithm>

namespace isotherm {
HeatingPrograms::HeatingPrograms(const std::vector<Law>& laws, const Media& media, const Device& device)
    : grid_(media.grid()), device_(device), law_count_(static_cast<int>(laws.size())) {
    std::vector<Instruction> code;
    std::vector<HeatingLaw> table;
    for (const Law& law : laws) {
        const auto program = program_of(law.value, step_values_);
        if (!program) return;
        HeatingLaw row{static_cast<int>(code.size()), static_cast<int>(program->size()), law.per_value, {}};
        for (int m = 0; m < media.count(); ++m) row.heats[m] = law.heats(m);
        table.push_back(row);
        code.insert(code.end(), program->begin(), program->end());
    }
    const auto upload = [&](const auto& values) {
        Memory memory(device, static_cast<index_t>(values.size() * sizeof values[0]), "the sources");
        memory.upload(values.data(), memory.bytes());
        return memory;
    };
    code_ = upload(code);
    laws_ = upload(table);
    row_heat_ = Memory(device, 8 * grid_->n[1] * grid_->n[2], "the heat of the sources");
    complete_ = true;
    forget_heat();
}

template <class Real>
void HeatingPrograms::fill_as(Field& to, const Cells& cells, double t, double weight) {
    ProgramHeating<Real> p;
    p.to = to.view<Real>();
    p.index = cells.index, p.capacity = cells.capacities, p.capacity_of_cells = cells.of_cells;
    std::copy_n(grid_->lower.begin(), 3, p.lower);
    std::copy_n(grid_->h.begin(), 3, p.h);
    p.code = code_.as<Instruction>();
    p.laws = laws_.as<HeatingLaw>();
    p.law_count = law_count_;
    const auto values = step_values_.at(t);
    std::copy(values.begin(), values.end(), p.step_values);
    p.weight = weight;
    p.row_heat = row_heat_.as<double>();
    heat_by_programs(p, device_);
}

void HeatingPrograms::fill(Field& to, const Cells& cells, double t, double weight) {
    if (to.precision() == Precision::fp32) fill_as<float>(to, cells, t, weight);
    else fill_as<double>(to, cells, t, weight);
}

double HeatingPrograms::heat() const {
    std::vector<double> rows(static_cast<std::size_t>(row_heat_.bytes() / 8));
    row_heat_.download(rows.data(), row_heat_.bytes());
    return grid_->cell_volume() * fixed_sum(rows.data(), static_cast<index_t>(rows.size()));
}

void HeatingPrograms::forget_heat() {
    const std::vector<double> none(static_cast<std::size_t>(row_heat_.bytes() / 8), 0.0);
    row_heat_.upload(none.data(), row_heat_.bytes());
}

} // namespace isotherm
