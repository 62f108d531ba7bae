#pragma once

/// What a run of a case would do, without allocating a field of its size: for `isotherm check` and for refusing a run
/// before it starts.

#include <string>
#include <vector>

#include "solver/operator/diffusion.hpp"
#include "solver/time/schedule.hpp"

namespace isotherm {

struct RunPlan {
    std::string integrator, kernel, backend, device;
    std::string cut; ///< how the kernel cuts the grid; empty: it has no choice
    int threads = 1;
    StepLimits limits; ///< [s]
    double dt_max = 0; ///< [s]
    double steps = 0;  ///< of the whole run
    double stages = 1; ///< sweeps per step
    index_t snapshots = 0;
    index_t memory = 0;      ///< [bytes] fields and walls
    index_t memory_free = 0; ///< [bytes]
    double disk = 0;         ///< [bytes] snapshots before compression; too many for an integer are refused later
    std::vector<std::string> warnings;
};

/// Throws UsageError (step above the limit, unknown kernel) and DeviceError.
RunPlan make_plan(const CaseSpec& spec, const Device& device);

/// Throws UsageError that names needed and free bytes when the plan's memory is not there.
void require_memory(const RunPlan& plan);

/// Seconds that the plan would take on this machine, from a calibration of at most 0.3 s on a small grid.
double estimate_seconds(const CaseSpec& spec, const RunPlan& plan, const Device& device);

/// The summary that `isotherm check` prints for a case without errors.
std::string describe_run(const CaseSpec& spec, bool with_time);

} // namespace isotherm
