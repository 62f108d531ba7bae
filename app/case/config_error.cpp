#include "app/case/config_error.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace isotherm {
namespace {

constexpr std::size_t longest_line = 160; // a generated table in one line would hide the caret

bool continues_character(const std::string& line, std::size_t i) {
    return i < line.size() && (static_cast<unsigned char>(line[i]) & 0xC0u) == 0x80u;
}

/// Column in characters of a byte column.
int characters(const std::string& line, int column) {
    int count = 1;
    for (int i = 1; i < column; ++i) count += continues_character(line, static_cast<std::size_t>(i)) ? 0 : 1;
    return count;
}

/// Control characters and bytes that are not UTF-8, which a terminal cannot show, as '?'.
std::string printable(std::string text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_length(text, i);
        const bool control = static_cast<unsigned char>(text[i]) < 0x20 && text[i] != '\t';
        if (length == 0 || control) text[i] = '?';
        i += std::max<std::size_t>(1, length);
    }
    return text;
}

/// The part of a line that is shown, and the blanks (and tabs) that bring the caret under the column.
struct Excerpt {
    std::string text, padding;
};

Excerpt excerpt(const std::string& line, int column) {
    std::size_t begin = 0;
    const std::size_t at = std::min<std::size_t>(static_cast<std::size_t>(column - 1), line.size());
    if (line.size() > longest_line && at > longest_line / 2) begin = at - longest_line / 2;
    while (continues_character(line, begin)) ++begin;
    std::size_t end = std::min(line.size(), begin + longest_line);
    while (continues_character(line, end)) ++end;
    Excerpt shown{printable(line.substr(begin, end - begin)), ""};
    if (begin > 0) shown.text = "..." + shown.text, shown.padding = "   ";
    if (end < line.size()) shown.text += "...";
    for (std::size_t i = begin; i < at; ++i)
        if (!continues_character(line, i)) shown.padding += line[i] == '\t' ? '\t' : ' ';
    return shown;
}

/// Sorts the findings, drops warnings, and renders the rest.
std::string all_of(const std::vector<Source>& sources, std::vector<Finding>& findings) {
    sort_findings(findings);
    findings.erase(std::remove_if(findings.begin(), findings.end(), [](const Finding& f) { return f.warning; }),
                   findings.end());
    std::string text;
    for (const Finding& finding : findings) text += (text.empty() ? "" : "\n") + render(sources, finding);
    return text;
}

} // namespace

void sort_findings(std::vector<Finding>& findings) {
    const auto key = [](const Finding& f) { return std::tie(f.mark.source, f.mark.line, f.mark.column); };
    std::stable_sort(findings.begin(), findings.end(),
                     [&](const Finding& a, const Finding& b) { return key(a) < key(b); });
    const auto same = [&](const Finding& a, const Finding& b) {
        return key(a) == key(b) && a.key == b.key && a.what == b.what;
    };
    findings.erase(std::unique(findings.begin(), findings.end(), same), findings.end());
}

std::string render(const std::vector<Source>& sources, const Finding& finding) {
    const Source& source = sources.at(static_cast<std::size_t>(finding.mark.source));
    const std::size_t line = static_cast<std::size_t>(finding.mark.line);
    const std::string* content = line >= 1 && line <= source.lines.size() ? &source.lines[line - 1] : nullptr;
    const bool in_file = finding.mark.source == 0;
    std::string text = source.name;
    if (in_file && line > 0)
        text += fmt::format(":{}:{}", line, content ? characters(*content, finding.mark.column) : finding.mark.column);
    text += finding.warning ? ": " : ": error: "; // the log says that it is a warning
    if (!finding.key.empty()) text += finding.key + ": ";
    text += finding.what + "\n";
    const std::string margin = in_file ? std::string(8, ' ') : std::string(4, ' ');
    if (content != nullptr) {
        const Excerpt shown = excerpt(*content, finding.mark.column);
        text += in_file ? fmt::format("{:>6} | {}\n", line, shown.text) : fmt::format("  | {}\n", shown.text);
        text += fmt::format("{}| {}^\n", in_file ? "       " : "  ", shown.padding);
    }
    if (!finding.help.empty()) text += margin + " " + finding.help + "\n";
    return text;
}

ConfigError::ConfigError(const std::vector<Source>& sources, std::vector<Finding> findings)
    : Error(ExitCode::user_must_change, all_of(sources, findings)), findings_(std::move(findings)) {}

} // namespace isotherm
