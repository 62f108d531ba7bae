#pragma once

namespace isotherm {

/// The program: parses the command line, runs the command, prints errors of the Error family to standard error.
/// Returns the exit code.
int run_cli(int argc, char** argv);

} // namespace isotherm
