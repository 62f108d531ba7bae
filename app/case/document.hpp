#pragma once

/// A case file as a tree in which everything knows its place. YAML ends here: nothing outside this folder sees it.

#include <string>
#include <string_view>
#include <vector>

namespace isotherm {

/// A place in a text; line and column (of bytes) count from 1, 0 means the text as a whole.
struct Mark {
    int source = 0; ///< index into Document::sources: 0 the case file, then one per --set
    int line = 0;
    int column = 0;
};

struct Member;

/// What stands at a place. Aliases are expanded, duplicate keys removed (and reported).
struct Node {
    enum class Kind { null, scalar, list, map };
    Kind kind = Kind::null;
    Mark mark{};
    std::string text{};  ///< of a scalar
    bool quoted = false; ///< a scalar in quotes is text and never a number
    std::vector<Node> items{};
    std::vector<Member> members{};

    [[nodiscard]] const Member* find(std::string_view key) const;
    [[nodiscard]] Member* find(std::string_view key);
};

struct Member {
    std::string key{};
    Mark mark{}; ///< of the key
    Node value{};
};

/// Where text came from, kept so that an error can show its line.
struct Source {
    std::string name{};               ///< as the user wrote it; empty: the command line
    std::vector<std::string> lines{}; ///< without line ends
};

/// Something that is wrong, and where.
struct Finding {
    Mark mark{};
    std::string key{};  ///< path, as in "boundary.x_lo.value"; empty: the file
    std::string what{}; ///< what is wrong
    std::string help{}; ///< what is legal, the nearest known name, the way out
    bool warning = false;
};

struct Document {
    std::vector<Source> sources{};
    Node root{};
    std::vector<Finding> findings{}; ///< what the text alone has wrong; errors unless marked
};

/// Reads a whole file of at most 16 MB. Anything that stops it (absent, a folder, unreadable, too large) is a finding.
std::string read_text(const std::string& path, std::vector<Finding>& findings);

/// Removes a byte order mark and reports what no YAML reader can take: other encodings than UTF-8, control characters,
/// tabs as indentation.
void check_text(std::string& text, int source, std::vector<Finding>& findings);

/// The tree of a YAML text. `column` is where the text begins in the line that the user wrote.
/// Findings: syntax, a second document, tags, deep nesting, aliases that explode, duplicate keys, merge keys.
Node parse_yaml(const std::string& text, int source, int column, std::vector<Finding>& findings);

/// Length of the UTF-8 sequence that begins at `at`; 0: it is none (RFC 3629: no overlong forms, no surrogates).
std::size_t utf8_length(const std::string& text, std::size_t at);

std::vector<std::string> split_lines(const std::string& text);

/// Joins a path and a key: "a" + "b" = "a.b".
std::string join_path(const std::string& path, std::string_view key);

} // namespace isotherm
