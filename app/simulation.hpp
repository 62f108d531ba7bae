#pragma once

#include <optional>
#include <string>

#include "solver/spec/case_spec.hpp"

namespace isotherm {

/// What the command line says about a run beyond the case itself.
struct RunOptions {
    std::string progress = "auto"; ///< auto, bar, plain, none
    bool overwrite = false;
    std::optional<index_t> steps_per_pass{}; ///< as if the kernel took so many, neither more nor fewer; for tests
};

/// Runs a checked case to its end: allocates, steps, writes. Returns the exit code (0; 130 or 143 after INT or TERM).
/// Throws the Error family.
int run_case(const CaseSpec& spec, const RunOptions& options);

/// The device that `compute.backend` asks for. Throws DeviceError when it asks for a GPU that is not there.
Device choose_device(const ComputeSpec& compute);

} // namespace isotherm
