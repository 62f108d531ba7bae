#pragma once

#include <string>

namespace isotherm {

struct InfoOptions {
    std::string path;    ///< a snapshot, an index, or a result folder
    bool config = false; ///< also print the effective case
};

/// Prints what is in a snapshot or a result. Returns the exit code. Throws UsageError (nothing there, no result),
/// IoError (damaged or unreadable file).
int info_command(const InfoOptions& options);

} // namespace isotherm
