#include "app/case/load_case.hpp"

#include <cctype>
#include <filesystem>
#include <set>

#include "app/case/emit.hpp"
#include "app/case/tables.hpp"
#include "solver/core/log.hpp"

namespace isotherm {
namespace {

namespace fs = std::filesystem;

/// "results/my case.yaml" -> "my_case".
std::string case_name(const std::string& path) {
    std::string name = fs::path(path).stem().string();
    for (char& c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '_' && c != '-') c = '_';
    // Dots alone: results/.. is no folder of a case's own.
    return name.find_first_not_of('.') == std::string::npos ? "case" : name;
}

std::string section_of(const std::string& key) { return key.substr(0, key.find_first_of(".[")); }

/// Whether one of two key paths lies inside the other.
bool overlaps(const std::string& a, const std::string& b) {
    const std::string& shorter = a.size() < b.size() ? a : b;
    const std::string& longer = a.size() < b.size() ? b : a;
    return longer.compare(0, shorter.size(), shorter) == 0 &&
           (longer.size() == shorter.size() || longer[shorter.size()] == '.' || longer[shorter.size()] == '[');
}

/// The rules between keys, as far as what they need could be read.
void cross_check(const CaseSpec& spec, const Node& root, std::vector<Finding>& findings) {
    std::set<std::string> unread;
    for (const Finding& finding : findings) unread.insert(section_of(finding.key));
    std::vector<Finding> found;
    const auto known = [&](const KeyMark& place, const SpecFinding& rule) {
        for (const Finding& f : findings)
            if (overlaps(f.key, place.key)) return true;
        for (const Finding& f : found) // six walls may come from one entry
            if (f.key == place.key && f.what == rule.message) return true;
        return false;
    };
    for (const SpecFinding& rule : check_spec(spec, {unread.begin(), unread.end()})) {
        const KeyMark place = locate(root, rule.key);
        if (!known(place, rule)) found.push_back({place.mark, place.key, rule.message, rule.help, rule.warning});
    }
    findings.insert(findings.end(), found.begin(), found.end());
}

/// output.directory, absolute, in the spec and in the tree that becomes the effective case.
void settle_directory(CaseSpec& spec, Node& root) {
    const fs::path beside = fs::path(spec.source_path).parent_path();
    const fs::path given =
        spec.output.directory.empty() ? fs::path("results") / spec.name : fs::path(spec.output.directory);
    spec.output.directory = (beside / given).lexically_normal().string();
    Member* output = root.find("output");
    if (output == nullptr) {
        root.members.push_back({"output", {}, {.kind = Node::Kind::map}});
        output = &root.members.back();
    }
    const bool several = output->value.kind == Node::Kind::list && !output->value.items.empty();
    Node& first = several ? output->value.items.front() : output->value;
    first.kind = Node::Kind::map;
    const Node directory{.kind = Node::Kind::scalar, .text = spec.output.directory, .quoted = true};
    if (Member* member = first.find("directory")) member->value = directory;
    else first.members.insert(first.members.begin(), {"directory", {}, directory});
}

/// Files that are named in the case lie beside it.
void make_paths_absolute(Node& node, const fs::path& beside) {
    for (Node& item : node.items) make_paths_absolute(item, beside);
    const Member* type = node.find("type");
    const std::string kind = type == nullptr ? "" : type->value.text;
    for (Member& member : node.members) {
        const bool names_a_file =
            (kind == "file" && member.key == "path") || ((kind == "labels" || kind == "mask") && member.key == "file");
        if (names_a_file && member.value.kind == Node::Kind::scalar) {
            member.value.text = (beside / member.value.text).lexically_normal().string();
            member.value.quoted = true;
        } else {
            make_paths_absolute(member.value, beside);
        }
    }
}

/// --output means the directory of the first of several outputs.
std::vector<Setting> with_first_output(const Node& root, std::vector<Setting> settings) {
    const Member* output = root.find("output");
    for (Setting& setting : settings)
        if (output != nullptr && output->value.kind == Node::Kind::list && setting.key == "output.directory")
            setting.key = "output[0].directory";
    return settings;
}

/// filter.kernel.path, absolute, in the spec and in the tree.
void settle_weights(CaseSpec& spec, Node& root) {
    auto* file = spec.filter ? std::get_if<FileKernel>(&spec.filter->kernel) : nullptr;
    if (file == nullptr || file->path.empty()) return;
    file->path = (fs::path(spec.source_path).parent_path() / file->path).lexically_normal().string();
    Node* node = &root;
    for (const char* key : {"filter", "kernel", "path"}) node = &node->find(key)->value;
    *node = {.kind = Node::Kind::scalar, .mark = node->mark, .text = file->path, .quoted = true};
}

bool has_error(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings)
        if (!finding.warning) return true;
    return false;
}

/// Throws if anything is an error; otherwise says the warnings.
void settle(const Document& document) {
    if (has_error(document.findings)) throw ConfigError(document.sources, document.findings);
    for (const Finding& finding : document.findings) {
        std::string text = render(document.sources, finding);
        text.pop_back(); // the log ends the line
        log::warning(text);
    }
}

CaseSpec read_document(Document& document, const std::string& path, const std::vector<Setting>& settings) {
    const bool syntax_error = has_error(document.findings);
    if (document.root.kind == Node::Kind::null && !syntax_error)
        document.findings.push_back(
            {{0, 0, 0}, "", "the file is empty", "`isotherm init` writes a case to start from", false});
    else if (document.root.kind != Node::Kind::map && !syntax_error)
        document.findings.push_back({document.root.mark, "", "a case file is made of `key: value` lines",
                                     "`isotherm init` writes a case to start from", false});
    if (document.root.kind != Node::Kind::map) throw ConfigError(document.sources, document.findings);
    apply_settings(document, with_first_output(document.root, settings));

    CaseSpec spec;
    spec.name = case_name(path);
    spec.source_path = fs::absolute(path).lexically_normal().string();
    const Table<CaseSpec>& table = case_table();
    make_paths_absolute(document.root, fs::path(spec.source_path).parent_path());
    Reader reader(document.sources, *table.section());
    table.read(reader, document.root, spec);
    document.findings.insert(document.findings.end(), reader.findings.begin(), reader.findings.end());
    settle_weights(spec, document.root);
    cross_check(spec, document.root, document.findings);
    settle(document);
    settle_directory(spec, document.root);
    spec.effective_yaml = emit_yaml(document.root);
    return spec;
}

CaseSpec load_text(std::string text, Document document, const std::string& path, const std::vector<Setting>& settings) {
    if (document.findings.empty()) check_text(text, 0, document.findings);
    document.sources = {{path, split_lines(text)}};
    if (!document.findings.empty()) throw ConfigError(document.sources, document.findings);
    document.root = parse_yaml(text, 0, 1, document.findings);
    return read_document(document, path, settings);
}

} // namespace

CaseSpec load_case(const std::string& path, const std::vector<Setting>& settings) {
    Document document;
    std::string text = read_text(path, document.findings);
    return load_text(std::move(text), std::move(document), path, settings);
}

CaseSpec load_case_text(const std::string& text, const std::string& path, const std::vector<Setting>& settings) {
    return load_text(text, {}, path, settings);
}

void throw_located(const UsageError& error, const std::string& path, const std::vector<Setting>& settings) {
    const std::string text = error.what();
    const std::size_t colon = std::min(text.find(": "), text.size());
    const std::string key = text.substr(0, colon);
    if (colon == text.size() || case_table().section()->find(section_of(key)) == nullptr) throw error;

    Document document;
    std::string content = read_text(path, document.findings);
    check_text(content, 0, document.findings);
    document.sources = {{path, split_lines(content)}};
    document.root = parse_yaml(content, 0, 1, document.findings);
    apply_settings(document, with_first_output(document.root, settings));
    const KeyMark place = locate(document.root, key);
    const std::size_t way_out = std::min(text.find("; ", colon), text.size());
    Finding finding{place.mark, key, text.substr(colon + 2, way_out - colon - 2), "", false};
    if (way_out < text.size()) finding.help = text.substr(way_out + 2);
    throw ConfigError(document.sources, {finding});
}

} // namespace isotherm
