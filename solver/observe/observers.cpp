#include "solver/observe/observers.hpp"

#include <array>

namespace isotherm {

std::span<const ObserverKind> observer_kinds() {
    // In the order of their calls: a line of a table speaks of no snapshot that could not be written (where a thread
    // writes them: of two at most), and the summary comes when all of them are there.
    static constexpr std::array<ObserverKind, 6> kinds = {{
        {"snapshots", make_snapshots},
        {"diagnostics", make_diagnostics},
        {"probes", make_probes},
        {"probe_files", make_probe_files},
        {"errors", make_errors},
        {"summary", make_summary},
    }};
    return kinds;
}

} // namespace isotherm
