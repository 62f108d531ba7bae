#include "solver/io/earlier_result.hpp"

#include <algorithm>
#include <fstream>
#include <system_error>

#include "kernels/base/error.hpp"
#include "solver/io/snapshot.hpp"

namespace isotherm {

namespace fs = std::filesystem;

namespace {

bool is_our_snapshot(const fs::path& file) {
    try {
        return SnapshotFile(file).head().program.starts_with("isotherm ");
    } catch (const IoError&) {
        return false; // not ours, or damaged: then run.log must tell
    }
}

std::vector<fs::path> entries_of(const fs::path& folder) {
    std::vector<fs::path> entries;
    std::error_code failed;
    if (!fs::is_directory(folder, failed)) return entries;
    fs::directory_iterator it(folder, failed);
    if (failed) throw IoError("cannot list the folder " + folder.string() + ": " + failed.message());
    for (const auto& entry : it) entries.push_back(entry.path());
    std::ranges::sort(entries);
    return entries;
}

/// Ordinary files and links; what else is there has a name of ours by accident and is not touched.
std::vector<fs::path> files_of(const fs::path& folder) {
    auto files = entries_of(folder);
    std::erase_if(files, [](const fs::path& f) { return !fs::is_symlink(f) && !fs::is_regular_file(f); });
    return files;
}

/// Of the runs in a folder, by their logs and snapshots.
struct Traces {
    std::vector<FileNames> names;
    std::vector<std::string> outputs;
    [[nodiscard]] bool know(const std::string& stem) const {
        return std::ranges::find(names, stem, &FileNames::stem) != names.end();
    }
};

void read_log(const fs::path& file, Traces& traces) {
    std::ifstream log(file);
    std::string line;
    std::getline(log >> std::ws, line);
    if (!line.starts_with(log_mark)) return;
    FileNames names{line.substr(log_mark.size()), fixed_names()};
    while (std::getline(log, line) && line.starts_with(log_names_mark)) {
        std::string name = line.substr(log_names_mark.size());
        const bool folder = name.ends_with('/');
        if (folder) name.pop_back();
        if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos) continue;
        (folder ? traces.outputs : names.others).push_back(name);
    }
    traces.names.push_back(std::move(names));
}

Traces traces_in(const std::vector<fs::path>& files, const std::vector<std::string>& unlogged) {
    Traces traces;
    for (const fs::path& file : files)
        if (file.filename() == "run.log") read_log(file, traces);
    for (const fs::path& file : files) {
        const std::string stem = stem_of_snapshot(file.filename().string());
        if (!stem.empty() && !traces.know(stem) && is_our_snapshot(file)) traces.names.push_back({stem, unlogged});
    }
    return traces;
}

/// 0: indexes, 1: everything else, 2: run.log.
int removal_rank(const fs::path& file) {
    const std::string name = file.filename().string();
    if (name.ends_with(".xdmf") || name.ends_with(".series")) return 0;
    return name == "run.log" ? 2 : 1;
}

} // namespace

void EarlierResult::add(const EarlierResult& other) {
    if (stems.empty()) folder = other.folder;
    files.insert(files.end(), other.files.begin(), other.files.end());
    stems.insert(stems.end(), other.stems.begin(), other.stems.end());
    bytes += other.bytes;
    std::ranges::stable_sort(files, {}, removal_rank);
}

EarlierResult find_earlier_result(const fs::path& folder, const std::vector<std::string>& unlogged) {
    EarlierResult result;
    result.folder = folder;
    const auto files = files_of(folder);
    Traces traces = traces_in(files, unlogged);
    result.outputs = std::move(traces.outputs);
    for (const FileNames& names : traces.names) result.stems.push_back(names.stem);
    for (const fs::path& file : files) {
        const std::string name = file.filename().string();
        if (std::ranges::none_of(traces.names, [&](const FileNames& n) { return n.hold(without_tmp(name)); })) continue;
        result.files.push_back(file);
        std::error_code unknown;
        if (const auto bytes = fs::file_size(file, unknown); !unknown) result.bytes += static_cast<index_t>(bytes);
    }
    std::ranges::stable_sort(result.files, {}, removal_rank);
    return result;
}

std::vector<fs::path> entries_in_the_way(const fs::path& folder, const FileNames& names) {
    auto entries = entries_of(folder);
    std::erase_if(entries, [&](const fs::path& e) { return !names.hold(e.filename().string()); });
    return entries;
}

std::vector<fs::path> left_over_tmp(const fs::path& folder, const FileNames& names) {
    auto files = files_of(folder);
    std::erase_if(files, [&](const fs::path& f) {
        const std::string name = f.filename().string();
        return !name.ends_with(".tmp") || !names.hold(without_tmp(name));
    });
    return files;
}

} // namespace isotherm
