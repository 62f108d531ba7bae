#pragma once

#include "app/bench/sampling.hpp"
#include "app/bench/workload.hpp"

namespace isotherm::bench {

/// Our kernel and the plain triple loop on the same grid, walls and threads, measured in turns in one process.
struct NaiveComparison {
    std::string kernel;  ///< ours
    Samples ours;        ///< [cells/s]
    Samples naive_huge;  ///< [cells/s] the loop on huge pages, as ours
    Samples naive_plain; ///< [cells/s] the loop on pages of 4 kB
};

/// The case must be 2-D or 3-D, order 2 or 4, for a CPU.
NaiveComparison compare_with_naive(const CaseSpec& spec, const Device& device);

} // namespace isotherm::bench
