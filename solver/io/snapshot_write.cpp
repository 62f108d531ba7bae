#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include <fcntl.h>

#include <fmt/format.h>

#include "kernels/base/error.hpp"
#include "solver/io/atomic_file.hpp"
#include "solver/io/hdf5.hpp"
#include "solver/io/snapshot.hpp"
#include "solver/observe/derived.hpp"

namespace isotherm {

static_assert(std::endian::native == std::endian::little, "the buffer is written as it lies in memory");

using hdf5::check;
using hdf5::Handle;
using hdf5::write_attribute;

namespace {

constexpr index_t staging_bytes = index_t{16} << 20; ///< large enough for the disk, small beside any field
constexpr index_t chunk_bytes = index_t{2} << 20;

/// z, y, x -> extents of a dataset of rank `dim`.
std::vector<hsize_t> dataset_shape(int dim, const std::array<index_t, 3>& n) {
    std::vector<hsize_t> shape;
    for (int axis = dim - 1; axis >= 0; --axis) shape.push_back(static_cast<hsize_t>(n[axis]));
    return shape;
}

/// Chunks of about 2 MiB: whole planes where they fit, else whole rows, else pieces of a row.
std::array<index_t, 3> chunk_of(const SnapshotHead& head) {
    const index_t most = chunk_bytes / size_of(head.precision);
    std::array<index_t, 3> chunk = head.cells;
    index_t below = 1; // cells of one layer of the axis
    for (int axis = 0; axis < 3; ++axis) {
        chunk[axis] = std::clamp<index_t>(most / below, 1, head.cells[axis]);
        below *= head.cells[axis];
    }
    return chunk;
}

Handle dataset_properties(const SnapshotHead& head, int components) {
    Handle dcpl(check(H5Pcreate(H5P_DATASET_CREATE), "make dataset properties"), H5Pclose);
    check(H5Pset_fill_time(dcpl.get(), H5D_FILL_TIME_NEVER), "set the fill time");
    if (head.deflate > 0) {
        auto chunk = dataset_shape(head.dim, chunk_of(head));
        if (components > 1) chunk.push_back(static_cast<hsize_t>(components));
        check(H5Pset_chunk(dcpl.get(), static_cast<int>(chunk.size()), chunk.data()), "set the chunks");
        check(H5Pset_shuffle(dcpl.get()), "set the shuffle filter");
        check(H5Pset_deflate(dcpl.get(), static_cast<unsigned>(head.deflate)), "set the deflate filter");
    }
    return dcpl;
}

/// Cells that pass through the buffer at once: a whole number of chunks, so that each is compressed once.
index_t staging_cells(const SnapshotHead& head) {
    const index_t most = staging_bytes / size_of(head.precision);
    if (head.deflate == 0) return most;
    const auto chunk = chunk_of(head);
    const index_t cells = chunk[0] * chunk[1] * chunk[2];
    return most / cells * cells;
}

template <class Real>
bool all_finite(const Real* values, index_t count) {
    using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
    constexpr Bits exponent = std::bit_cast<Bits>(std::numeric_limits<Real>::infinity()); // all ones: not finite
    Bits found = 0;
#pragma omp simd reduction(| : found)
    for (index_t n = 0; n < count; ++n)
        found |= static_cast<Bits>((std::bit_cast<Bits>(values[n]) & exponent) == exponent);
    return found == 0;
}

template <class Real>
void require_finite(const Real* values, const CellBox& box, const SnapshotHead& head) {
    const index_t count = box.cells();
    if (all_finite(values, count)) return;
    const index_t n = std::find_if(values, values + count, [](Real v) { return !std::isfinite(v); }) - values;
    const index_t i = box.lo[0] + n % box.n(0), j = box.lo[1] + n / box.n(0) % box.n(1);
    const index_t k = box.lo[2] + n / box.n(0) / box.n(1);
    throw NumericsError(fmt::format(
        "the temperature of cell ({}, {}, {}) is {} at step {}, t = {:.9g} s: such a field is "
        "not written; the last good snapshot is kept{}",
        i, j, k, values[n], head.step, head.time, sizeof(Real) == 4 ? " (or a value does not fit into fp32)" : ""));
}

/// Lets the disk work on what was written while the next slab is made; the final fsync then waits less.
void begin_writeback([[maybe_unused]] hid_t dataset) {
#ifdef SYNC_FILE_RANGE_WRITE
    const Handle file(H5Iget_file_id(dataset), H5Fclose);
    void* descriptor = nullptr;
    if (H5Fget_vfd_handle(file.get(), H5P_DEFAULT, &descriptor) < 0) return;
    ::sync_file_range(*static_cast<int*>(descriptor), 0, 0, SYNC_FILE_RANGE_WRITE); // only a hint: failure is harmless
#endif
}

template <class Real>
void write_slab(hid_t dataset, hid_t file_space, const SnapshotHead& head, const CellBox& box, const Real* values,
                int components = 1) {
    auto start = dataset_shape(head.dim, box.lo);
    auto count = dataset_shape(head.dim, {box.n(0), box.n(1), box.n(2)});
    if (components > 1) start.push_back(0), count.push_back(static_cast<hsize_t>(components));
    check(H5Sselect_hyperslab(file_space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr),
          "select a slab");
    const hsize_t dense = static_cast<hsize_t>(box.cells() * components);
    const Handle memory(check(H5Screate_simple(1, &dense, nullptr), "describe a slab"), H5Sclose);
    check(H5Dwrite(dataset, hdf5::memory_type<Real>(), memory.get(), file_space, H5P_DEFAULT, values),
          "write the field");
    begin_writeback(dataset);
}

Grid grid_of(const SnapshotHead& head) { return Grid({head.dim, head.cells, head.spacing, head.lower}); }

template <class Real>
void write_field(hid_t dataset, const SnapshotHead& head, FieldSource& field) {
    const Handle file_space(check(H5Dget_space(dataset), "describe a dataset"), H5Sclose);
    const index_t most = std::min(staging_cells(head), head.count());
    const auto buffer = std::make_unique_for_overwrite<Real[]>(static_cast<std::size_t>(most));
    field.read_slabs(slabs(grid_of(head), most), buffer.get(), head.precision, [&](const CellBox& box) {
        require_finite(buffer.get(), box, head);
        write_slab(dataset, file_space.get(), head, box, buffer.get());
    });
}

/// The field of a run that stands still, or some of its cells.
class FieldNow : public FieldSource {
public:
    FieldNow(const RunView& view, const SnapshotHead& head) : view_(view), first_(head.first), stride_(head.stride) {}
    void read_slabs(std::span<const CellBox> boxes, void* buffer, Precision precision, const Use& use) override {
        for (const CellBox& box : boxes) {
            const CellBox whole = of_run(box);
            if (whole.cells() == box.cells()) {
                view_.read(whole, buffer, precision);
            } else if (precision == Precision::fp32) {
                pick(box, whole, 1, static_cast<float*>(buffer),
                     [&](float* all) { view_.read(whole, all, Precision::fp32); });
            } else {
                pick(box, whole, 1, static_cast<double*>(buffer),
                     [&](double* all) { view_.read(whole, all, Precision::fp64); });
            }
            use(box);
        }
    }
    void read_field(std::string_view name, const CellBox& box, double* to) override {
        const CellBox whole = of_run(box);
        if (whole.cells() == box.cells()) return view_.read_field(name, whole, to);
        pick(box, whole, components_, to, [&](double* all) { view_.read_field(name, whole, all); });
    }
    void set_components(int components) { components_ = components; }

private:
    [[nodiscard]] CellBox of_run(const CellBox& box) const {
        CellBox whole;
        for (std::size_t d = 0; d < 3; ++d) {
            whole.lo[d] = first_[d] + box.lo[d] * stride_[d];
            whole.hi[d] = first_[d] + (box.hi[d] - 1) * stride_[d] + 1;
        }
        return whole;
    }
    /// Every stride-th cell of what `read` gives of the whole box.
    template <class Real, class Read>
    void pick(const CellBox& box, const CellBox& whole, int components, Real* to, Read&& read) {
        std::vector<Real> all(static_cast<std::size_t>(whole.cells() * components));
        read(all.data());
        for (index_t k = 0; k < box.n(2); ++k)
            for (index_t j = 0; j < box.n(1); ++j)
                for (index_t i = 0; i < box.n(0); ++i) {
                    const index_t cell = i * stride_[0] + whole.n(0) * (j * stride_[1] + whole.n(1) * (k * stride_[2]));
                    for (int c = 0; c < components; ++c) *to++ = all[static_cast<std::size_t>(cell * components + c)];
                }
    }
    const RunView& view_;
    std::array<index_t, 3> first_, stride_;
    int components_ = 1;
};

void write_image_head(hid_t vtkhdf, const SnapshotHead& head) {
    const Handle type = hdf5::string_type(9);
    write_attribute(vtkhdf, "Type", type.get(), type.get(), {}, "ImageData");
    write_attribute(vtkhdf, "Version", std::array<std::int64_t, 2>{1, 0});
    const auto& n = head.cells;
    write_attribute(vtkhdf, "WholeExtent", std::array<std::int64_t, 6>{0, n[0] - 1, 0, n[1] - 1, 0, n[2] - 1});
    write_attribute(vtkhdf, "Origin", head.origin);
    write_attribute(vtkhdf, "Spacing", head.spacing);
    write_attribute(vtkhdf, "Direction", std::array<double, 9>{1, 0, 0, 0, 1, 0, 0, 0, 1});
}

/// A dataset of one field among the points; `space` afterwards describes it in the file.
Handle make_dataset(hid_t points, const SnapshotHead& head, const StoredField& stored) {
    auto shape = dataset_shape(head.dim, head.cells);
    if (stored.components > 1) shape.push_back(static_cast<hsize_t>(stored.components));
    const auto rank = static_cast<int>(shape.size());
    const Handle space(check(H5Screate_simple(rank, shape.data(), nullptr), "describe the field"), H5Sclose);
    const Handle properties = dataset_properties(head, stored.components);
    const hid_t id =
        H5Dcreate2(points, stored.name.c_str(), head.precision == Precision::fp32 ? H5T_IEEE_F32LE : H5T_IEEE_F64LE,
                   space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT);
    Handle dataset(check(id, "create the field's dataset"), H5Dclose);
    write_attribute(dataset.get(), "units", std::string_view(stored.unit));
    return dataset;
}

/// A field other than the temperature.
template <class Real>
void write_other(hid_t dataset, const SnapshotHead& head, const std::string& name, int components, FieldSource& field) {
    const Handle file_space(check(H5Dget_space(dataset), "describe the field"), H5Sclose);
    const index_t most = std::max<index_t>(1, staging_cells(head) / 4);
    std::vector<double> values;
    std::vector<Real> stored;
    for (const CellBox& box : slabs(grid_of(head), most)) {
        values.resize(static_cast<std::size_t>(box.cells() * components));
        field.read_field(name, box, values.data());
        stored.assign(values.begin(), values.end());
        if (!all_finite(stored.data(), static_cast<index_t>(stored.size())))
            throw NumericsError(fmt::format("{} is not finite somewhere at step {}, t = {:.9g} s: not written", name,
                                            head.step, head.time));
        write_slab(dataset, file_space.get(), head, box, stored.data(), components);
    }
}

void write_fields(hid_t vtkhdf, const SnapshotHead& head, FieldSource& field) {
    const Handle points = hdf5::make_group(vtkhdf, "PointData");
    const bool single = head.precision == Precision::fp32;
    for (const std::string& name : head.fields) {
        const StoredField stored = stored_field(head, name);
        const Handle dataset = make_dataset(points.get(), head, stored);
        auto* const now = dynamic_cast<FieldNow*>(&field);
        if (now != nullptr) now->set_components(stored.components);
        if (now != nullptr && name != "temperature") {
            if (single) write_other<float>(dataset.get(), head, name, stored.components, field);
            else write_other<double>(dataset.get(), head, name, stored.components, field);
        } else if (single) write_field<float>(dataset.get(), head, field);
        else write_field<double>(dataset.get(), head, field);
    }
}

void write_simulation(hid_t file, const SnapshotHead& head, const std::string& config) {
    const Handle group = hdf5::make_group(file, "simulation");
    const hid_t g = group.get();
    write_attribute(g, "format_version", std::int32_t{1});
    write_attribute(g, "program", std::string_view(head.program));
    write_attribute(g, "time", head.time);
    write_attribute(g, "step", head.step);
    write_attribute(g, "snapshot", head.snapshot);
    write_attribute(g, "dt", head.dt);
    write_attribute(g, "dim", std::int32_t{head.dim});
    write_attribute(g, "cells", head.cells);
    write_attribute(g, "lower", head.lower);
    write_attribute(g, "upper", head.upper);
    write_attribute(g, "reference_temperature", head.reference);
    hdf5::write_text(g, "config", config);
    write_attribute(g, "complete", std::int32_t{1}); // last: a file without it was not finished
}

} // namespace

OutputCells output_cells(const OutputRegion& region, const Grid& grid) {
    OutputCells cells;
    for (std::size_t d = 0; d < 3; ++d) {
        index_t lo = 0, hi = grid.n[d];
        const auto cell_at = [&](double x) { return (x - grid.lower[d]) / grid.h[d]; };
        if (d < static_cast<std::size_t>(grid.dim) && region.at[d]) {
            lo = std::clamp<index_t>(static_cast<index_t>(std::floor(cell_at(*region.at[d]))), 0, grid.n[d] - 1);
            hi = lo + 1;
        } else if (d < static_cast<std::size_t>(grid.dim) && region.range[d]) {
            // Cells whose centres lie between the ends, ends included.
            const double below = cell_at((*region.range[d])[0]) - 0.5, above = cell_at((*region.range[d])[1]) - 0.5;
            lo = static_cast<index_t>(std::clamp(std::ceil(below - 1e-9), 0.0, static_cast<double>(grid.n[d])));
            hi = static_cast<index_t>(std::clamp(std::floor(above + 1e-9) + 1, 0.0, static_cast<double>(grid.n[d])));
        }
        cells.first[d] = lo;
        cells.stride[d] = region.stride[d];
        cells.n[d] = hi > lo ? (hi - lo - 1) / region.stride[d] + 1 : 0;
    }
    return cells;
}

StoredField stored_field(const SnapshotHead& head, const std::string& field) {
    if (field == "heat_flux") return {field, 3, head.thermal ? "W/m^2" : head.unit + " m/s"};
    if (field == "conductivity")
        return {head.thermal ? field : "diffusivity", head.per_axis ? 3 : 1, head.thermal ? "W/(m K)" : "m^2/s"};
    if (field == "source") return {field, 1, head.thermal ? "W/m^3" : head.unit + "/s"};
    return {field, 1, head.unit};
}

SnapshotHead snapshot_head(const RunView& view, index_t number) {
    return snapshot_head(view, number, view.spec().output);
}

SnapshotHead snapshot_head(const RunView& view, index_t number, const OutputSpec& output) {
    const Grid& grid = view.grid();
    const CaseSpec& spec = view.spec();
    const OutputCells cells = output_cells(output.region, grid);
    SnapshotHead head;
    head.dim = grid.dim;
    head.cells = cells.n;
    head.first = cells.first;
    head.stride = cells.stride;
    head.origin = grid.centre(cells.first[0], cells.first[1], cells.first[2]);
    for (std::size_t d = 0; d < 3; ++d) head.spacing[d] = grid.h[d] * static_cast<double>(cells.stride[d]);
    head.lower = grid.lower;
    head.upper = {grid.upper(0), grid.upper(1), grid.upper(2)};
    head.time = view.clock().time;
    head.dt = view.clock().dt;
    head.step = view.clock().step;
    head.snapshot = number;
    head.reference = view.facts().reference;
    head.program = view.facts().version;
    head.precision = output.precision.value_or(spec.compute.precision);
    head.deflate = output.deflate;
    head.fields = output.fields;
    head.unit = spec.temperature_unit;
    head.thermal = spec.material.thermal;
    head.per_axis = has_vector_conductivity(spec);
    return head;
}

index_t predicted_snapshot_bytes(const CaseSpec& spec, const OutputSpec& output) {
    const OutputCells cells = output_cells(output.region, Grid(spec.grid));
    const index_t head = index_t{16} << 10;
    index_t numbers = 0;
    for (const std::string& field : output.fields) numbers += field == "heat_flux" ? 3 : 1;
    return cells.n[0] * cells.n[1] * cells.n[2] * numbers * size_of(output.precision.value_or(spec.compute.precision)) +
           head + static_cast<index_t>(spec.effective_yaml.size());
}

index_t predicted_snapshot_bytes(const CaseSpec& spec) { return predicted_snapshot_bytes(spec, spec.output); }

void write_snapshot(const std::filesystem::path& path, const SnapshotHead& head, const std::string& config,
                    FieldSource& field) {
    write_atomically(path, [&](const std::string& tmp) {
        hdf5::File file = hdf5::File::create(tmp);
        {
            const Handle vtkhdf = hdf5::make_group(file.id.get(), "VTKHDF");
            write_image_head(vtkhdf.get(), head);
            write_fields(vtkhdf.get(), head, field);
        }
        write_simulation(file.id.get(), head, config);
        file.close();
    });
}

void write_snapshot(const std::filesystem::path& path, const SnapshotHead& head, const RunView& view) {
    FieldNow field(view, head);
    write_snapshot(path, head, view.spec().effective_yaml, field);
}

} // namespace isotherm
