#include "app/case/settings.hpp"

#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "kernels/base/error.hpp"

namespace isotherm {
namespace {

/// A key, or the index of a list element.
struct Step {
    std::string key;
    std::optional<std::size_t> index;
};

/// "a.b[0].c" -> a, b, [0], c. Empty: not a path.
std::vector<Step> split_path(const std::string& path) {
    std::vector<Step> steps;
    for (std::size_t i = 0; i < path.size();) {
        if (path[i] == '[') {
            std::size_t index = 0;
            const char* begin = path.data() + i + 1;
            const auto [end, fault] = std::from_chars(begin, path.data() + path.size(), index);
            if (fault != std::errc{} || end == path.data() + path.size() || *end != ']') return {};
            steps.push_back({"", index});
            i = static_cast<std::size_t>(end - path.data()) + 1;
            if (i < path.size() && path[i] == '.' && ++i == path.size()) return {};
        } else {
            const std::size_t end = std::min(path.find_first_of(".[", i), path.size());
            if (end == i) return {};
            steps.push_back({path.substr(i, end - i), std::nullopt});
            i = end;
            if (i < path.size() && path[i] == '.' && ++i == path.size()) return {};
        }
    }
    return steps;
}

/// A setting on its way into the tree.
struct Insertion {
    const Setting& setting;
    Mark mark; ///< of the key
    std::vector<Finding>& findings;

    void fail(const std::string& what, const std::string& help) const {
        findings.push_back({mark, setting.key, what, help, false});
    }

    /// The node that the step leads to; created where a map lacks it. Null: reported.
    Node* follow(Node& node, const Step& step, const std::string& path, const std::string& rest) const {
        if (step.index) {
            if (node.kind != Node::Kind::list) return refuse_inside(node, path, rest, "a list");
            if (*step.index < node.items.size()) return &node.items[*step.index];
            fail(fmt::format("{} has no element [{}]", path, *step.index),
                 fmt::format("it has {}, counted from 0; set the whole list to add one", node.items.size()));
            return nullptr;
        }
        if (node.kind == Node::Kind::null) node.kind = Node::Kind::map, node.mark = mark;
        if (node.kind != Node::Kind::map) return refuse_inside(node, path, rest, "a section");
        if (Member* member = node.find(step.key)) {
            member->mark = mark;
            return &member->value;
        }
        node.members.push_back({step.key, mark, {}});
        return &node.members.back().value;
    }

    Node* refuse_inside(const Node& node, const std::string& path, const std::string& rest,
                        const std::string& needed) const {
        if (node.kind == Node::Kind::scalar)
            fail(fmt::format("{} is '{}', not {}: nothing can be set inside it", path, node.text.substr(0, 40), needed),
                 fmt::format("set the long form: --set \"{}={{type: ..., {}: {}}}\"", path, rest, setting.value));
        else
            fail(fmt::format("{} is {}, not {}", path.empty() ? "the case" : path,
                             node.kind == Node::Kind::list ? "a list" : "a section", needed),
                 node.kind == Node::Kind::list ? fmt::format("name an element: {}[0]", path) : "name a key of it");
        return nullptr;
    }
};

void apply(Node& root, const Insertion& insertion, const Node& value) {
    const std::vector<Step> steps = split_path(insertion.setting.key);
    if (steps.empty()) return insertion.fail("is not a key path", "write it like boundary.x_lo.value or probes[0].at");
    Node* node = &root;
    std::string path;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        std::string rest = steps[i].key;
        for (std::size_t j = i + 1; j < steps.size() && steps[j].key.size(); ++j) rest += "." + steps[j].key;
        node = insertion.follow(*node, steps[i], path, rest);
        if (node == nullptr) return;
        path = steps[i].index ? fmt::format("{}[{}]", path, *steps[i].index) : join_path(path, steps[i].key);
    }
    *node = value;
}

/// The most general entry that decides about a side: x_lo, else x, else all.
const Member* wall_entry(const Node& boundary, const std::string& side) {
    if (const Member* member = boundary.find(side)) return member;
    if (side.size() == 4 && side[1] == '_')
        for (const std::string& name : {side.substr(0, 1), std::string("all")})
            if (const Member* member = boundary.find(name)) return member;
    return nullptr;
}

} // namespace

Setting Setting::from_text(const std::string& text) {
    const std::size_t equal = text.find('=');
    if (equal == std::string::npos || equal == 0)
        throw UsageError("--set " + text + ": write KEY=VALUE, for example --set time.end=10");
    return {text.substr(0, equal), text.substr(equal + 1), "--set " + text, false};
}

void apply_settings(Document& document, const std::vector<Setting>& settings) {
    for (const Setting& setting : settings) {
        const int source = static_cast<int>(document.sources.size());
        document.sources.push_back({"command line", {setting.shown}});
        const int value_column =
            static_cast<int>(setting.shown.size() - std::min(setting.shown.size(), setting.value.size())) + 1;
        const std::size_t key_at = setting.shown.find(setting.key);
        const Mark key_mark{source, 1, key_at == std::string::npos ? 1 : static_cast<int>(key_at) + 1};
        std::vector<Finding> findings;
        Node value{
            .kind = Node::Kind::scalar, .mark = {source, 1, value_column}, .text = setting.value, .quoted = true};
        if (!setting.literal) {
            std::string text = setting.value;
            check_text(text, source, findings);
            if (findings.empty()) value = parse_yaml(text, source, value_column, findings);
            if (value.kind == Node::Kind::null) value.mark = key_mark;
        }
        if (findings.empty()) apply(document.root, {setting, key_mark, findings}, value);
        for (Finding& finding : findings) {
            if (finding.key.empty()) finding.key = setting.key;
            document.findings.push_back(std::move(finding));
        }
    }
}

KeyMark locate(const Node& root, const std::string& path) {
    const Node* node = &root;
    KeyMark place{"", {0, 1, 1}};
    bool whole_path = true;
    for (const Step& step : split_path(path)) {
        const Member* member = nullptr;
        if (step.index && *step.index < node->items.size()) {
            node = &node->items[*step.index];
            place = {fmt::format("{}[{}]", place.key, *step.index), node->mark};
            continue;
        }
        if (!step.index) member = place.key == "boundary" ? wall_entry(*node, step.key) : node->find(step.key);
        whole_path = member != nullptr;
        if (!whole_path) break;
        node = &member->value;
        place = {join_path(place.key, member->key), member->mark};
    }
    if (whole_path && node->kind != Node::Kind::null && !path.empty())
        place.mark = node->mark; // the value is what is wrong
    return place;
}

} // namespace isotherm
