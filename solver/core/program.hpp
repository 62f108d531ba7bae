#pragma once

/// Turns an expression of place and time into a program of kernels/program/program.hpp.

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernels/program/program.hpp"
#include "solver/core/expression.hpp"

namespace isotherm {

/// The numbers of a step that programs share: number 0 is t, the others are functions of t alone.
class StepValues {
public:
    /// The slot of a function of t; none when all are taken.
    std::optional<std::uint8_t> add(std::function<double(double)> of_time);
    [[nodiscard]] std::array<double, most_step_values> at(double t) const;

private:
    std::vector<std::function<double(double)>> functions_;
};

/// The program of an expression in x, y, z, t that muParser has accepted. None where it is too deep, or uses a function
/// that only the host has (asin, acos, atan, ...).
std::optional<std::vector<Instruction>> compile(const std::string& text, StepValues& step_values);

/// The same of any value: what does not vary with place is one number of the step.
std::optional<std::vector<Instruction>> program_of(const ValueFunction& value, StepValues& step_values);

} // namespace isotherm
