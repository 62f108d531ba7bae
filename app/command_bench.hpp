#pragma once

#include "app/bench/bench.hpp"

namespace isotherm {

/// Measures what the options ask for and prints the table; exit code 1 when a kernel's bits differ from the reference.
/// Throws UsageError, DeviceError, IoError.
int command_bench(const bench::Options& options);

} // namespace isotherm
