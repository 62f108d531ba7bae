#pragma once

/// What may stand at a place of the case file, as data: the reader checks against it, `schema` and `explain` print it.

#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace isotherm {

struct Bounds {
    double lo = -std::numeric_limits<double>::infinity(), hi = std::numeric_limits<double>::infinity();
    bool lo_open = false, hi_open = false; ///< the bound itself is not allowed

    [[nodiscard]] bool hold(double v) const { return (lo_open ? v > lo : v >= lo) && (hi_open ? v < hi : v <= hi); }
    [[nodiscard]] std::string text() const; ///< "> 0", "0 .. 1", empty: any
};
inline Bounds above(double lo) { return {.lo = lo, .lo_open = true}; }
inline Bounds at_least(double lo) { return {.lo = lo}; }
inline Bounds between(double lo, double hi) { return {.lo = lo, .hi = hi}; }

struct Section;

/// One of the words that a choice knows.
struct Word {
    std::string name{};
    std::string doc{};
};

/// `{type: name, ...}`, or the name alone where `shorthand`.
struct Alternative {
    std::string name{};
    std::shared_ptr<const Section> section{};
    bool shorthand = false;
};

struct Form {
    enum class Kind { number, integer, boolean, text, word, list, section, tagged, any };
    Kind kind = Kind::number;
    std::string unit{};                       ///< of a number; empty: none
    Bounds bounds{};                          ///< of a number or integer
    std::vector<Word> words{};                ///< of a word
    std::string what{};                       ///< of a text: what it is, as in "an expression in x, y, z"
    std::string pattern{};                    ///< of a text: the characters it may have, as a regular expression
    std::vector<Form> parts{};                ///< list: its element; any: the possibilities
    int least = 0, most = 0;                  ///< list: number of elements; most 0: any number
    bool per_axis = false;                    ///< list: one element per axis of the grid
    std::shared_ptr<const Section> section{}; ///< of a section
    std::vector<Alternative> alternatives{};  ///< of a tagged section
    std::vector<std::string> later{};         ///< words, types or kinds that are planned but not in this version
};

struct KeyInfo {
    std::string name{};
    Form form{};
    bool required = false;
    std::string preset{};  ///< the default, as it would be written; empty: none, the doc says what absence means
    std::string doc{};     ///< one sentence or two
    std::string example{}; ///< as it would be written after "key: "
};

/// Sets of keys of which at most one may be given (exactly one where `required`), and that one completely.
struct Exclusive {
    std::vector<std::vector<std::string>> sets{};
    bool required = false;
};

/// The keys of a `{...}` of the case file.
struct Section {
    std::string doc{};
    std::vector<KeyInfo> keys{};
    std::vector<Exclusive> exclusives{};
    std::vector<std::string> later{}; ///< keys that are planned but not in this version

    [[nodiscard]] const KeyInfo* find(const std::string& name) const;
    [[nodiscard]] std::vector<std::string> names() const;
};

/// One line for people: "a number > 0 [m]".
std::string describe(const Form& form);

/// The words of a choice, the types of a tagged section.
std::vector<std::string> names_of(const Form& form);

/// Every key below a section with its path ("boundary.x_lo.value", "probes[].at"), depth first. A key that several
/// types of a tagged section have comes once per type.
struct KeyPlace {
    std::string path{};
    std::string type{}; ///< of the tagged section that it belongs to; empty: none
    const KeyInfo* info;
};
std::vector<KeyPlace> all_keys(const Section& root);

} // namespace isotherm
