#pragma once

#include <string>
#include <vector>

#include "app/case/document.hpp"

namespace isotherm {

/// One `--set KEY=VALUE`, or an option that stands for one (`--output DIR`).
struct Setting {
    std::string key;      ///< path: a.b, list elements as a[0].b
    std::string value;    ///< YAML, as it would stand in the file
    std::string shown;    ///< what the user wrote, for errors: "--set a.b=5"
    bool literal = false; ///< the value is text as it is, not YAML

    /// From "KEY=VALUE". Throws UsageError when there is no `=`.
    static Setting from_text(const std::string& text);
};

/// Puts the settings into the tree, in their order; each is a source of its own. What cannot be set is a finding.
void apply_settings(Document& document, const std::vector<Setting>& settings);

/// A key path of the file and its place.
struct KeyMark {
    std::string key;
    Mark mark;
};

/// The place of a key path, or of the deepest part of it that exists. A side of the boundary leads to the entry that
/// decides about it: boundary.x_lo.h may be boundary.all.h.
KeyMark locate(const Node& root, const std::string& path);

} // namespace isotherm
