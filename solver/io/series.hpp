#pragma once

/// The two indexes of a time series: NAME.xdmf, which users open, and NAME.vtkhdf.series for ParaView 5.12 and newer.
/// Both name complete snapshots only, times strictly increasing.

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "solver/io/snapshot.hpp"

namespace isotherm {

struct SeriesEntry {
    std::string file; ///< bare name: the folder can be moved
    double time = 0;  ///< [s]
};

/// Text of NAME.xdmf; every snapshot has the grid, fields and precision of `head`.
std::string xdmf_text(const SnapshotHead& head, const std::vector<SeriesEntry>& entries);
std::string series_text(const std::vector<SeriesEntry>& entries);

/// Reads the entries of NAME.vtkhdf.series. Throws IoError.
std::vector<SeriesEntry> read_series(const std::filesystem::path& file);

/// Writes snapshots and keeps the indexes up to date: at most once a second while the run goes on, since their length
/// grows with every snapshot, and at the end.
class SeriesWriter {
public:
    SeriesWriter(std::filesystem::path folder, std::string stem) : folder_(std::move(folder)), stem_(std::move(stem)) {}

    /// Snapshot file first, then the indexes; of the run's first output, or of another. Throws IoError, NumericsError.
    void write(const RunView& view, const OutputSpec* output = nullptr);
    /// The same of a moment that is over: its head, the effective case and its captured field.
    void write(SnapshotHead head, const std::string& config, FieldSource& field);
    void finish(); ///< brings the indexes up to date

    [[nodiscard]] index_t count() const { return static_cast<index_t>(entries_.size()); }

private:
    using Seconds = std::chrono::steady_clock;
    void add(SnapshotHead head);
    void write_indexes();

    std::filesystem::path folder_;
    std::string stem_;
    SnapshotHead head_;
    std::vector<SeriesEntry> entries_;
    std::size_t indexed_ = 0;
    Seconds::time_point indexed_at_;
};

} // namespace isotherm
