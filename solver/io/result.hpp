#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "solver/io/snapshot.hpp"

namespace isotherm {

/// A result as it lies in its folder, finished or not.
struct Result {
    std::filesystem::path folder;
    std::string name;                             ///< NAME of its files
    std::vector<std::filesystem::path> snapshots; ///< in order, from the index
    std::vector<std::filesystem::path> tables;    ///< diagnostics.csv, probes.csv, errors.csv as far as there
    std::filesystem::path summary;                ///< empty where there is none: a run that goes on or was killed
};

/// Opens a result by its folder or by one of its indexes. Throws UsageError when there is none, or several in one
/// folder.
Result open_result(const std::filesystem::path& path);

/// Whether `path` is one snapshot file rather than a result.
bool is_snapshot_path(const std::filesystem::path& path);

} // namespace isotherm
