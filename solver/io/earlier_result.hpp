#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/view.hpp"

namespace isotherm {

/// How run.log begins, the case's stem behind it: by this line a folder is known to hold a result.
inline constexpr std::string_view log_mark = "isotherm: run of case ";

/// Whether a run whose files are called `stem` writes a file of this name.
bool is_name_of_run(std::string_view name, std::string_view stem);

/// The files of isotherm results in a folder, indexes first (they must not outlive what they name) and run.log last.
struct EarlierResult {
    std::vector<std::filesystem::path> files;
    std::vector<std::string> stems; ///< of the cases; empty where there is no result
    index_t bytes = 0;
};

/// Recognises results by run.log or by snapshots that say that isotherm wrote them. An absent folder holds none.
EarlierResult find_earlier_result(const std::filesystem::path& folder);

/// Files in the folder whose names, or names with .tmp, a run called `stem` would write.
std::vector<std::filesystem::path> files_in_the_way(const std::filesystem::path& folder, std::string_view stem);
std::vector<std::filesystem::path> left_over_tmp(const std::filesystem::path& folder, std::string_view stem);

} // namespace isotherm
