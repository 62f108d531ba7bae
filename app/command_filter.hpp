#pragma once

#include <optional>
#include <string>

#include "solver/io/array_file.hpp"
#include "solver/spec/case_spec.hpp"

namespace isotherm {

struct FilterOptions {
    std::string in, out;
    std::string kernel;              ///< as in "gaussian:sigma=2,truncate=3"
    std::string padding = "reflect"; ///< one word, or two with a comma
    std::string field = "temperature";
    std::string snapshot;            ///< a number, "all", or empty: all of a result
    std::string axis = "z";          ///< planes stand across it
    std::optional<ValueRange> range; ///< of pictures
    std::string method = "auto";
    bool flip = false, mask = false, overwrite = false;
    ComputeSpec compute; ///< backend, threads
};

/// Filters a field from a file to a file. Throws UsageError, ConfigError (kernel, padding), IoError, DeviceError.
int command_filter(const FilterOptions& options);

/// How both kinds of input are filtered and checked.
class FileFilter {
public:
    explicit FileFilter(const FilterOptions& options);

    /// `where` names file and dataset in errors; `may_lack_data`: the output may hold NaN.
    struct Result {
        Array array;
        std::array<index_t, 3> shift{};
    };
    Result run(const Array& in, const std::optional<std::array<double, 3>>& spacing, const std::string& where,
               bool may_lack_data);

private:
    FilterOptions options_;
    FilterSpec spec_;
    Device device_;
    bool told_ = false;
};

/// Snapshots and results (app/filter_results.cpp).
void filter_results(const FilterOptions& options, FileFilter& filter);

/// Throws UsageError when `path` is the input, or exists and may not be overwritten.
void require_free(const std::string& path, const FilterOptions& options);

} // namespace isotherm
