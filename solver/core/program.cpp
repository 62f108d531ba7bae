/// A parser by recursive descent for muParser's grammar, from the loosest binding to the closest:
///
///     c ? a : b  |  ||  |  &&  |  < <= > >= == !=  |  + -  |  * /  |  sign  |  ^ (to the right)
///
/// The text has passed muParser before: what is not understood here is a function that programs do not have.

#include "solver/core/program.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <memory>
#include <numbers>
#include <string_view>

namespace isotherm {
namespace {

struct NotForPrograms {};

/// Longer texts and deeper nesting are left to muParser: the parser below and its tree recurse.
constexpr std::size_t longest_text = 4000;
constexpr int deepest_nesting = 100;

/// A node of the expression's tree.
struct Term {
    Instruction instruction;
    std::vector<Term> operands;

    [[nodiscard]] bool uses(Op op) const {
        return instruction.op == op ||
               std::any_of(operands.begin(), operands.end(), [op](const Term& t) { return t.uses(op); });
    }
    [[nodiscard]] bool of_place() const { return uses(Op::x) || uses(Op::y) || uses(Op::z); }
};

Term number(double v) { return {{Op::number, 0, v}, {}}; }
Term make(Op op, std::vector<Term> operands = {}) { return {{op, 0, 0}, std::move(operands)}; }

class Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {}

    Term whole() {
        Term all = choice();
        if (peek() != '\0') throw NotForPrograms();
        return all;
    }

private:
    /// One more level of nesting, while it lives.
    struct Level {
        explicit Level(int& n) : nesting(n) {
            if (++nesting > deepest_nesting) throw NotForPrograms();
        }
        ~Level() { --nesting; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;
        int& nesting;
    };
    char peek() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool accept(std::string_view token) {
        peek();
        if (text_.substr(at_, token.size()) != token) return false;
        at_ += token.size();
        return true;
    }
    void expect(std::string_view token) {
        if (!accept(token)) throw NotForPrograms();
    }

    Term choice() {
        const Level level(nesting_);
        Term condition = either();
        if (!accept("?")) return condition;
        Term yes = choice();
        expect(":");
        Term no = choice();
        return make(Op::choose, {std::move(condition), std::move(yes), std::move(no)});
    }
    Term either() {
        Term left = both();
        while (accept("||")) left = make(Op::either, {std::move(left), both()});
        return left;
    }
    Term both() {
        Term left = comparison();
        while (accept("&&")) left = make(Op::both, {std::move(left), comparison()});
        return left;
    }
    Term comparison() {
        Term left = sum();
        for (;;) {
            if (accept("<=")) left = make(Op::less_equal, {std::move(left), sum()});
            else if (accept("<")) left = make(Op::less, {std::move(left), sum()});
            else if (accept(">=")) left = make(Op::less_equal, swapped(std::move(left), sum()));
            else if (accept(">")) left = make(Op::less, swapped(std::move(left), sum()));
            else if (accept("==")) left = make(Op::equal, {std::move(left), sum()});
            else if (accept("!=")) left = make(Op::equal, {make(Op::equal, {std::move(left), sum()}), number(0)});
            else return left;
        }
    }
    static std::vector<Term> swapped(Term a, Term b) { return {std::move(b), std::move(a)}; }
    Term sum() {
        Term left = product();
        for (;;) {
            if (accept("+")) left = make(Op::add, {std::move(left), product()});
            else if (accept("-")) left = make(Op::subtract, {std::move(left), product()});
            else return left;
        }
    }
    Term product() {
        Term left = sign();
        for (;;) {
            if (accept("*")) left = make(Op::multiply, {std::move(left), sign()});
            else if (accept("/")) left = make(Op::divide, {std::move(left), sign()});
            else return left;
        }
    }
    Term sign() {
        const Level level(nesting_);
        if (accept("-")) return make(Op::negate, {sign()});
        if (accept("+")) return sign();
        Term base = primary();
        if (!accept("^")) return base;
        Term exponent = sign();
        const bool two = exponent.instruction.op == Op::number && exponent.instruction.number == 2;
        return two ? make(Op::square, {std::move(base)}) : make(Op::power, {std::move(base), std::move(exponent)});
    }
    Term primary() {
        const char c = peek();
        if (accept("(")) {
            Term inner = choice();
            expect(")");
            return inner;
        }
        if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') {
            double v = 0;
            const auto end = std::from_chars(text_.data() + at_, text_.data() + text_.size(), v).ptr;
            at_ = static_cast<std::size_t>(end - text_.data());
            return number(v);
        }
        std::string name;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_'))
            name += text_[at_++];
        if (accept("(")) return function(name);
        if (name == "x") return make(Op::x);
        if (name == "y") return make(Op::y);
        if (name == "z") return make(Op::z);
        if (name == "t") return make(Op::step_value);
        if (name == "pi" || name == "_pi") return number(std::numbers::pi);
        if (name == "_e") return number(std::numbers::e);
        throw NotForPrograms();
    }
    Term function(const std::string& name) {
        std::vector<Term> arguments{choice()};
        while (accept(",")) arguments.push_back(choice());
        expect(")");
        if (name == "min" || name == "max") {
            Term least = arguments[0];
            for (std::size_t n = 1; n < arguments.size(); ++n)
                least = make(name == "min" ? Op::least : Op::most, {std::move(least), arguments[n]});
            return least;
        }
        if (arguments.size() != 1) throw NotForPrograms();
        const Term& a = arguments[0];
        if (name == "exp") return make(Op::exponential, {a});
        if (name == "ln" || name == "log") return make(Op::logarithm, {a});
        if (name == "log10") return make(Op::multiply, {make(Op::logarithm, {a}), number(std::numbers::log10e)});
        if (name == "log2") return make(Op::multiply, {make(Op::logarithm, {a}), number(std::numbers::log2e)});
        if (name == "sqrt") return make(Op::square_root, {a});
        if (name == "abs") return make(Op::absolute, {a});
        if (name == "sin") return make(Op::sine, {a});
        if (name == "cos") return make(Op::cosine, {a});
        if (name == "tan") return make(Op::divide, {make(Op::sine, {a}), make(Op::cosine, {a})});
        if (name == "sign") return make(Op::subtract, {make(Op::less, {number(0), a}), make(Op::less, {a, number(0)})});
        if (name == "cosh") {
            const Term e = make(Op::exponential, {a}), inverse = make(Op::exponential, {make(Op::negate, {a})});
            return make(Op::multiply, {number(0.5), make(Op::add, {e, inverse})});
        }
        throw NotForPrograms();
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int nesting_ = 0;
};

/// Appends the term's instructions; what depends on t alone becomes a number of the step, what depends on nothing a
/// number.
void emit(const Term& term, StepValues* step_values, std::vector<Instruction>& code) {
    const bool folds = !term.operands.empty() && !term.of_place();
    if (folds && !term.uses(Op::step_value)) {
        std::vector<Instruction> inner;
        for (const Term& operand : term.operands) emit(operand, nullptr, inner);
        inner.push_back(term.instruction);
        double value[1];
        evaluate<1>(inner.data(), static_cast<int>(inner.size()), {0.0}, 0, 0, nullptr, value);
        code.push_back({Op::number, 0, value[0]});
        return;
    }
    if (folds && step_values != nullptr) {
        std::vector<Instruction> inner;
        emit(term, nullptr, inner);
        const auto at = [inner](double t) {
            double value[1];
            evaluate<1>(inner.data(), static_cast<int>(inner.size()), {0.0}, 0, 0, &t, value);
            return value[0];
        };
        if (const auto slot = step_values->add(at)) {
            code.push_back({Op::step_value, *slot, 0});
            return;
        }
    }
    for (const Term& operand : term.operands) emit(operand, step_values, code);
    code.push_back(term.instruction);
}

int depth_of(const std::vector<Instruction>& code) {
    int depth = 0, most = 0;
    for (const Instruction& in : code) {
        if (in.op <= Op::z) ++depth;
        else if (in.op >= Op::add) depth -= in.op == Op::choose ? 2 : 1;
        most = std::max(most, depth);
    }
    return most;
}

} // namespace

std::optional<std::uint8_t> StepValues::add(std::function<double(double)> of_time) {
    if (functions_.size() + 1 >= most_step_values) return std::nullopt;
    functions_.push_back(std::move(of_time));
    return static_cast<std::uint8_t>(functions_.size());
}

std::array<double, most_step_values> StepValues::at(double t) const {
    std::array<double, most_step_values> values{t};
    for (std::size_t n = 0; n < functions_.size(); ++n) values[n + 1] = functions_[n](t);
    return values;
}

std::optional<std::vector<Instruction>> compile(const std::string& text, StepValues& step_values) {
    if (text.size() > longest_text) return std::nullopt;
    try {
        const Term tree = Parser(text).whole();
        std::vector<Instruction> code;
        emit(tree, nullptr, code);
        if (depth_of(code) > most_depth) return std::nullopt;
        code.clear();
        emit(tree, &step_values, code);
        return code;
    } catch (const NotForPrograms&) {
        return std::nullopt;
    }
}

std::optional<std::vector<Instruction>> program_of(const ValueFunction& value, StepValues& step_values) {
    if (value.varies_in_space()) return compile(value.expression()->text(), step_values);
    if (!value.varies_in_time()) return std::vector<Instruction>{{Op::number, 0, value({0, 0, 0}, 0)}};
    const auto slot = step_values.add([value](double t) { return value({0, 0, 0}, t); });
    if (!slot) return std::nullopt;
    return std::vector<Instruction>{{Op::step_value, *slot, 0}};
}

} // namespace isotherm
