#include "app/case/form.hpp"

#include <cmath>

#include <fmt/format.h>

#include "app/case/document.hpp"
#include "app/case/nearest.hpp"

namespace isotherm {
namespace {

std::string describe_list(const Form& form) {
    const std::string element = describe(form.parts.at(0));
    if (form.per_axis) return "a list with one entry per axis, each " + element;
    if (form.least == form.most && form.most > 0) return fmt::format("a list of {}, each {}", form.most, element);
    if (form.most > 0) return fmt::format("a list of {} to {}, each {}", form.least, form.most, element);
    return "a list, each " + element;
}

void collect(const Form& form, const std::string& path, std::vector<KeyPlace>& places);

void collect(const Section& section, const std::string& path, const std::string& type, std::vector<KeyPlace>& places) {
    for (const KeyInfo& key : section.keys) {
        const std::string here = join_path(path, key.name);
        places.push_back({here, type, &key});
        collect(key.form, here, places);
    }
}

void collect(const Form& form, const std::string& path, std::vector<KeyPlace>& places) {
    if (form.section) collect(*form.section, path, "", places);
    for (const Alternative& a : form.alternatives) collect(*a.section, path, a.name, places);
    for (const Form& part : form.parts) collect(part, form.kind == Form::Kind::list ? path + "[]" : path, places);
}

} // namespace

std::string Bounds::text() const {
    const bool low = std::isfinite(lo), high = std::isfinite(hi);
    if (low && high && !lo_open && !hi_open) return fmt::format("{} .. {}", lo, hi);
    if (low && high) return fmt::format("{} {} and {} {}", lo_open ? ">" : ">=", lo, hi_open ? "<" : "<=", hi);
    if (low) return fmt::format("{} {}", lo_open ? ">" : ">=", lo);
    if (high) return fmt::format("{} {}", hi_open ? "<" : "<=", hi);
    return "";
}

const KeyInfo* Section::find(const std::string& name) const {
    for (const KeyInfo& key : keys)
        if (key.name == name) return &key;
    return nullptr;
}

std::vector<std::string> Section::names() const {
    std::vector<std::string> all;
    for (const KeyInfo& key : keys) all.push_back(key.name);
    return all;
}

std::vector<std::string> names_of(const Form& form) {
    std::vector<std::string> names;
    for (const Word& word : form.words) names.push_back(word.name);
    for (const Alternative& alternative : form.alternatives) names.push_back(alternative.name);
    return names;
}

std::string describe(const Form& form) {
    const std::string bounds = form.bounds.text().empty() ? "" : " " + form.bounds.text();
    const std::string unit = form.unit.empty() ? "" : " [" + form.unit + "]";
    switch (form.kind) {
    case Form::Kind::number: return "a number" + bounds + unit;
    case Form::Kind::integer: return "a whole number" + bounds + unit;
    case Form::Kind::boolean: return "true or false";
    case Form::Kind::text: return form.what;
    case Form::Kind::word:
        return form.words.size() == 1 ? "the word " + form.words[0].name : "one of " + listed(names_of(form));
    case Form::Kind::list: return describe_list(form);
    case Form::Kind::section: return "{" + listed(form.section->names()) + "}";
    case Form::Kind::tagged: return "{type: ...} with one of the types " + listed(names_of(form));
    case Form::Kind::any: break;
    }
    std::string text;
    for (const Form& part : form.parts) text += (text.empty() ? "" : ", or ") + describe(part);
    return text;
}

std::vector<KeyPlace> all_keys(const Section& root) {
    std::vector<KeyPlace> places;
    collect(root, "", "", places);
    return places;
}

} // namespace isotherm
