#pragma once

/// The makers that the observers table names; each in the file of its name.

#include "solver/observe/observer.hpp"

namespace isotherm {

std::unique_ptr<Observer> make_snapshots(const CaseSpec& spec);   ///< NAME_NNNNNN.vtkhdf and the indexes
std::unique_ptr<Observer> make_diagnostics(const CaseSpec& spec); ///< diagnostics.csv
std::unique_ptr<Observer> make_probes(const CaseSpec& spec);      ///< probes.csv
std::unique_ptr<Observer> make_probe_files(const CaseSpec& spec); ///< NAME.csv of lines and planes
std::unique_ptr<Observer> make_errors(const CaseSpec& spec);      ///< errors.csv and the log
std::unique_ptr<Observer> make_summary(const CaseSpec& spec);     ///< summary.json

} // namespace isotherm
