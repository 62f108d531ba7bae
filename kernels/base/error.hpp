#pragma once

#include <stdexcept>
#include <string>

namespace isotherm {

/// What the process returns to its caller; the same numbers are in the documentation.
enum class ExitCode : int {
    done = 0,
    check_failed = 1,
    user_must_change = 2,
    numerics = 3,
    io = 4,
    device = 5,
    comm = 6,
    interrupted = 75,
};

/// The one family of errors. `what()` says what was being done, what went wrong, and the way out.
class Error : public std::runtime_error {
public:
    Error(ExitCode code, const std::string& what) : std::runtime_error(what), code_(code) {}
    [[nodiscard]] ExitCode exit_code() const noexcept { return code_; }

private:
    ExitCode code_;
};

/// The user must change the case or the command line, and no place in a file can be named.
struct UsageError : Error {
    explicit UsageError(const std::string& what) : Error(ExitCode::user_must_change, what) {}
};
/// NaN, infinity or divergence during a run.
struct NumericsError : Error {
    explicit NumericsError(const std::string& what) : Error(ExitCode::numerics, what) {}
};
/// The operating system refused: unwritable folder, full disk, damaged file.
struct IoError : Error {
    explicit IoError(const std::string& what) : Error(ExitCode::io, what) {}
};
/// No usable device, or the device failed.
struct DeviceError : Error {
    explicit DeviceError(const std::string& what) : Error(ExitCode::device, what) {}
};

} // namespace isotherm
