#include "app/case/emit.hpp"

#include <cctype>

#include <fmt/format.h>

namespace isotherm {
namespace {

/// Text that needs no quotes anywhere: a number or a word. Everything else is quoted, which changes nothing for text.
bool is_plain(const Node& scalar) {
    if (scalar.quoted || scalar.text.empty()) return false;
    for (const char c : scalar.text)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '+' && c != '-' && c != '_')
            return false;
    return scalar.text.front() != '-' || scalar.text.size() > 1;
}

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        const unsigned char byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') out += '\\', out += c;
        else if (c == '\n') out += "\\n";
        else if (byte < 0x20) out += fmt::format("\\x{:02x}", byte);
        else out += c;
    }
    return out + "\"";
}

std::string flow(const Node& node);

std::string key_text(const std::string& key) {
    return is_plain({.kind = Node::Kind::scalar, .text = key}) ? key : quoted(key);
}

std::string flow_map(const Node& node) {
    std::string out;
    for (const Member& member : node.members)
        out += (out.empty() ? "" : ", ") + key_text(member.key) + ": " + flow(member.value);
    return "{" + out + "}";
}

std::string flow(const Node& node) {
    switch (node.kind) {
    case Node::Kind::null: return "~";
    case Node::Kind::scalar: return is_plain(node) ? node.text : quoted(node.text);
    case Node::Kind::map: return flow_map(node);
    case Node::Kind::list: break;
    }
    std::string out;
    for (const Node& item : node.items) out += (out.empty() ? "" : ", ") + flow(item);
    return "[" + out + "]";
}

} // namespace

/// Sections of the root and their keys one per line, lists of sections one element per line, the rest in brackets.
std::string emit_yaml(const Node& root) {
    std::string out;
    for (const Member& section : root.members) {
        out += key_text(section.key) + ":";
        const Node& value = section.value;
        if (value.kind == Node::Kind::map && !value.members.empty()) {
            for (const Member& member : value.members)
                out += fmt::format("\n  {}: {}", key_text(member.key), flow(member.value));
        } else if (value.kind == Node::Kind::list && !value.items.empty() && value.items[0].kind == Node::Kind::map) {
            for (const Node& item : value.items) out += "\n  - " + flow(item);
        } else {
            out += " " + flow(value);
        }
        out += "\n";
    }
    return out;
}

} // namespace isotherm
