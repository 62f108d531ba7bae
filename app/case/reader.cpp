#include "app/case/reader.hpp"

#include <cmath>
#include <regex>

#include <fmt/format.h>

#include "app/case/nearest.hpp"
#include "app/case/number.hpp"
#include "solver/core/expression.hpp"

namespace isotherm {
namespace {

constexpr double largest_integer = 9007199254740992.0; // 2^53: beyond, a double skips whole numbers

/// A scalar as an error quotes it.
std::string quoted(const std::string& text) {
    std::string shown;
    for (const char c : text.substr(0, 40)) shown += c == '\n' ? ' ' : c;
    return "'" + shown + (text.size() > 40 ? "...'" : "'");
}

/// The place is shown by the caret, the variables are in the help.
std::string without_position(std::string message) {
    message.erase(std::min(message.find("; variables here"), message.size()));
    message = std::regex_replace(message, std::regex(" (found )?at position [0-9]+"), "");
    if (!message.empty() && message.back() == '.') message.pop_back();
    return message;
}

std::string legal(const Form& form) { return "legal: " + describe(form); }

} // namespace

void Reader::fail(const Mark& mark, const std::string& what, const std::string& help) {
    findings.push_back({mark.line > 0 ? mark : here(), path(), what, help, false});
}

void Reader::fail_key(const std::string& key, const Mark& mark, const std::string& what, const std::string& help) {
    findings.push_back({mark.line > 0 ? mark : here(), join_path(path(), key), what, help, false});
}

void Reader::fail_not_yet(const std::string& key, const Mark& mark) {
    fail_key(key, mark, "not available in this version yet", "");
}

void Reader::fail_kind(const Node& node, const Form& form) {
    if (node.kind == Node::Kind::null) {
        const bool structure = form.section || !form.alternatives.empty() || form.kind == Form::Kind::list;
        return fail(here(), "is empty",
                    (structure ? "what belongs to it must be indented below it; " : "") + legal(form));
    }
    const bool list_later =
        node.kind == Node::Kind::list && std::find(form.later.begin(), form.later.end(), "[]") != form.later.end();
    const bool map_later =
        node.kind == Node::Kind::map && std::find(form.later.begin(), form.later.end(), "{}") != form.later.end();
    if (list_later || map_later)
        return fail(node.mark,
                    (list_later ? "a list here is" : "a section here is") +
                        std::string(" not available in this version yet"),
                    legal(form));
    std::string found = "a section is not legal here";
    if (node.kind == Node::Kind::list) found = "a list is not legal here";
    if (node.kind == Node::Kind::scalar) found = quoted(node.text) + " is not legal here";
    fail(node.mark, found, legal(form));
}

std::optional<double> Reader::read_plain_number(const Node& node, const Form& form) {
    if (node.kind != Node::Kind::scalar) {
        fail_kind(node, form);
        return std::nullopt;
    }
    const std::optional<double> value = decimal(node.text);
    if (value && !node.quoted) return value;
    const std::string trap = value ? "a number in quotes is text: remove the quotes" : number_trap(node.text);
    if (trap.empty()) fail(node.mark, quoted(node.text) + " is not a number", legal(form));
    else fail(node.mark, quoted(node.text) + ": " + trap, legal(form));
    return std::nullopt;
}

std::optional<double> Reader::read_number(const Node& node, const Form& form) {
    const std::optional<double> value = read_plain_number(node, form);
    if (!value) return std::nullopt;
    if (form.bounds.hold(*value)) return value;
    fail(node.mark, node.text + " is out of bounds", legal(form));
    return std::nullopt;
}

std::optional<index_t> Reader::read_integer(const Node& node, const Form& form) {
    const std::optional<double> value = read_plain_number(node, form);
    if (!value) return std::nullopt;
    if (std::floor(*value) != *value) {
        fail(node.mark, node.text + " is not a whole number", legal(form));
    } else if (!form.bounds.hold(*value) || std::abs(*value) > largest_integer) {
        fail(node.mark, node.text + " is out of bounds", legal(form));
    } else {
        return static_cast<index_t>(*value);
    }
    return std::nullopt;
}

std::optional<bool> Reader::read_boolean(const Node& node, const Form& form) {
    if (node.kind == Node::Kind::scalar && !node.quoted && (node.text == "true" || node.text == "false"))
        return node.text == "true";
    fail_kind(node, form);
    return std::nullopt;
}

std::optional<std::string> Reader::read_text(const Node& node, const Form& form) {
    if (node.kind != Node::Kind::scalar) {
        fail_kind(node, form);
    } else if (!form.pattern.empty() && !std::regex_match(node.text.substr(0, 256), std::regex(form.pattern))) {
        fail(node.mark, quoted(node.text) + " is not legal here", legal(form));
    } else {
        return node.text;
    }
    return std::nullopt;
}

std::optional<std::size_t> Reader::read_word(const Node& node, const Form& form) {
    if (node.kind != Node::Kind::scalar) {
        fail_kind(node, form);
        return std::nullopt;
    }
    const std::vector<std::string> names = names_of(form);
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == node.text) return i;
    if (std::find(form.later.begin(), form.later.end(), node.text) != form.later.end()) {
        fail(node.mark, quoted(node.text) + " is not available in this version yet", legal(form));
        return std::nullopt;
    }
    const std::string near = nearest(node.text, names);
    fail(node.mark, quoted(node.text) + " is not legal here",
         (near.empty() ? "" : "did you mean '" + near + "'? ") + legal(form));
    return std::nullopt;
}

Mark Reader::place_in(const Node& node, std::size_t position) const {
    const Mark& mark = node.mark;
    const std::vector<std::string>& lines = sources_.at(static_cast<std::size_t>(mark.source)).lines;
    if (mark.line < 1 || static_cast<std::size_t>(mark.line) > lines.size()) return mark;
    const std::string& line = lines[static_cast<std::size_t>(mark.line) - 1];
    const std::size_t begin = static_cast<std::size_t>(mark.column) - 1 + (node.quoted ? 1 : 0);
    const bool verbatim = line.compare(std::min(begin, line.size()), node.text.size(), node.text) == 0;
    if (!verbatim) return mark; // escapes or several lines: the text does not stand there as it is
    return {mark.source, mark.line, static_cast<int>(begin + std::min(position, node.text.size())) + 1};
}

std::optional<ExpressionText> Reader::read_expression(const Node& node, const std::string& variables) {
    std::string present;
    for (const char v : variables)
        if (!dim || v < 'x' || v > 'z' || v - 'x' < *dim) present += v;
    const std::string variables_here = fmt::format("{}", fmt::join(present, ", "));
    if (const std::string trap = node.quoted ? "" : number_trap(node.text); !trap.empty()) {
        fail(node.mark, quoted(node.text) + ": " + trap, "legal: a number, or an expression in " + variables_here);
        return std::nullopt;
    }
    try {
        const Expression parsed(node.text, present);
    } catch (const ExpressionError& error) {
        fail(place_in(node, error.position), fmt::format("{}: {}", quoted(node.text), without_position(error.what())),
             "legal: an expression in " + variables_here + ", with muParser's functions and pi");
        return std::nullopt;
    }
    return ExpressionText{node.text, path()};
}

std::optional<Value> Reader::read_value(const Node& node, const Form& form, const std::string& variables) {
    if (node.kind == Node::Kind::scalar) {
        if (decimal(node.text) && !node.quoted) {
            const std::optional<double> number = read_number(node, form.parts.at(0));
            return number ? std::optional<Value>(*number) : std::nullopt;
        }
        const std::optional<ExpressionText> expression = read_expression(node, variables);
        return expression ? std::optional<Value>(*expression) : std::nullopt;
    }
    if (node.kind != Node::Kind::map) {
        fail_kind(node, form);
        return std::nullopt;
    }
    const std::size_t before = findings.size();
    const Section& section = *form.parts.at(2).section;
    check_keys(node, section, false);
    const Member* member = node.find("table");
    if (member == nullptr) return std::nullopt;
    const Scope scope = enter_key(*member);
    const Form& rows = section.keys.at(0).form;
    const Form& row = rows.parts.at(0);
    if (!expect_list(member->value, rows)) return std::nullopt;
    TimeTable table;
    for (std::size_t i = 0; i < member->value.items.size(); ++i) {
        const Node& item = member->value.items[i];
        const Scope item_scope = enter_item(i, item);
        if (!expect_list(item, row)) continue;
        const std::optional<double> t = read_number(item.items[0], Form{.unit = "s"});
        const std::optional<double> v = read_number(item.items[1], form.parts.at(0));
        if (!t || !v) continue;
        if (!table.rows.empty() && *t <= table.rows.back()[0])
            fail(item.items[0].mark, "the times of a table must increase from row to row",
                 fmt::format("the row before is at t = {}", table.rows.back()[0]));
        table.rows.push_back({*t, *v});
    }
    if (findings.size() > before) return std::nullopt;
    return table;
}

} // namespace isotherm
