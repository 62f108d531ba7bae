#pragma once

/// The folder that a run writes into: what may be in it before, and what is put there first.

#include <filesystem>
#include <string>

#include "solver/spec/case_spec.hpp"

namespace isotherm {

/// NAME of the files of a run: the case's name, every character but [A-Za-z0-9._-] a `_`.
std::string file_stem(const std::string& case_name);

/// Where an output after the first goes: a folder of its name below that of the result.
std::filesystem::path output_folder(const CaseSpec& spec, const OutputSpec& output);

/// NAME_NNNNNN.vtkhdf, six digits or more.
std::string snapshot_name(const std::string& stem, index_t number);

/// Snapshots that a run of `steps` steps writes of an output: first, cadence, last.
index_t expected_snapshots(const CaseSpec& spec, const OutputSpec& output, index_t steps);
index_t expected_snapshots(const CaseSpec& spec, index_t steps);

/// Looks whether the run may write its result; changes nothing. Throws UsageError when the folder holds an isotherm
/// result (unless `overwrite`), a file of a name that the run would write, or the case file itself under such a name;
/// when more bytes are predicted than the disk has free; IoError when the folder cannot be written. Warns of more than
/// 10,000 snapshots.
void check_result_folder(const CaseSpec& spec, bool overwrite, index_t snapshots);

/// After the check and when nothing else can refuse the run: makes the folder, removes an earlier result (`overwrite`)
/// and left-over *.tmp of the same run, writes case.yaml and begins run.log. Throws IoError.
void begin_result_folder(const CaseSpec& spec, bool overwrite);

} // namespace isotherm
