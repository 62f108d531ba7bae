#include "app/case/schema.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

#include "app/case/number.hpp"

namespace isotherm {
namespace {

using Json = nlohmann::ordered_json;

Json schema_of(const Form& form);

/// A bound as a whole number where it is one.
Json bound(double v) { return v == std::floor(v) ? Json(static_cast<std::int64_t>(v)) : Json(v); }

Json number_schema(const Form& form) {
    Json json{{"type", form.kind == Form::Kind::integer ? "integer" : "number"}};
    if (std::isfinite(form.bounds.lo))
        json[form.bounds.lo_open ? "exclusiveMinimum" : "minimum"] = bound(form.bounds.lo);
    if (std::isfinite(form.bounds.hi))
        json[form.bounds.hi_open ? "exclusiveMaximum" : "maximum"] = bound(form.bounds.hi);
    return json;
}

Json word_schema(const Form& form) {
    Json values = Json::array();
    for (const Word& word : form.words) {
        const auto number = decimal(word.name);
        values.push_back(number ? bound(*number) : Json(word.name));
    }
    return {{"enum", values}};
}

Json list_schema(const Form& form) {
    Json json{{"type", "array"}, {"items", schema_of(form.parts.at(0))}};
    if (form.least > 0) json["minItems"] = form.least;
    if (form.most > 0) json["maxItems"] = form.most;
    return json;
}

/// "All of these keys are there."
Json needs(const std::vector<std::string>& keys) { return {{"required", keys}}; }

/// At most one of the sets, and that one whole; at least one where required.
void add_exclusive(Json& rules, const Exclusive& exclusive) {
    for (std::size_t i = 0; i < exclusive.sets.size(); ++i)
        for (std::size_t j = i + 1; j < exclusive.sets.size(); ++j)
            for (const std::string& a : exclusive.sets[i])
                for (const std::string& b : exclusive.sets[j]) rules.push_back({{"not", needs({a, b})}});
    Json whole = Json::array();
    for (const auto& set : exclusive.sets) whole.push_back(needs(set));
    if (exclusive.required) rules.push_back({{"anyOf", whole}});
}

std::string description(const KeyInfo& key) {
    const bool scalar =
        key.form.kind == Form::Kind::number || key.form.kind == Form::Kind::any || key.form.kind == Form::Kind::list;
    return key.doc + (scalar ? " (" + describe(key.form) + ")" : "");
}

Json section_schema(const Section& section, const std::string& type) {
    Json properties = Json::object(), required = Json::array(), rules = Json::array();
    if (!type.empty()) {
        properties["type"] = {{"const", type}, {"description", section.doc}};
        required.push_back("type");
    }
    for (const KeyInfo& key : section.keys) {
        Json json = schema_of(key.form);
        json["description"] = description(key);
        if (!key.preset.empty() && key.preset.find_first_of("[{") == std::string::npos) {
            const auto number = decimal(key.preset);
            json["default"] = number ? bound(*number) : key.preset == "false" ? Json(false) : Json(key.preset);
        }
        properties[key.name] = json;
        if (key.required) required.push_back(key.name);
    }
    for (const Exclusive& exclusive : section.exclusives) add_exclusive(rules, exclusive);
    Json json{{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
    if (!required.empty()) json["required"] = required;
    if (!rules.empty()) json["allOf"] = rules;
    return json;
}

Json tagged_schema(const Form& form) {
    Json possible = Json::array(), short_names = Json::array();
    for (const Alternative& alternative : form.alternatives) {
        if (alternative.shorthand) short_names.push_back(alternative.name);
        possible.push_back(section_schema(*alternative.section, alternative.name));
    }
    if (!short_names.empty()) possible.insert(possible.begin(), Json{{"enum", short_names}});
    return {{"anyOf", possible}};
}

Json schema_of(const Form& form) {
    switch (form.kind) {
    case Form::Kind::number:
    case Form::Kind::integer: return number_schema(form);
    case Form::Kind::boolean: return {{"type", "boolean"}};
    case Form::Kind::word: return word_schema(form);
    case Form::Kind::list: return list_schema(form);
    case Form::Kind::section: return section_schema(*form.section, "");
    case Form::Kind::tagged: return tagged_schema(form);
    case Form::Kind::text: {
        Json json{{"type", "string"}};
        if (!form.pattern.empty()) json["pattern"] = "^" + form.pattern + "$";
        return json;
    }
    case Form::Kind::any: break;
    }
    Json possible = Json::array();
    for (const Form& part : form.parts) possible.push_back(schema_of(part));
    return {{"anyOf", possible}};
}

} // namespace

std::string json_schema(const Section& root) {
    Json json{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
              {"title", "isotherm case file"},
              {"description", root.doc}};
    json.update(section_schema(root, ""));
    return json.dump(2) + "\n";
}

} // namespace isotherm
