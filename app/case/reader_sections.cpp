/// The keys of a section: unknown, planned, missing, contradictory.

#include <algorithm>

#include <fmt/format.h>

#include "app/case/nearest.hpp"
#include "app/case/reader.hpp"

namespace isotherm {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

bool Reader::expect_list(const Node& node, const Form& form) {
    if (node.kind != Node::Kind::list) {
        Form expected = form;
        fail(node.kind == Node::Kind::null ? here() : node.mark,
             node.kind == Node::Kind::null ? "is empty" : "a list is needed here", "legal: " + describe(expected));
        return false;
    }
    const int n = static_cast<int>(node.items.size());
    if (form.per_axis && dim && n != *dim) {
        fail(node.mark,
             fmt::format("{} {} for a grid of {} {}", n, n == 1 ? "entry" : "entries", *dim,
                         *dim == 1 ? "axis" : "axes"),
             "legal: " + describe(form));
        return false;
    }
    if (n < form.least || (form.most > 0 && n > form.most)) {
        fail(node.mark, fmt::format("{} {} in this list", n, n == 1 ? "entry" : "entries"), "legal: " + describe(form));
        return false;
    }
    return true;
}

bool Reader::expect_map(const Node& node, const Form& form) {
    if (node.kind == Node::Kind::map) return true;
    fail_kind(node, form);
    return false;
}

std::string Reader::fail_unknown_key(const Member& member, const Section& section, bool has_type) {
    std::vector<std::string> names = section.names();
    if (has_type) names.insert(names.begin(), "type");
    const std::string near = nearest(member.key, names);
    std::string help = near.empty() ? "" : "did you mean '" + near + "'? ";
    for (const KeyPlace& place : all_keys(root_))
        if (help.empty() && place.info->name == member.key && place.path.find('[') == std::string::npos)
            help = "it belongs under '" + place.path.substr(0, place.path.size() - member.key.size() - 1) + "'. ";
    fail_key(member.key, member.mark, "unknown key", help + "legal here: " + listed(names));
    return near;
}

void Reader::check_exclusive(const Node& map, const Exclusive& exclusive, const std::vector<std::string>& meant) {
    std::vector<std::string> missing, sets;
    bool whole_sets = false;
    const Member* chosen = nullptr;
    std::string chosen_names;
    for (const std::vector<std::string>& set : exclusive.sets) {
        sets.push_back(listed(set));
        whole_sets = whole_sets || set.size() > 1;
        std::vector<std::string> absent;
        const Member* present = nullptr;
        for (const std::string& name : set) {
            const Member* member = map.find(name);
            if (member == nullptr) absent.push_back(name);
            else if (present == nullptr) present = member;
        }
        if (present == nullptr) continue;
        if (chosen != nullptr) {
            fail_key(present->key, present->mark,
                     fmt::format("'{}' and '{}' exclude each other", chosen->key, present->key), "keep one of them");
            return;
        }
        chosen = present;
        missing = absent;
        chosen_names = listed(set);
    }
    bool misspelt = false;
    for (const std::vector<std::string>& set : exclusive.sets)
        for (const std::string& name : set) misspelt = misspelt || contains(meant, name);
    if (misspelt) return;
    if (chosen == nullptr && exclusive.required)
        fail(here(), fmt::format("incomplete: give exactly one of {}", fmt::join(sets, whole_sets ? "; or " : ", ")));
    if (chosen != nullptr)
        for (const std::string& name : missing)
            fail_key(name, here(), "required key is missing", fmt::format("needed together: {}", chosen_names));
}

void Reader::check_missing(const Node& map, const Section& section, const std::vector<std::string>& meant) {
    for (const KeyInfo& key : section.keys)
        if (key.required && map.find(key.name) == nullptr && !contains(meant, key.name))
            fail_key(key.name, here(), "required key is missing",
                     fmt::format("add `{}: {}` ({})", key.name, key.example, describe(key.form)));
    for (const Exclusive& exclusive : section.exclusives) check_exclusive(map, exclusive, meant);
}

void Reader::check_keys(const Node& map, const Section& section, bool has_type) {
    std::vector<std::string> meant; // a key in a wrong spelling is wrong, but not missing
    for (const Member& member : map.members) {
        if (section.find(member.key) != nullptr || (has_type && member.key == "type")) continue;
        if (contains(section.later, member.key)) fail_not_yet(member.key, member.mark);
        else meant.push_back(fail_unknown_key(member, section, has_type));
    }
    check_missing(map, section, meant);
}

std::optional<std::size_t> Reader::read_type(const Node& node, const Form& form) {
    if (node.kind != Node::Kind::scalar && !expect_map(node, form)) return std::nullopt;
    const bool shorthand = node.kind == Node::Kind::scalar;
    const Member* member = shorthand ? nullptr : node.find("type");
    if (!shorthand && member == nullptr) {
        for (const Member& m : node.members)
            if (contains(form.later, m.key)) return fail_not_yet(m.key, m.mark), std::nullopt;
        fail_key("type", here(), "required key is missing", "legal: " + listed(names_of(form)));
        return std::nullopt;
    }
    const Node& name = shorthand ? node : member->value;
    const std::string key = shorthand ? "" : "type";
    if (name.kind != Node::Kind::scalar) {
        fail_key(key, name.mark, "a type is a word", "legal: " + listed(names_of(form)));
        return std::nullopt;
    }
    const std::string where = shorthand ? path() : join_path(path(), "type");
    const auto note = [&](const std::string& what, const std::string& help) {
        findings.push_back({name.mark.line > 0 ? name.mark : here(), where, what, help, false});
    };
    for (std::size_t i = 0; i < form.alternatives.size(); ++i) {
        const Alternative& alternative = form.alternatives[i];
        if (alternative.name != name.text) continue;
        if (!shorthand || alternative.shorthand) return i;
        std::string keys;
        for (const std::string& k : alternative.section->names()) keys += ", " + k + ": ...";
        note("'" + name.text + "' needs its keys", "write {type: " + name.text + keys + "}");
        return std::nullopt;
    }
    if (contains(form.later, name.text)) {
        note("'" + name.text + "' is not available in this version yet", "legal: " + listed(names_of(form)));
        return std::nullopt;
    }
    const std::string near = nearest(name.text, names_of(form));
    note("'" + name.text.substr(0, 40) + "' is not a type that there is",
         (near.empty() ? "" : "did you mean '" + near + "'? ") + "legal: " + listed(names_of(form)));
    return std::nullopt;
}

} // namespace isotherm
