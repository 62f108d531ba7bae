#include "solver/core/expression.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <muParser.h>

#include "kernels/base/error.hpp"

namespace isotherm {
namespace {

constexpr std::string_view variables = "xyztT";

/// muParser accepts some things by itself that are no expression of ours: `t = 5` assigns, `1, 2` has two values.
void refuse_foreign_syntax(const std::string& text) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '(') ++depth;
        if (c == ')') --depth;
        if (c == ',' && depth == 0) throw ExpressionError("one value is expected, not a list of values", i);
        if (c == '"' || c == '\'') throw ExpressionError("text has no place in an expression", i);
        if (c != '=') continue;
        const bool compares = (i > 0 && std::string_view("=!<>").find(text[i - 1]) != std::string_view::npos) ||
                              (i + 1 < text.size() && text[i + 1] == '=');
        if (!compares) throw ExpressionError("an assignment has no place in an expression; == compares", i);
    }
    if (std::all_of(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\t'; }))
        throw ExpressionError("the expression is empty", 0);
}

} // namespace

struct Expression::Parser {
    std::string text, allowed, key;
    mu::Parser parser;
    double values[variables.size()] = {};
    bool used[variables.size()] = {};

    Parser(std::string text_in, std::string allowed_in, std::string key_in)
        : text(std::move(text_in)), allowed(std::move(allowed_in)), key(std::move(key_in)) {
        refuse_foreign_syntax(text);
        try {
            parser.DefineConst("pi", std::numbers::pi);
            for (const char v : allowed) parser.DefineVar(std::string(1, v), &values[variables.find(v)]);
            parser.SetExpr(text);
            for (const auto& [name, pointer] : parser.GetUsedVar())
                if (name.size() == 1 && variables.find(name[0]) != std::string_view::npos)
                    used[variables.find(name[0])] = true;
            (void)parser.Eval();
        } catch (const mu::Parser::exception_type& e) {
            throw ExpressionError(e.GetMsg() + fmt::format("; variables here: {}", fmt::join(allowed, ", ")),
                                  static_cast<std::size_t>(std::max(0, static_cast<int>(e.GetPos()))));
        }
        int results = 0;
        parser.Eval(results);
        if (results != 1) throw ExpressionError("one value is expected, not a list of values", 0);
    }
};

Expression::Expression(const std::string& text, const std::string& allowed, const std::string& key)
    : parser_(std::make_unique<Parser>(text, allowed, key)) {}
Expression::~Expression() = default;
Expression::Expression(const Expression& other)
    : parser_(std::make_unique<Parser>(other.parser_->text, other.parser_->allowed, other.parser_->key)) {}
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression other) noexcept {
    std::swap(parser_, other.parser_);
    return *this;
}

double Expression::operator()(double x, double y, double z, double t, double T) const {
    const double values[] = {x, y, z, t, T};
    std::copy(std::begin(values), std::end(values), parser_->values);
    const auto where = [this] { return parser_->key.empty() ? "" : parser_->key + ": "; };
    double result = 0;
    try {
        result = parser_->parser.Eval();
    } catch (const mu::Parser::exception_type& e) {
        throw NumericsError(fmt::format("{}evaluating '{}': {}", where(), parser_->text, e.GetMsg()));
    }
    if (!std::isfinite(result)) throw NumericsError(where() + describe(result, {x, y, z}, t));
    return result;
}

std::string Expression::describe(double value, const std::array<double, 3>& x, double t) const {
    const std::array<double, 4> at{x[0], x[1], x[2], t};
    std::string text = fmt::format("'{}' is {:.6g}", parser_->text, std::isnan(value) ? std::abs(value) : value);
    const char* before = " at ";
    for (std::size_t v = 0; v < at.size(); ++v)
        if (parser_->used[v]) text += fmt::format("{}{} = {:.6g}", std::exchange(before, ", "), variables[v], at[v]);
    return text;
}

bool Expression::uses(char variable) const {
    const auto at = variables.find(variable);
    return at != std::string_view::npos && parser_->used[at];
}

const std::string& Expression::text() const { return parser_->text; }
const std::string& Expression::key() const { return parser_->key; }

double interpolate(const std::vector<std::array<double, 2>>& table, double t) {
    if (t <= table.front()[0]) return table.front()[1];
    if (t >= table.back()[0]) return table.back()[1];
    const auto above =
        std::upper_bound(table.begin(), table.end(), t, [](double v, const auto& row) { return v < row[0]; });
    const auto& [t1, v1] = *above;
    const auto& [t0, v0] = *(above - 1);
    return v0 + (t - t0) / (t1 - t0) * (v1 - v0);
}

ValueFunction::ValueFunction(const Value& value, const std::string& allowed) {
    if (const auto* number = std::get_if<double>(&value)) constant_ = *number;
    if (const auto* table = std::get_if<TimeTable>(&value)) table_ = table->rows;
    if (const auto* text = std::get_if<ExpressionText>(&value)) expression_.emplace(text->text, allowed, text->key);
}

double ValueFunction::operator()(const std::array<double, 3>& x, double t) const {
    if (expression_) return (*expression_)(x[0], x[1], x[2], t);
    return table_.empty() ? constant_ : interpolate(table_, t);
}

bool ValueFunction::varies_in_time() const { return table_.size() > 1 || (expression_ && expression_->uses('t')); }

bool ValueFunction::varies_in_space() const {
    return expression_ && (expression_->uses('x') || expression_->uses('y') || expression_->uses('z'));
}

std::vector<double> ValueFunction::kinks() const {
    std::vector<double> times;
    for (const auto& row : table_) times.push_back(row[0]);
    return times;
}

} // namespace isotherm
