#include "solver/io/result.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/base/error.hpp"
#include "solver/io/series.hpp"

namespace isotherm {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view series_ending = ".vtkhdf.series";

/// The one NAME.vtkhdf.series that `path` (folder or index) means.
fs::path series_of(const fs::path& path) {
    const std::string text = path.string();
    if (text.ends_with(series_ending)) return path;
    if (text.ends_with(".xdmf")) return text.substr(0, text.size() - 5) + std::string(series_ending);
    std::error_code failed;
    if (!fs::is_directory(path, failed))
        throw UsageError(fmt::format(
            "{} is neither a snapshot (.vtkhdf), an index (.xdmf, .vtkhdf.series) nor a result folder", text));
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(path, failed))
        if (entry.path().string().ends_with(series_ending)) found.push_back(entry.path());
    if (failed) throw IoError(fmt::format("cannot list the folder {}: {}", text, failed.message()));
    if (found.empty()) throw UsageError(fmt::format("{} holds no result of isotherm (no NAME.vtkhdf.series)", text));
    if (found.size() > 1)
        throw UsageError(fmt::format("{} holds {} results; name the .xdmf of one of them", text, found.size()));
    return found.front();
}

} // namespace

Result open_result(const fs::path& path) {
    if (!fs::exists(path)) throw UsageError(path.string() + " does not exist");
    const fs::path series = series_of(path);
    Result result;
    result.folder = series.has_parent_path() ? series.parent_path() : ".";
    const std::string name = series.filename().string();
    result.name = name.substr(0, name.size() - series_ending.size());
    for (const SeriesEntry& entry : read_series(series)) result.snapshots.push_back(result.folder / entry.file);
    for (const char* table : {"diagnostics.csv", "probes.csv", "errors.csv"})
        if (fs::exists(result.folder / table)) result.tables.push_back(result.folder / table);
    if (fs::exists(result.folder / "summary.json")) result.summary = result.folder / "summary.json";
    return result;
}

bool is_snapshot_path(const fs::path& path) {
    const std::string ending = path.extension().string();
    return fs::is_regular_file(path) && (ending == ".vtkhdf" || ending == ".h5" || ending == ".hdf");
}

} // namespace isotherm
