#include "app/case/table.hpp"

namespace isotherm {
namespace {

template <class T>
Codec<T> scalar(Form form, std::optional<T> (Reader::*read)(const Node&, const Form&)) {
    return {std::move(form),
            [read](Reader& reader, const Node& node, const Form& whole) { return (reader.*read)(node, whole); }};
}

} // namespace

Codec<double> number(const std::string& unit, Bounds bounds) {
    return scalar(Form{.kind = Form::Kind::number, .unit = unit, .bounds = bounds}, &Reader::read_number);
}

Codec<index_t> integer(Bounds bounds) {
    return scalar(Form{.kind = Form::Kind::integer, .bounds = bounds}, &Reader::read_integer);
}

Codec<bool> boolean() { return scalar(Form{.kind = Form::Kind::boolean}, &Reader::read_boolean); }

Codec<std::string> text(const std::string& what, const std::string& pattern) {
    return scalar(Form{.kind = Form::Kind::text, .what = what, .pattern = pattern}, &Reader::read_text);
}

Codec<std::size_t> word(std::vector<Word> words) {
    return scalar(Form{.kind = Form::Kind::word, .words = std::move(words)}, &Reader::read_word);
}

Codec<std::string> name_of_word(std::vector<Word> words) {
    return converted<std::string>(word(words), [words](std::size_t i) { return words[i].name; });
}

Codec<ExpressionText> expression(const std::string& variables) {
    std::string names;
    for (const char v : variables) names += (names.empty() ? "" : ", ") + std::string(1, v);
    return {Form{.kind = Form::Kind::text, .what = "an expression in " + names},
            [variables](Reader& reader, const Node& node, const Form& form) -> std::optional<ExpressionText> {
                if (const auto text = reader.read_text(node, form)) return reader.read_expression(node, variables);
                return std::nullopt;
            }};
}

Codec<Value> value(const std::string& unit, Bounds bounds, const std::string& variables) {
    const Form number_form = number(unit, bounds).form;
    Form row{.kind = Form::Kind::list, .parts = {Form{}}, .least = 2, .most = 2};
    Form rows{.kind = Form::Kind::list, .parts = {row}, .least = 1};
    auto table = std::make_shared<Section>();
    table->keys = {{.name = "table",
                    .form = rows,
                    .required = true,
                    .doc = "Rows [t, value], t in s and increasing; linear between them, constant before and after.",
                    .example = "[[0, 20], [60, 80]]"}};
    Form form{.kind = Form::Kind::any};
    form.parts = {number_form, expression(variables).form, Form{.kind = Form::Kind::section, .section = table}};
    return {form, [variables](Reader& reader, const Node& node, const Form& whole) {
                return reader.read_value(node, whole, variables);
            }};
}

Node preset_node(const std::string& text) {
    std::vector<Finding> none;
    return parse_yaml(text, 0, 1, none);
}

} // namespace isotherm
