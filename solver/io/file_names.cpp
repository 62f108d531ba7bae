#include "solver/io/file_names.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace isotherm {

namespace fs = std::filesystem;

namespace {

/// `name` is prefix + at least `least` digits + suffix.
bool is_numbered(std::string_view name, std::string_view prefix, std::size_t least, std::string_view suffix) {
    if (!name.starts_with(prefix) || !name.ends_with(suffix) || name.size() < prefix.size() + least + suffix.size())
        return false;
    const auto digits = name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
    return std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

std::string file_stem(const std::string& case_name) {
    std::string stem = case_name.substr(0, 200); // file names end at 255 characters
    constexpr std::string_view legal = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    for (char& c : stem)
        if (legal.find(c) == std::string_view::npos) c = '_';
    return stem.empty() ? "case" : stem;
}

std::string snapshot_name(const std::string& stem, index_t number) {
    return fmt::format("{}_{:06d}.vtkhdf", stem, number);
}

std::string own_file(const ProbeSpec& probe) {
    const bool has_one = probe.kind == ProbeSpec::Kind::line || probe.kind == ProbeSpec::Kind::plane;
    return has_one ? probe.name + ".csv" : "";
}

fs::path output_folder(const CaseSpec& spec, const OutputSpec& output) {
    return fs::path(spec.output.directory) / output.name;
}

bool FileNames::hold(std::string_view name) const {
    return std::ranges::find(others, name) != others.end() || name == stem + ".xdmf" ||
           name == stem + ".vtkhdf.series" || is_numbered(name, stem + "_", 6, ".vtkhdf") ||
           is_numbered(name, stem + ".ckpt_", 10, ".h5");
}

std::vector<std::string> fixed_names() {
    return {"diagnostics.csv", "probes.csv", "errors.csv", "summary.json", "case.yaml", "run.log"};
}

FileNames names_in_result(const CaseSpec& spec) {
    FileNames names{file_stem(spec.name), fixed_names()};
    for (const ProbeSpec& probe : spec.probes)
        if (const std::string file = own_file(probe); !file.empty()) names.others.push_back(file);
    return names;
}

FileNames names_in_output_folder(const CaseSpec& spec) { return {file_stem(spec.name), {}}; }

std::string stem_of_snapshot(std::string_view name) {
    const auto at = name.rfind('_');
    if (at == 0 || at == std::string_view::npos) return "";
    return is_numbered(name, name.substr(0, at + 1), 6, ".vtkhdf") ? std::string(name.substr(0, at)) : "";
}

std::string_view without_tmp(std::string_view name) {
    if (name.ends_with(".tmp")) name.remove_suffix(4);
    return name;
}

} // namespace isotherm
