#pragma once

/// One snapshot: an HDF5 file that is a static VTKHDF ImageData whose points are the cell centres, with the program's
/// own group /simulation beside it. The axes of a grid fill x, y, z; a dataset has the grid's rank, x fastest.

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "solver/observe/run_view.hpp"

namespace isotherm {

/// All of a snapshot but the field. Entries of absent axes: one cell of 1 m.
struct SnapshotHead {
    int dim = 3;
    std::array<index_t, 3> cells{1, 1, 1};
    std::array<double, 3> origin{}, spacing{1, 1, 1}; ///< [m] first cell centre
    std::array<double, 3> lower{}, upper{};           ///< [m] corners of the domain
    double time = 0, dt = 0;                          ///< [s]
    index_t step = 0, snapshot = 0;
    double reference = 0; ///< T_0, what the solver's own field was stored relative to
    std::string program;  ///< name and version
    Precision precision = Precision::fp64;
    int deflate = 0; ///< 0: contiguous; 1 .. 9: chunked, shuffled, deflated
    std::vector<std::string> fields{"temperature"};
    std::string unit = "K";                          ///< of temperature
    bool thermal = true;                             ///< conductivities and joules; else diffusivities
    bool per_axis = false;                           ///< conductivity is a vector
    std::array<index_t, 3> first{}, stride{1, 1, 1}; ///< cells of the run that this one holds
    [[nodiscard]] index_t count() const { return cells[0] * cells[1] * cells[2]; }
};

/// Cells of the grid that an output holds.
struct OutputCells {
    std::array<index_t, 3> first{}, n{1, 1, 1}, stride{1, 1, 1};
};
OutputCells output_cells(const OutputRegion& region, const Grid& grid);

/// Name of a field in the file, its components and its unit.
struct StoredField {
    std::string name;
    int components = 1;
    std::string unit;
};
StoredField stored_field(const SnapshotHead& head, const std::string& field);

/// What the snapshot `number` of a run holds now, of its first output or of another.
SnapshotHead snapshot_head(const RunView& view, index_t number);
SnapshotHead snapshot_head(const RunView& view, index_t number, const OutputSpec& output);

/// Bytes of a file of an output without compression.
index_t predicted_snapshot_bytes(const CaseSpec& spec, const OutputSpec& output);
index_t predicted_snapshot_bytes(const CaseSpec& spec);

/// Writes the temperatures of `view` to `file`, atomically, through a buffer of at most 64 MiB. Throws IoError, with
/// everything as it was before, and NumericsError when a value is not finite: such a field is never written. At most
/// one thread at a time: the library is not made for more.
void write_snapshot(const std::filesystem::path& file, const SnapshotHead& head, const RunView& view);
/// The same of any `field` and effective case.
void write_snapshot(const std::filesystem::path& file, const SnapshotHead& head, const std::string& config,
                    FieldSource& field);

/// A snapshot opened for reading. Throws IoError that names the file when it is not a complete snapshot.
class SnapshotFile {
public:
    explicit SnapshotFile(const std::filesystem::path& file);
    ~SnapshotFile();
    SnapshotFile(SnapshotFile&&) noexcept;

    [[nodiscard]] const SnapshotHead& head() const { return head_; }
    [[nodiscard]] std::string config() const; ///< the effective case
    [[nodiscard]] std::string unit(const std::string& field) const;
    /// A box of a field, densely packed, x fastest. A vector's fields are its components: heat_flux.x, ...
    void read(const std::string& field, const CellBox& box, double* to) const;

private:
    struct Open;
    std::unique_ptr<Open> open_;
    SnapshotHead head_;
};

} // namespace isotherm
