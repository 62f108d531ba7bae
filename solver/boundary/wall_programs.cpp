#include "solver/boundary/wall_programs.hpp"

#include <algorithm>

#include "solver/boundary/face.hpp"

namespace isotherm {

WallPrograms::WallPrograms(const Grid& grid, int side, const std::vector<WallLaw>& laws,
                           const std::vector<std::uint16_t>& law_of, const std::vector<double>& kappa,
                           const Device& device)
    : one_kappa_(kappa.size() == 1), side_(side), grid_(grid), device_(device) {
    std::vector<Instruction> code;
    std::vector<WallProgram> table;
    for (const WallLaw& law : laws) {
        WallProgram row;
        row.kind = law.kind();
        row.per_value = law.flux_per_value();
        for (std::size_t n = 0; n < law.values().size(); ++n) {
            const auto program = program_of(law.values()[n], step_values_);
            if (!program) return;
            row.first[n] = static_cast<int>(code.size()), row.count[n] = static_cast<int>(program->size());
            code.insert(code.end(), program->begin(), program->end());
        }
        table.push_back(row);
    }
    const auto upload = [&](const auto& values) {
        Memory memory(device, static_cast<index_t>(values.size() * sizeof values[0]), "the walls' programs");
        memory.upload(values.data(), memory.bytes());
        return memory;
    };
    code_ = upload(code);
    laws_ = upload(table);
    kappa_ = upload(kappa);
    if (!law_of.empty()) law_of_ = upload(law_of);
    complete_ = true;
}

template <class Real>
void WallPrograms::make_rows(WallRow<Real>* rows, int layers, const Offsets& offsets, double t) const {
    ProgramWall<Real> p;
    p.side = side_, p.layers = layers;
    const int axis = side_ / 2;
    p.cells = grid_->face_cells(axis);
    p.across = grid_->n[static_cast<std::size_t>(face_axes(axis)[0])];
    std::copy_n(grid_->lower.begin(), 3, p.lower);
    std::copy_n(grid_->h.begin(), 3, p.h);
    p.position = side_ % 2 == 0 ? grid_->lower[static_cast<std::size_t>(axis)] : grid_->upper(axis);
    p.code = code_.as<Instruction>();
    p.laws = laws_.as<WallProgram>();
    p.law_of = law_of_.as<std::uint16_t>();
    p.kappa = kappa_.as<double>();
    p.one_kappa = one_kappa_;
    p.kelvin = offsets.kelvin, p.reference = offsets.reference;
    const auto values = step_values_.at(t);
    std::copy(values.begin(), values.end(), p.step_values);
    p.rows = rows;
    make_program_rows(p, device_);
}
template void WallPrograms::make_rows(WallRow<float>*, int, const Offsets&, double) const;
template void WallPrograms::make_rows(WallRow<double>*, int, const Offsets&, double) const;

} // namespace isotherm
