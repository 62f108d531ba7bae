#pragma once

/// A field of heating by programs that use every operation: the same numbers on every device.

#include <cstring>
#include <random>
#include <vector>

#include "kernels/program/heating.hpp"

namespace isotherm::parity {

inline std::vector<Instruction> every_operation() {
    const auto value = [](double v) { return Instruction{Op::number, 0, v}; };
    const auto of = [](Op op, std::uint8_t slot = 0) { return Instruction{op, slot, 0}; };
    std::vector<Instruction> code{of(Op::x), value(31), of(Op::multiply), of(Op::step_value, 1), of(Op::add)};
    for (const Op op : {Op::sine, Op::exponential, Op::cosine, Op::absolute, Op::square_root, Op::square, Op::negate,
                        Op::exponential, Op::logarithm})
        code.push_back(of(op));
    for (const Op op : {Op::add, Op::subtract, Op::multiply, Op::least, Op::divide, Op::most, Op::less, Op::less_equal,
                        Op::equal, Op::either, Op::both}) {
        code.push_back(of(op == Op::multiply ? Op::z : Op::y));
        code.push_back(of(op));
        code.push_back(of(Op::x)); // so that no comparison hides what was before
        code.push_back(value(0.3));
        code.push_back(of(Op::power));
        code.push_back(of(Op::add));
    }
    code.insert(code.end(), {of(Op::x), value(-3), of(Op::power), of(Op::z), of(Op::choose)});
    return code;
}

/// What two steps of it leave: the field and the heat of the rows. `heat` fills the field of one step.
template <class Real, class Heat>
std::vector<double> heated_by_programs(const Device& device, index_t nx, bool of_cells, Heat&& heat) {
    const index_t ny = 5, nz = 3, pitch = nx + 3, cells = pitch * ny * nz;
    std::mt19937_64 random(41);
    std::vector<std::uint8_t> media(static_cast<std::size_t>(cells));
    std::vector<double> capacities(media.size());
    for (std::size_t c = 0; c < media.size(); ++c) {
        media[c] = static_cast<std::uint8_t>(random() % 3);
        capacities[c] = std::uniform_real_distribution<double>(1, 5)(random);
    }
    const auto code = every_operation();
    std::vector<HeatingLaw> laws(2);
    laws[0] = {0, static_cast<int>(code.size()), 1.7, {true, false, true}};
    laws[1] = {0, 5, 0.3, {false, true, true}};
    const auto on = [&](const auto& values) {
        Memory memory(device, static_cast<index_t>(values.size() * sizeof values[0]), "a parity test");
        memory.upload(values.data(), memory.bytes());
        return memory;
    };
    const Memory index = on(media), capacity = on(capacities), instructions = on(code), table = on(laws),
                 field = on(std::vector<Real>(media.size(), Real(0))),
                 rows = on(std::vector<double>(static_cast<std::size_t>(ny * nz), 0.0));
    ProgramHeating<Real> p;
    p.to = {field.as<Real>(), {nx, ny, nz}, pitch, pitch * ny};
    p.index = index.as<std::uint8_t>(), p.capacity = capacity.as<double>(), p.capacity_of_cells = of_cells;
    p.lower[0] = 0.01, p.h[0] = 0.013, p.h[1] = 0.4, p.h[2] = 0.7;
    p.code = instructions.as<Instruction>(), p.laws = table.as<HeatingLaw>(), p.law_count = 2;
    p.weight = 0.3, p.row_heat = rows.as<double>();
    for (const double t : {0.2, 0.9}) {
        p.step_values[0] = t, p.step_values[1] = 3 * t;
        heat(p);
    }
    std::vector<Real> values(media.size());
    std::vector<double> all(static_cast<std::size_t>(ny * nz));
    rows.download(all.data(), rows.bytes());
    field.download(values.data(), field.bytes());
    all.insert(all.end(), values.begin(), values.end());
    return all;
}

} // namespace isotherm::parity
