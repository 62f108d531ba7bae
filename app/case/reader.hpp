#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/case/document.hpp"
#include "app/case/form.hpp"
#include "solver/spec/case_spec.hpp"

namespace isotherm {

/// Turns nodes into values by their forms and collects everything that is wrong; every read_ returns none after it
/// has noted an error, and reading goes on.
class Reader {
public:
    Reader(const std::vector<Source>& sources, const Section& root) : sources_(sources), root_(root) {}

    /// While it lives, errors belong to this key of the current one.
    class Scope {
    public:
        Scope(Reader& reader, std::string path, Mark mark) : reader_(reader) {
            reader_.stack_.push_back({std::move(path), mark});
        }
        ~Scope() { reader_.stack_.pop_back(); }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        Reader& reader_;
    };
    [[nodiscard]] Scope enter_key(const Member& member) { return {*this, join_path(path(), member.key), member.mark}; }
    [[nodiscard]] Scope enter_item(std::size_t i, const Node& item) {
        return {*this, path() + "[" + std::to_string(i) + "]", item.mark.line > 0 ? item.mark : here()};
    }
    [[nodiscard]] std::string path() const { return stack_.empty() ? "" : stack_.back().path; }
    /// Place of the current key.
    [[nodiscard]] Mark here() const { return stack_.empty() ? Mark{0, 1, 1} : stack_.back().mark; }

    /// Notes an error at the current key.
    void fail(const Mark& mark, const std::string& what, const std::string& help = "");
    /// Notes an error at a key of the current section.
    void fail_key(const std::string& key, const Mark& mark, const std::string& what, const std::string& help = "");
    void fail_not_yet(const std::string& key, const Mark& mark);
    /// Says what was found where `form` was expected, unless the node is a planned kind.
    void fail_kind(const Node& node, const Form& form);

    std::optional<double> read_number(const Node& node, const Form& form);
    std::optional<index_t> read_integer(const Node& node, const Form& form);
    std::optional<bool> read_boolean(const Node& node, const Form& form);
    std::optional<std::string> read_text(const Node& node, const Form& form);
    std::optional<std::size_t> read_word(const Node& node, const Form& form); ///< index into form.words
    /// A text that is an expression in `variables`, of which absent axes drop out.
    std::optional<ExpressionText> read_expression(const Node& node, const std::string& variables);
    std::optional<Value> read_value(const Node& node, const Form& form, const std::string& variables);

    /// The node is a list (map) at all, and of the right length. Reports if not.
    bool expect_list(const Node& node, const Form& form);
    bool expect_map(const Node& node, const Form& form);
    /// Unknown, planned, missing and contradictory keys of a map.
    void check_keys(const Node& map, const Section& section, bool has_type);
    /// The `type` of a tagged section, or its shorthand.
    std::optional<std::size_t> read_type(const Node& node, const Form& form);

    std::optional<int> dim; ///< number of axes once grid.cells has been read
    std::vector<Finding> findings;

private:
    struct Place {
        std::string path;
        Mark mark;
    };
    void check_missing(const Node& map, const Section& section, const std::vector<std::string>& meant);
    void check_exclusive(const Node& map, const Exclusive& exclusive, const std::vector<std::string>& meant);
    /// Returns the key that was meant, if any is near.
    std::string fail_unknown_key(const Member& member, const Section& section, bool has_type);
    std::optional<double> read_plain_number(const Node& node, const Form& form);
    [[nodiscard]] Mark place_in(const Node& node, std::size_t position) const;

    const std::vector<Source>& sources_;
    const Section& root_;
    std::vector<Place> stack_;
};

} // namespace isotherm
