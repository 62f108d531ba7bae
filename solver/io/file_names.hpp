#pragma once

/// The names of the files that a run makes, told once: for who writes them, and for who refuses, recognises or removes
/// what has such a name.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "solver/spec/case_spec.hpp"

namespace isotherm {

/// NAME of the files of a run: the case's name, every character but [A-Za-z0-9._-] a `_`.
std::string file_stem(const std::string& case_name);

/// NAME_NNNNNN.vtkhdf, six digits or more.
std::string snapshot_name(const std::string& stem, index_t number);

/// The file of a probe that has one of its own, a line or a plane; empty for the others, which share probes.csv.
std::string own_file(const ProbeSpec& probe);

/// Where an output after the first goes: a folder of its name below that of the result.
std::filesystem::path output_folder(const CaseSpec& spec, const OutputSpec& output);

/// The names of a run's files in one folder.
struct FileNames {
    std::string stem;                ///< NAME of snapshots, indexes and checkpoints
    std::vector<std::string> others; ///< tables, logs
    [[nodiscard]] bool hold(std::string_view name) const;
};

/// What every run may write beside its snapshots, whatever its case.
std::vector<std::string> fixed_names();
FileNames names_in_result(const CaseSpec& spec);
FileNames names_in_output_folder(const CaseSpec& spec);

/// NAME of NAME_NNNNNN.vtkhdf; empty where the name is none of a snapshot.
std::string stem_of_snapshot(std::string_view name);

/// What a FILE.tmp will be called; any other name as it is.
std::string_view without_tmp(std::string_view name);

} // namespace isotherm
