/// YAML text -> Node tree, over the events of yaml-cpp: its own tree forgets the places of keys, keeps the second of
/// two equal keys silently, and reads numbers by rules of its own.

#include "app/case/document.hpp"

#include <map>
#include <sstream>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

namespace isotherm {
namespace {

constexpr int deepest_nesting = 32;
constexpr std::size_t most_alias_nodes = 100'000;

/// Ends the parse: the finding has been noted.
struct Stop {};

std::size_t count_nodes(const Node& node) {
    std::size_t n = 1;
    for (const Node& item : node.items) n += count_nodes(item);
    for (const Member& member : node.members) n += count_nodes(member.value);
    return n;
}

class TreeBuilder : public YAML::EventHandler {
public:
    TreeBuilder(int source, int column, std::vector<Finding>& findings)
        : source_(source), column_(column), findings_(findings) {}

    Node root;

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (++documents_ > 1)
            stop(place(mark), "a second document begins here",
                 "a case file is one document: remove `---` or `...` before it");
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add({.mark = place(mark)}, anchor); }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& text) override {
        refuse_tag(tag, mark);
        add({.kind = Node::Kind::scalar, .mark = place(mark), .text = text, .quoted = tag == "!"}, anchor);
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const auto anchored = anchors_.find(anchor);
        if (anchored == anchors_.end())
            stop(place(mark), "an alias to something that it is part of", "write the value out");
        expanded_ += count_nodes(anchored->second);
        if (expanded_ > most_alias_nodes)
            stop(place(mark), "aliases expand to more than 100,000 values", "write the values out");
        add(anchored->second, 0);
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        open(Node::Kind::list, mark, tag, anchor);
    }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        open(Node::Kind::map, mark, tag, anchor);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapEnd() override { close(); }

private:
    struct Open {
        Node node;
        YAML::anchor_t anchor = 0;
        bool has_key = false; ///< of a map: the next node is the value of `key`
        std::string key;
        Mark key_mark;
    };

    [[nodiscard]] Mark place(const YAML::Mark& mark) const {
        return {source_, mark.line + 1, mark.column + (mark.line == 0 ? column_ : 1)};
    }
    [[noreturn]] void stop(const Mark& mark, const std::string& what, const std::string& help) {
        findings_.push_back({mark, "", what, help, false});
        throw Stop{};
    }
    void refuse_tag(const std::string& tag, const YAML::Mark& mark) {
        if (!tag.empty() && tag != "?" && tag != "!")
            findings_.push_back({place(mark), "", "tags (!...) are not read", "remove the tag", false});
    }
    void open(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
        refuse_tag(tag, mark);
        if (static_cast<int>(stack_.size()) >= deepest_nesting)
            stop(place(mark), "nested deeper than 32 levels", "no key of a case file is that deep");
        stack_.push_back({{.kind = kind, .mark = place(mark)}, anchor, false, "", {}});
    }
    void close() {
        Open done = std::move(stack_.back());
        stack_.pop_back();
        add(std::move(done.node), done.anchor);
    }
    void add(Node node, YAML::anchor_t anchor) {
        if (anchor != 0) anchors_[anchor] = node;
        if (stack_.empty()) {
            root = std::move(node);
            return;
        }
        Open& parent = stack_.back();
        if (parent.node.kind == Node::Kind::list) {
            parent.node.items.push_back(std::move(node));
        } else if (!parent.has_key) {
            if (node.kind != Node::Kind::scalar) stop(node.mark, "a key must be a word", "write `key: value`");
            parent.has_key = true;
            parent.key = node.text;
            parent.key_mark = node.mark;
        } else {
            parent.has_key = false;
            parent.node.members.push_back({std::move(parent.key), parent.key_mark, std::move(node)});
        }
    }

    int source_, column_;
    std::vector<Finding>& findings_;
    std::vector<Open> stack_;
    std::map<YAML::anchor_t, Node> anchors_;
    std::size_t expanded_ = 0;
    int documents_ = 0;
};

/// Duplicate keys and merge keys: reported and taken out, everywhere in the tree.
void clean_keys(Node& node, const std::string& path, std::vector<Finding>& findings) {
    for (std::size_t i = 0; i < node.items.size(); ++i)
        clean_keys(node.items[i], path + "[" + std::to_string(i) + "]", findings);
    std::map<std::string, Mark> seen;
    std::vector<Member> kept;
    for (Member& member : node.members) {
        const std::string key = join_path(path, member.key);
        const auto [first, fresh] = seen.emplace(member.key, member.mark);
        if (member.key == "<<") {
            findings.push_back({member.mark, key, "merge keys (<<) are not applied",
                                "write the keys out: YAML 1.2 has no merge keys", false});
        } else if (!fresh) {
            findings.push_back({member.mark, key, "this key is given twice",
                                "the first is in line " + std::to_string(first->second.line) + ": remove one of them",
                                false});
        } else {
            clean_keys(member.value, key, findings);
            kept.push_back(std::move(member));
        }
    }
    node.members = std::move(kept);
}

/// What yaml-cpp says, in words that name the way out.
std::string explain_syntax(const std::string& message) {
    if (message.find("end of map not found") != std::string::npos ||
        message.find("end of sequence not found") != std::string::npos)
        return "the indentation of this line fits no line above it";
    if (message.find("illegal map value") != std::string::npos)
        return "a second `:` or a wrong indentation: text with `: ` in it needs quotes";
    if (message.find("illegal tab") != std::string::npos) return "a tab cannot indent: replace it by blanks";
    if (message.find("end of sequence flow") != std::string::npos ||
        message.find("end of map flow") != std::string::npos)
        return "a bracket is not closed, or a comma is missing";
    return "";
}

} // namespace

const Member* Node::find(std::string_view key) const {
    for (const Member& member : members)
        if (member.key == key) return &member;
    return nullptr;
}

Member* Node::find(std::string_view key) {
    for (Member& member : members)
        if (member.key == key) return &member;
    return nullptr;
}

Node parse_yaml(const std::string& text, int source, int column, std::vector<Finding>& findings) {
    TreeBuilder tree(source, column, findings);
    std::istringstream stream(text);
    try {
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(tree)) {}
    } catch (const Stop&) {
    } catch (const YAML::Exception& error) {
        const int shift = error.mark.line == 0 ? column : 1;
        findings.push_back({{source, error.mark.line + 1, error.mark.column + shift},
                            "",
                            "not YAML: " + error.msg,
                            explain_syntax(error.msg),
                            false});
    }
    clean_keys(tree.root, "", findings);
    return std::move(tree.root);
}

} // namespace isotherm
