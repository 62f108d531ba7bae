#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "solver/io/file_names.hpp"

namespace isotherm {

/// How run.log begins, the case's stem behind it: by this line a folder is known to hold a result.
inline constexpr std::string_view log_mark = "isotherm: run of case ";
/// The lines after it, a name behind each: files that not every run writes, and folders of further outputs, with a
/// slash.
inline constexpr std::string_view log_names_mark = "isotherm: it writes ";

/// The files of isotherm results in a folder, indexes first (they must not outlive what they name) and run.log last.
struct EarlierResult {
    std::vector<std::filesystem::path> files;
    std::vector<std::string> stems;   ///< of the cases; empty where there is no result
    std::vector<std::string> outputs; ///< names of the folders of their further outputs, as run.log has them
    index_t bytes = 0;
    std::filesystem::path folder; ///< of the first of them

    /// Takes the files of another folder in.
    void add(const EarlierResult& other);
};

/// Recognises results by run.log or by snapshots that say that isotherm wrote them. An absent folder holds none. What
/// is not named in a run.log and has a name that any run writes (`unlogged`) is taken for theirs.
EarlierResult find_earlier_result(const std::filesystem::path& folder, const std::vector<std::string>& unlogged);

/// What in the folder has a name that the run would write.
std::vector<std::filesystem::path> entries_in_the_way(const std::filesystem::path& folder, const FileNames& names);
/// Files that have such names with .tmp.
std::vector<std::filesystem::path> left_over_tmp(const std::filesystem::path& folder, const FileNames& names);

} // namespace isotherm
