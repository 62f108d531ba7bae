#pragma once

/// The folder that a run writes into: what may be in it before, and what is put there first.

#include "solver/io/file_names.hpp"

namespace isotherm {

/// Snapshots that a run of `steps` steps writes of an output: first, cadence, last.
index_t expected_snapshots(const CaseSpec& spec, const OutputSpec& output, index_t steps);
index_t expected_snapshots(const CaseSpec& spec, index_t steps);

/// Looks whether the run may write its result; changes nothing. Throws UsageError when the folder, or that of a further
/// output, holds an isotherm result (unless `overwrite`), a file of a name that the run would write, or the case file
/// itself or a file that it reads under such a name or in the earlier result;
/// when more bytes are predicted than the disk has free; IoError when the folder cannot be written. Warns of more than
/// 10,000 snapshots.
void check_result_folder(const CaseSpec& spec, bool overwrite, index_t snapshots);

/// After the check and when nothing else can refuse the run: makes the folder, removes an earlier result (`overwrite`)
/// and left-over *.tmp of the same run, writes case.yaml and begins run.log. Throws IoError.
void begin_result_folder(const CaseSpec& spec, bool overwrite);

} // namespace isotherm
