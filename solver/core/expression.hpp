#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solver/spec/case_spec.hpp"

namespace isotherm {

/// What can be wrong with an expression: thrown by the constructor. `position` counts characters of the text from 0.
struct ExpressionError : std::runtime_error {
    ExpressionError(const std::string& what, std::size_t at) : std::runtime_error(what), position(at) {}
    std::size_t position;
};

/// An arithmetic expression in x, y, z [m], t [s] and T, parsed once (muParser's functions and operators, and pi).
/// Assignments, several values and unknown names are refused. Not for concurrent use: copy it per thread.
class Expression {
public:
    /// `allowed` names the variables that make sense here, e.g. "xyt"; `key` is where it stands in the case. Throws
    /// ExpressionError.
    Expression(const std::string& text, const std::string& allowed, const std::string& key = "");
    ~Expression();
    Expression(const Expression& other);
    Expression(Expression&&) noexcept;
    Expression& operator=(Expression) noexcept;

    /// Throws NumericsError naming key, text, place and time when the value is not finite.
    double operator()(double x, double y, double z, double t, double T = 0) const;
    /// "'1/x + t' is inf at x = 0, t = 1": a value that is wrong somewhere, with those of its variables.
    [[nodiscard]] std::string describe(double value, const std::array<double, 3>& x, double t) const;
    [[nodiscard]] bool uses(char variable) const;
    [[nodiscard]] const std::string& text() const;
    [[nodiscard]] const std::string& key() const;

private:
    struct Parser;
    std::unique_ptr<Parser> parser_;
};

/// A value of the case file, ready to be evaluated anywhere and at any time.
class ValueFunction {
public:
    /// `allowed`: the variables an expression may use. Throws ExpressionError.
    ValueFunction(const Value& value, const std::string& allowed);

    double operator()(const std::array<double, 3>& x, double t) const;
    [[nodiscard]] bool varies_in_time() const;
    [[nodiscard]] bool varies_in_space() const;
    /// The expression, where it is one.
    [[nodiscard]] const std::optional<Expression>& expression() const { return expression_; }
    /// Times at which the value has a kink (rows of a table); these are events of the schedule.
    [[nodiscard]] std::vector<double> kinks() const;

private:
    double constant_ = 0;
    std::vector<std::array<double, 2>> table_;
    std::optional<Expression> expression_;
};

/// Linear interpolation between rows, constant outside.
double interpolate(const std::vector<std::array<double, 2>>& table, double t);

} // namespace isotherm
