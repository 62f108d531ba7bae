/// The text of a case file before it is YAML: reading it, its encoding, tabs.

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "app/case/document.hpp"

namespace isotherm {
namespace {

constexpr std::size_t largest_file = 16u << 20;
constexpr int tabs_shown = 5; // further ones say nothing new

bool starts_with(const std::string& text, std::string_view head) { return text.compare(0, head.size(), head) == 0; }

bool is_control(unsigned char c) { return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F; }

/// The first byte that is not text; one finding is enough, the rest of such a file follows from it.
void check_encoding(const std::string& text, int source, std::vector<Finding>& findings) {
    int line = 1;
    std::size_t line_start = 0;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_length(text, i);
        const Mark mark{source, line, static_cast<int>(i - line_start) + 1};
        if (length == 0) {
            findings.push_back({mark, "", "this byte is not UTF-8", "save the file as UTF-8", false});
            return;
        }
        if (is_control(static_cast<unsigned char>(text[i]))) {
            findings.push_back({mark, "", "a control character is not text", "delete it", false});
            return;
        }
        if (text[i] == '\n') ++line, line_start = i + 1;
        i += length;
    }
}

/// A tab before the first character of a line: YAML has no rule for how wide it is.
void check_tabs(const std::string& text, int source, std::vector<Finding>& findings) {
    int shown = 0, line = 0;
    for (const std::string& content : split_lines(text)) {
        ++line;
        const std::size_t begin = content.find_first_not_of(" \t");
        if (begin == std::string::npos || content[begin] == '#') continue;
        const std::size_t tab = content.find('\t');
        if (tab < begin && shown++ < tabs_shown)
            findings.push_back({{source, line, static_cast<int>(tab) + 1},
                                "",
                                "a tab cannot indent",
                                "YAML allows blanks only: replace the tab by blanks",
                                false});
    }
}

} // namespace

std::size_t utf8_length(const std::string& s, std::size_t at) {
    const auto byte = [&](std::size_t i) -> unsigned { return i < s.size() ? static_cast<unsigned char>(s[i]) : 0u; };
    const unsigned first = byte(at), second = byte(at + 1);
    const auto follows = [&](std::size_t i) { return (byte(at + i) & 0xC0u) == 0x80u; };
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        if (first == 0xE0 && second < 0xA0) return 0;
        if (first == 0xED && second > 0x9F) return 0;
        return follows(1) && follows(2) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        if (first == 0xF0 && second < 0x90) return 0;
        if (first == 0xF4 && second > 0x8F) return 0;
        return follows(1) && follows(2) && follows(3) ? 4 : 0;
    }
    return 0;
}

std::string read_text(const std::string& path, std::vector<Finding>& findings) {
    const auto refuse = [&](const std::string& what, const std::string& help) {
        findings.push_back({{}, "", what, help, false});
        return std::string();
    };
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return refuse("this is a folder, not a case file", "");
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file) {
        const bool absent = errno == ENOENT;
        return refuse(std::string("cannot be read: ") + std::strerror(errno),
                      absent ? "`isotherm init` writes a case to start from" : "");
    }
    std::string text;
    char block[65536];
    std::size_t n = 0;
    while ((n = std::fread(block, 1, sizeof block, file.get())) > 0) {
        text.append(block, n);
        if (text.size() > largest_file) return refuse("is larger than 16 MB: this is not a case file", "");
    }
    if (std::ferror(file.get())) return refuse(std::string("cannot be read: ") + std::strerror(errno), "");
    return text;
}

void check_text(std::string& text, int source, std::vector<Finding>& findings) {
    if (starts_with(text, "\xEF\xBB\xBF")) text.erase(0, 3);
    if (starts_with(text, "\xFF\xFE") || starts_with(text, "\xFE\xFF")) {
        findings.push_back({{source, 0, 0}, "", "the file is UTF-16", "save the file as UTF-8", false});
        return;
    }
    check_encoding(text, source, findings);
    if (findings.empty()) check_tabs(text, source, findings);
}

std::vector<std::string> split_lines(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin <= text.size();) {
        std::size_t end = text.find('\n', begin);
        if (end == std::string::npos) end = text.size();
        std::size_t length = end - begin;
        if (length > 0 && text[end - 1] == '\r') --length;
        lines.push_back(text.substr(begin, length));
        begin = end + 1;
    }
    return lines;
}

std::string join_path(const std::string& path, std::string_view key) {
    return path.empty() ? std::string(key) : path + "." + std::string(key);
}

} // namespace isotherm
