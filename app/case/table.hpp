#pragma once

/// The parameter tables: one line per key says its name, what it may be, its unit, bounds and default, what it means,
/// and which member of the spec it fills. Reading, checking, `schema` and `explain` all come from that line.
///
///     key("safety", &TimeSpec::safety, number("-", between(0, 1))).preset("0.9").doc("...").example("0.5")

#include <functional>
#include <memory>
#include <utility>
#include <variant>

#include "app/case/reader.hpp"

namespace isotherm {

/// How a type of the spec is written in the file: its form, and how to read it.
template <class T>
struct Codec {
    Form form;
    std::function<std::optional<T>(Reader&, const Node&, const Form&)> reading;

    std::optional<T> read(Reader& reader, const Node& node) const { return reading(reader, node, form); }
    /// Kinds that are planned: words, types, "[]" for a list, "{}" for a section.
    Codec later(std::vector<std::string> kinds) && { return form.later = std::move(kinds), std::move(*this); }
};

template <class S>
struct Key {
    KeyInfo info;
    std::function<void(Reader&, const Node&, S&)> read;

    Key required() && { return info.required = true, std::move(*this); }
    Key preset(std::string text) && { return info.preset = std::move(text), std::move(*this); }
    Key doc(std::string text) && { return info.doc = std::move(text), std::move(*this); }
    Key example(std::string text) && { return info.example = std::move(text), std::move(*this); }
};

/// A key whose value `set(spec, value)` puts into place.
template <class S, class T, class Set>
Key<S> key_set(std::string name, Codec<T> codec, Set set) {
    return {{.name = std::move(name), .form = codec.form}, [codec, set](Reader& reader, const Node& node, S& spec) {
                if (std::optional<T> value = codec.read(reader, node)) set(spec, *std::move(value));
            }};
}

template <class S, class M, class T>
Key<S> key(std::string name, M S::*member, Codec<T> codec) {
    return key_set<S>(std::move(name), std::move(codec),
                      [member](S& spec, T value) { spec.*member = std::move(value); });
}

template <class S>
class Table {
public:
    Table(std::string doc, std::vector<Key<S>> keys) {
        section_->doc = std::move(doc);
        with(std::move(keys));
    }
    Table&& with(std::vector<Key<S>> keys) && { return with(std::move(keys)), std::move(*this); }
    Table&& exclusive(std::vector<std::vector<std::string>> sets, bool required) && {
        section_->exclusives.push_back({std::move(sets), required});
        return std::move(*this);
    }
    Table&& later(std::vector<std::string> names) && { return section_->later = std::move(names), std::move(*this); }

    [[nodiscard]] std::shared_ptr<const Section> section() const { return section_; }

    /// All keys of a map, in the order of the table; absent ones take their defaults. `has_type`: the map is one of
    /// several types and says which.
    void read(Reader& reader, const Node& map, S& spec, bool has_type = false) const;

private:
    void with(std::vector<Key<S>> keys) & {
        for (Key<S>& k : keys) {
            section_->keys.push_back(std::move(k.info));
            readers_.push_back(std::move(k.read));
        }
    }

    std::shared_ptr<Section> section_ = std::make_shared<Section>();
    std::vector<std::function<void(Reader&, const Node&, S&)>> readers_;
};

/// The value that a default stands for, as a node.
Node preset_node(const std::string& text);

template <class S>
void Table<S>::read(Reader& reader, const Node& map, S& spec, bool has_type) const {
    reader.check_keys(map, *section_, has_type);
    for (std::size_t i = 0; i < readers_.size(); ++i) {
        const KeyInfo& info = section_->keys[i];
        if (const Member* member = map.find(info.name)) {
            const Reader::Scope scope = reader.enter_key(*member);
            readers_[i](reader, member->value, spec);
        } else if (!info.preset.empty()) {
            readers_[i](reader, preset_node(info.preset), spec);
        }
    }
}

// --- codecs ----------------------------------------------------------------------------------------------------------

Codec<double> number(const std::string& unit, Bounds bounds = {});
Codec<index_t> integer(Bounds bounds = {});
Codec<bool> boolean();
Codec<std::string> text(const std::string& what, const std::string& pattern = "");
/// `from` written the same way, but kept as another type.
template <class R, class T, class Convert>
Codec<R> converted(Codec<T> from, Convert convert) {
    return {from.form,
            [reading = from.reading, convert](Reader& reader, const Node& node, const Form& form) -> std::optional<R> {
                if (std::optional<T> v = reading(reader, node, form)) return convert(*std::move(v));
                return std::nullopt;
            }};
}

/// One of the words, by its index.
Codec<std::size_t> word(std::vector<Word> words);
/// One of the words, as it is.
Codec<std::string> name_of_word(std::vector<Word> words);
Codec<ExpressionText> expression(const std::string& variables);
/// A number, an expression, or a table over t.
Codec<Value> value(const std::string& unit, Bounds bounds = {}, const std::string& variables = "xyzt");

/// An enumeration or other fixed values, by their words.
template <class T>
Codec<T> word_for(std::vector<std::pair<Word, T>> meanings) {
    std::vector<Word> words;
    for (const auto& [w, meaning] : meanings) words.push_back(w);
    return converted<T>(word(words), [meanings](std::size_t i) { return meanings[i].second; });
}

/// A fixed word with a meaning of its own, or `other`.
template <class T>
Codec<T> or_word(Word fixed, T meaning, Codec<T> other) {
    Form form{.kind = Form::Kind::any};
    form.parts = {Form{.kind = Form::Kind::word, .words = {fixed}}, other.form};
    return {form, [=](Reader& reader, const Node& node, const Form& whole) -> std::optional<T> {
                if (node.kind == Node::Kind::scalar && node.text == fixed.name) return meaning;
                const std::size_t before = reader.findings.size();
                std::optional<T> v = other.read(reader, node);
                if (reader.findings.size() == before + 1 && node.kind != Node::Kind::map)
                    reader.findings.back().help = "legal: " + describe(whole);
                return v;
            }};
}

template <class T>
Codec<std::vector<T>> list(Codec<T> element, int least, int most = 0) {
    Form form{.kind = Form::Kind::list, .parts = {element.form}, .least = least, .most = most};
    return {form, [element](Reader& reader, const Node& node, const Form& whole) -> std::optional<std::vector<T>> {
                if (!reader.expect_list(node, whole)) return std::nullopt;
                std::vector<T> values;
                for (std::size_t i = 0; i < node.items.size(); ++i) {
                    const Reader::Scope scope = reader.enter_item(i, node.items[i]);
                    if (std::optional<T> v = element.read(reader, node.items[i])) values.push_back(*std::move(v));
                }
                if (values.size() != node.items.size()) return std::nullopt;
                return values;
            }};
}

/// One entry per axis of the grid; `absent` on the axes that it does not have.
template <class T>
Codec<std::array<T, 3>> per_axis(Codec<T> element, T absent = {}) {
    Form form{.kind = Form::Kind::list, .parts = {element.form}, .least = 1, .most = 3, .per_axis = true};
    return {form,
            [element, absent](Reader& reader, const Node& node, const Form& whole) -> std::optional<std::array<T, 3>> {
                if (!reader.expect_list(node, whole)) return std::nullopt;
                std::array<T, 3> values{absent, absent, absent};
                bool good = true;
                for (std::size_t i = 0; i < node.items.size(); ++i) {
                    const Reader::Scope scope = reader.enter_item(i, node.items[i]);
                    if (std::optional<T> v = element.read(reader, node.items[i])) values[i] = *std::move(v);
                    else good = false;
                }
                return good ? std::optional(values) : std::nullopt;
            }};
}

/// One entry for all axes, or a list with one per axis.
template <class T>
Codec<std::array<T, 3>> one_or_per_axis(Codec<T> element, T absent = {}) {
    const Codec<std::array<T, 3>> several = per_axis(element, absent);
    Form form{.kind = Form::Kind::any, .parts = {element.form, several.form}};
    return {form, [element, several](Reader& reader, const Node& node, const Form&) -> std::optional<std::array<T, 3>> {
                if (node.kind == Node::Kind::list) return several.read(reader, node);
                if (std::optional<T> v = element.read(reader, node)) return std::array<T, 3>{*v, *v, *v};
                return std::nullopt;
            }};
}

/// A map by its table. What could be read of it is returned although something else in it was wrong.
template <class S>
Codec<S> section(const Table<S>& table) {
    Form form{.kind = Form::Kind::section, .section = table.section()};
    return {form, [table](Reader& reader, const Node& node, const Form& whole) -> std::optional<S> {
                if (!reader.expect_map(node, whole)) return std::nullopt;
                S spec{};
                table.read(reader, node, spec);
                return spec;
            }};
}

/// One type of a tagged section that makes a V.
template <class V>
struct TypeOf {
    Alternative info;
    std::function<V(Reader&, const Node&)> read;
};

template <class V, class S>
TypeOf<V> type_of(std::string name, const Table<S>& table, bool shorthand = false) {
    return {{std::move(name), table.section(), shorthand}, [table](Reader& reader, const Node& node) -> V {
                S spec{};
                if (node.kind == Node::Kind::map) table.read(reader, node, spec, true);
                return spec;
            }};
}

/// `{type: ..., ...}`: the type list of a variant. `later`: planned types, and keys that stand in place of `type`.
template <class V>
Codec<V> tagged(std::vector<TypeOf<V>> types) {
    Form form{.kind = Form::Kind::tagged};
    for (const TypeOf<V>& type : types) form.alternatives.push_back(type.info);
    return {form, [types](Reader& reader, const Node& node, const Form& whole) -> std::optional<V> {
                const std::optional<std::size_t> type = reader.read_type(node, whole);
                if (!type) return std::nullopt;
                return types[*type].read(reader, node);
            }};
}

} // namespace isotherm
