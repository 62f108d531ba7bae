#pragma once

#include <string>

namespace isotherm {

struct DiffOptions {
    std::string a, b;          ///< two snapshots, or two results
    double rtol = 0, atol = 0; ///< |a - b| <= atol + rtol |b| counts as equal
};

/// Compares times, fields and tables and prints where and how much they differ. Returns 0 (they agree) or 1. Throws
/// UsageError (nothing there, no result), IoError (damaged or unreadable file).
int diff_command(const DiffOptions& options);

} // namespace isotherm
