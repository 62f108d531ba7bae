#include "solver/io/earlier_result.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <system_error>

#include "kernels/base/error.hpp"
#include "solver/io/atomic_file.hpp"
#include "solver/io/snapshot.hpp"

namespace isotherm {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 6> fixed_names = {"diagnostics.csv", "probes.csv", "errors.csv",
                                                         "summary.json",    "case.yaml",  "run.log"};

bool is_fixed(std::string_view name) { return std::ranges::find(fixed_names, name) != fixed_names.end(); }

/// `name` is prefix + at least `least` digits + suffix.
bool is_numbered(std::string_view name, std::string_view prefix, std::size_t least, std::string_view suffix) {
    if (!name.starts_with(prefix) || !name.ends_with(suffix) || name.size() < prefix.size() + least + suffix.size())
        return false;
    const auto digits = name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
    return std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
}

/// NAME of NAME_NNNNNN.vtkhdf.
std::optional<std::string> stem_of_snapshot(std::string_view name) {
    const auto at = name.rfind('_');
    if (at == 0 || at == std::string_view::npos) return std::nullopt;
    if (!is_numbered(name, name.substr(0, at + 1), 6, ".vtkhdf")) return std::nullopt;
    return std::string(name.substr(0, at));
}

bool is_our_snapshot(const fs::path& file) {
    try {
        return SnapshotFile(file).head().program.starts_with("isotherm ");
    } catch (const IoError&) {
        return false; // not ours, or damaged: then run.log must tell
    }
}

/// Ordinary files and links; what else is there has a name of ours by accident and is not touched.
std::vector<fs::path> files_of(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code failed;
    if (!fs::exists(folder, failed)) return files;
    fs::directory_iterator it(folder, failed);
    if (failed) throw IoError("cannot list the folder " + folder.string() + ": " + failed.message());
    for (const auto& entry : it)
        if (entry.is_symlink() || entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

void remember(std::vector<std::string>& stems, const std::string& stem) {
    if (std::ranges::find(stems, stem) == stems.end()) stems.push_back(stem);
}

std::vector<std::string> stems_of(const std::vector<fs::path>& files) {
    std::vector<std::string> stems;
    for (const fs::path& file : files) {
        const std::string name = file.filename().string();
        if (name == "run.log") {
            std::string line;
            std::getline(std::ifstream(file) >> std::ws, line);
            if (line.starts_with(log_mark)) remember(stems, line.substr(log_mark.size()));
        } else if (const auto stem = stem_of_snapshot(name)) {
            if (std::ranges::find(stems, *stem) == stems.end() && is_our_snapshot(file)) stems.push_back(*stem);
        }
    }
    return stems;
}

/// 0: indexes, 1: everything else, 2: run.log.
int removal_rank(const fs::path& file) {
    const std::string name = file.filename().string();
    if (name.ends_with(".xdmf") || name.ends_with(".series")) return 0;
    return name == "run.log" ? 2 : 1;
}

std::string_view without_tmp(std::string_view name) {
    if (name.ends_with(".tmp")) name.remove_suffix(4);
    return name;
}

} // namespace

bool is_name_of_run(std::string_view name, std::string_view stem) {
    if (is_fixed(name)) return true;
    const std::string s(stem);
    return name == s + ".xdmf" || name == s + ".vtkhdf.series" || is_numbered(name, s + "_", 6, ".vtkhdf") ||
           is_numbered(name, s + ".ckpt_", 10, ".h5");
}

EarlierResult find_earlier_result(const fs::path& folder) {
    EarlierResult result;
    const auto files = files_of(folder);
    result.stems = stems_of(files);
    for (const fs::path& file : files) {
        const std::string name = file.filename().string();
        const auto belongs = [&](const std::string& stem) { return is_name_of_run(without_tmp(name), stem); };
        if (!std::ranges::any_of(result.stems, belongs)) continue;
        result.files.push_back(file);
        std::error_code unknown;
        if (const auto bytes = fs::file_size(file, unknown); !unknown) result.bytes += static_cast<index_t>(bytes);
    }
    std::ranges::stable_sort(result.files, {}, removal_rank);
    return result;
}

std::vector<fs::path> files_in_the_way(const fs::path& folder, std::string_view stem) {
    auto files = files_of(folder);
    std::erase_if(files, [&](const fs::path& f) { return !is_name_of_run(f.filename().string(), stem); });
    return files;
}

std::vector<fs::path> left_over_tmp(const fs::path& folder, std::string_view stem) {
    auto files = files_of(folder);
    std::erase_if(files, [&](const fs::path& f) {
        const std::string name = f.filename().string();
        return !name.ends_with(".tmp") || !is_name_of_run(without_tmp(name), stem);
    });
    return files;
}

} // namespace isotherm
