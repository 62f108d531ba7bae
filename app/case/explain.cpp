#include "app/case/explain.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "app/case/nearest.hpp"
#include "kernels/base/error.hpp"
#include "solver/spec/solids.hpp"

namespace isotherm {
namespace {

constexpr std::size_t width = 100;

/// Text in lines of at most `width`, each after `margin` blanks, the first one after `head`.
std::string wrapped(const std::string& head, const std::string& text, std::size_t margin) {
    std::string out = fmt::format("{:<{}}", head, margin), word;
    std::size_t column = out.size();
    const auto put = [&] {
        if (word.empty()) return;
        if (column > margin && column + 1 + word.size() > width)
            out += "\n" + std::string(margin, ' '), column = margin;
        if (column > margin) out += ' ', ++column;
        out += word;
        column += word.size();
        word.clear();
    };
    for (const char c : text) c == ' ' ? put() : void(word += c);
    put();
    return out + "\n";
}

/// " [m]", of a number or of what a place may hold.
std::string unit_of(const Form& form) {
    if (!form.unit.empty()) return " [" + form.unit + "]";
    const bool holds = form.kind == Form::Kind::any || form.kind == Form::Kind::list;
    for (const Form& part : form.parts)
        if (const std::string unit = holds ? unit_of(part) : ""; !unit.empty()) return unit;
    return "";
}

std::string key_lines(const Section& section, const std::string& margin) {
    std::string text;
    for (const KeyInfo& key : section.keys)
        text += wrapped(fmt::format("{}{:<15} ", margin, key.name),
                        key.doc + unit_of(key.form) + (key.required ? " Required." : ""), margin.size() + 16);
    return text;
}

/// Words with their meaning, keys of sections, types with their keys.
std::string structure(const Form& form) {
    std::string text;
    if (form.kind == Form::Kind::word)
        for (const Word& word : form.words) text += wrapped(fmt::format("    {:<15} ", word.name), word.doc, 20);
    if (form.section) text += key_lines(*form.section, "    ");
    for (const Alternative& alternative : form.alternatives) {
        text += wrapped(fmt::format("    type: {} ", alternative.name),
                        (alternative.shorthand ? "(or the word alone) " : "") + alternative.section->doc, 10);
        text += key_lines(*alternative.section, "        ");
    }
    for (const Form& part : form.parts) text += structure(part);
    return text;
}

std::string default_text(const KeyInfo& key) {
    if (key.required) return "none, it is required";
    if (key.preset.empty()) return "none";
    return key.preset == "{}" ? "the defaults of its keys" : key.preset;
}

std::string explain_key(const KeyPlace& place) {
    const KeyInfo& key = *place.info;
    std::string text = place.path + (place.type.empty() ? "" : " (type: " + place.type + ")") + "\n";
    text += wrapped("    ", key.doc, 4);
    text += wrapped("    legal    ", describe(key.form), 13);
    text += wrapped("    default  ", default_text(key), 13);
    text += wrapped("    example  ", key.name + ": " + key.example, 13);
    return text + structure(key.form);
}

std::string without_indices(const std::string& path) {
    std::string out;
    bool inside = false;
    for (const char c : path) {
        if (c == '[') inside = true;
        if (!inside) out += c;
        if (c == ']') inside = false;
    }
    return out;
}

bool ends_with_key(const std::string& path, const std::string& key) {
    return path.size() > key.size() && path.compare(path.size() - key.size(), key.size(), key) == 0 &&
           path[path.size() - key.size() - 1] == '.';
}

/// Types of tagged sections by their name, each once.
void explain_types(const Form& form, const std::string& name, std::set<const Section*>& seen, std::string& text) {
    for (const Alternative& alternative : form.alternatives)
        if (alternative.name == name && seen.insert(alternative.section.get()).second)
            text += fmt::format("type: {}\n", name) + wrapped("    ", alternative.section->doc, 4) +
                    key_lines(*alternative.section, "    ");
    for (const Form& part : form.parts) explain_types(part, name, seen, text);
}

std::string explain_type(const std::vector<KeyPlace>& places, const std::string& name) {
    std::set<const Section*> seen;
    std::string text;
    for (const KeyPlace& place : places)
        if (text.empty()) explain_types(place.info->form, name, seen, text);
    return text;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_planned(const Section& section, const std::string& name);

bool is_planned(const Form& form, const std::string& name) {
    if (contains(form.later, name) || (form.section && is_planned(*form.section, name))) return true;
    for (const Alternative& alternative : form.alternatives)
        if (is_planned(*alternative.section, name)) return true;
    return std::any_of(form.parts.begin(), form.parts.end(), [&](const Form& part) { return is_planned(part, name); });
}

/// Whether some section or choice will have this name.
bool is_planned(const Section& section, const std::string& name) {
    if (contains(section.later, name)) return true;
    return std::any_of(section.keys.begin(), section.keys.end(),
                       [&](const KeyInfo& key) { return is_planned(key.form, name); });
}

/// The library of solids, each number with its source.
std::string explain_materials() {
    std::string text = fmt::format("{:<16} {:>8} {:>8} {:>8}\n{:<16} {:>8} {:>8} {:>8}\n", "material: library", "kappa",
                                   "rho", "c_p", "", "W/(m K)", "kg/m^3", "J/(kg K)");
    std::vector<std::string_view> sources;
    for (const Solid& s : solids()) {
        auto at = std::find(sources.begin(), sources.end(), s.source);
        if (at == sources.end()) at = sources.insert(sources.end(), s.source);
        text += fmt::format("{:<16} {:>8} {:>8} {:>8}  [{}] {}\n", s.name, s.conductivity, s.density, s.specific_heat,
                            at - sources.begin() + 1, s.what);
    }
    for (std::size_t n = 0; n < sources.size(); ++n)
        text += "\n" + wrapped(fmt::format("[{}] ", n + 1), std::string(sources[n]), 4);
    return text;
}

std::string code(const std::string& text) { return "`" + text + "`"; }

/// A key as a heading of its own.
std::string reference_entry(const KeyPlace& place) {
    const KeyInfo& key = *place.info;
    std::string text =
        fmt::format("### {}{}\n\n{}\n\n", code(without_indices(place.path)),
                    place.type.empty() ? "" : " (type " + code(place.type) + ")", key.doc + unit_of(key.form));
    text += fmt::format("legal: {}; default: {}; example: {}\n", describe(key.form), default_text(key),
                        code(key.name + ": " + key.example));
    if (key.form.kind == Form::Kind::word)
        for (const Word& word : key.form.words) text += fmt::format("\n- {}: {}", code(word.name), word.doc);
    return text + (key.form.kind == Form::Kind::word ? "\n\n" : "\n");
}

} // namespace

std::string reference(const Section& root) {
    std::string text =
        "# Reference of the case file\n\nMade by `isotherm explain --markdown` from the tables that the program "
        "reads a case by. " +
        root.doc + "\n";
    std::set<std::pair<const KeyInfo*, std::string>> seen;
    std::string section;
    for (const KeyPlace& place : all_keys(root)) {
        const std::string path = without_indices(place.path), head = path.substr(0, path.find('.'));
        if (!seen.insert({place.info, place.type}).second) continue; // the walls share their keys
        if (head != section) text += fmt::format("\n## {}\n\n", head);
        section = head;
        text += reference_entry(place);
    }
    return text;
}

std::string explain(const Section& root, const std::string& key) {
    if (key == "materials") return explain_materials();
    if (key.empty())
        return wrapped("", root.doc + " The keys of a case file:", 0) + "\n" + key_lines(root, "  ") +
               "\n`isotherm explain KEY` says more: isotherm explain boundary.x_lo; `isotherm explain materials` lists "
               "the "
               "library of solids\n";
    const std::string wanted = without_indices(key);
    const std::vector<KeyPlace> places = all_keys(root);
    std::string text;
    for (const KeyPlace& place : places)
        if (without_indices(place.path) == wanted) text += (text.empty() ? "" : "\n") + explain_key(place);
    if (text.empty()) text = explain_type(places, wanted);
    std::set<const KeyInfo*> seen;
    if (text.empty())
        for (const KeyPlace& place : places)
            if (ends_with_key(without_indices(place.path), wanted) && seen.insert(place.info).second)
                text += (text.empty() ? "" : "\n") + explain_key(place);
    if (!text.empty()) return text;

    if (is_planned(root, wanted.substr(0, wanted.find('.'))) || is_planned(root, wanted.substr(wanted.rfind('.') + 1)))
        throw UsageError(fmt::format("'{}' is not available in this version yet", key));
    std::vector<std::string> names;
    for (const KeyPlace& place : places)
        names.push_back(without_indices(place.path)), names.push_back(place.info->name);
    const std::string near = nearest(wanted, names);
    throw UsageError(fmt::format("there is no key '{}'{}; sections: {}", key,
                                 near.empty() ? "" : ", did you mean '" + near + "'?", listed(root.names())));
}

} // namespace isotherm
