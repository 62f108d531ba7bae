#include <fmt/format.h>

#include "kernels/base/error.hpp"
#include "solver/io/hdf5.hpp"
#include "solver/io/snapshot.hpp"

namespace isotherm {

using hdf5::check;
using hdf5::Handle;
using hdf5::read_attribute;
using hdf5::read_attributes;

struct SnapshotFile::Open {
    hdf5::File file;
};

namespace {

/// What a vector's name ends with to mean one of its components.
constexpr const char* component_names[] = {".x", ".y", ".z"};

/// The dataset that a field lies in, and its component; -1: all of it.
std::pair<std::string, int> dataset_of(const std::string& field) {
    for (int c = 0; c < 3; ++c)
        if (field.ends_with(component_names[c])) return {field.substr(0, field.size() - 2), c};
    return {field, -1};
}

int rank_of(hid_t points, const std::string& field) {
    const Handle dataset(check(H5Dopen2(points, field.c_str(), H5P_DEFAULT), "open field " + field), H5Dclose);
    const Handle space(check(H5Dget_space(dataset.get()), "read the shape of " + field), H5Sclose);
    return H5Sget_simple_extent_ndims(space.get());
}

void read_storage(hid_t points, const std::string& field, SnapshotHead& head) {
    const Handle dataset(check(H5Dopen2(points, field.c_str(), H5P_DEFAULT), "open field " + field), H5Dclose);
    const Handle type(check(H5Dget_type(dataset.get()), "read the type of " + field), H5Tclose);
    head.precision = H5Tget_size(type.get()) == 4 ? Precision::fp32 : Precision::fp64;
    if (field == "temperature") head.unit = hdf5::read_text(dataset.get(), "units");
    const Handle dcpl(check(H5Dget_create_plist(dataset.get()), "read the layout of " + field), H5Pclose);
    unsigned flags = 0, level = 0;
    std::size_t count = 1;
    if (H5Pget_filter_by_id2(dcpl.get(), H5Z_FILTER_DEFLATE, &flags, &count, &level, 0, nullptr, nullptr) >= 0)
        head.deflate = static_cast<int>(level);
    H5Eclear2(H5E_DEFAULT);
}

SnapshotHead read_head(hid_t file) {
    if (!hdf5::exists(file, "/VTKHDF/PointData") || !hdf5::exists(file, "/simulation"))
        throw IoError("it is not a snapshot of isotherm");
    const Handle simulation = hdf5::open_object(file, "/simulation");
    const hid_t s = simulation.get();
    if (H5Aexists(s, "complete") <= 0 || read_attribute<std::int32_t>(s, "complete") != 1)
        throw IoError("it was not finished");
    if (const auto version = read_attribute<std::int32_t>(s, "format_version"); version != 1)
        throw IoError(fmt::format("its format version is {}, and this program reads 1", version));
    SnapshotHead head;
    head.dim = read_attribute<std::int32_t>(s, "dim");
    head.cells = read_attributes<std::int64_t, 3>(s, "cells");
    head.lower = read_attributes<double, 3>(s, "lower");
    head.upper = read_attributes<double, 3>(s, "upper");
    head.time = read_attribute<double>(s, "time");
    head.dt = read_attribute<double>(s, "dt");
    head.step = read_attribute<std::int64_t>(s, "step");
    head.snapshot = read_attribute<std::int64_t>(s, "snapshot");
    head.reference = read_attribute<double>(s, "reference_temperature");
    head.program = hdf5::read_text(s, "program");
    const Handle image = hdf5::open_object(file, "/VTKHDF");
    head.origin = read_attributes<double, 3>(image.get(), "Origin");
    head.spacing = read_attributes<double, 3>(image.get(), "Spacing");
    const Handle points = hdf5::open_object(file, "/VTKHDF/PointData");
    head.fields.clear();
    for (const std::string& field : hdf5::children(points.get())) {
        read_storage(points.get(), field, head);
        if (rank_of(points.get(), field) == head.dim) head.fields.push_back(field);
        else
            for (const char* axis : component_names) head.fields.push_back(field + axis);
    }
    if (head.dim < 1 || head.dim > 3 || head.count() < 1) throw IoError("its grid makes no sense");
    return head;
}

} // namespace

SnapshotFile::SnapshotFile(const std::filesystem::path& path) try
    : open_(std::make_unique<Open>(hdf5::File::open(path.string()))), head_(read_head(open_->file.id.get())) {
} catch (const IoError& e) {
    throw IoError(fmt::format("cannot read {}: {}", path.string(), e.what()));
}

SnapshotFile::~SnapshotFile() = default;
SnapshotFile::SnapshotFile(SnapshotFile&&) noexcept = default;

std::string SnapshotFile::config() const { return hdf5::read_text_dataset(open_->file.id.get(), "/simulation/config"); }

std::string SnapshotFile::unit(const std::string& field) const {
    const std::string name = "/VTKHDF/PointData/" + dataset_of(field).first;
    const Handle dataset(check(H5Dopen2(open_->file.id.get(), name.c_str(), H5P_DEFAULT), "open " + name), H5Dclose);
    return hdf5::read_text(dataset.get(), "units");
}

void SnapshotFile::read(const std::string& field, const CellBox& box, double* to) const {
    const std::string doing = fmt::format("read {} of {}", field, open_->file.path);
    const auto [vector, component] = dataset_of(field);
    const std::string name = "/VTKHDF/PointData/" + vector;
    const Handle dataset(check(H5Dopen2(open_->file.id.get(), name.c_str(), H5P_DEFAULT), doing), H5Dclose);
    const Handle space(check(H5Dget_space(dataset.get()), doing), H5Sclose);
    std::vector<hsize_t> start, count;
    for (int axis = head_.dim - 1; axis >= 0; --axis) {
        start.push_back(static_cast<hsize_t>(box.lo[axis]));
        count.push_back(static_cast<hsize_t>(box.n(axis)));
    }
    if (component >= 0) start.push_back(static_cast<hsize_t>(component)), count.push_back(1);
    if (H5Sget_simple_extent_ndims(space.get()) != static_cast<int>(start.size()))
        throw IoError(fmt::format("cannot {}: its rank is not that of the grid", doing));
    check(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr), doing);
    const hsize_t dense = static_cast<hsize_t>(box.cells());
    const Handle memory(check(H5Screate_simple(1, &dense, nullptr), doing), H5Sclose);
    check(H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, memory.get(), space.get(), H5P_DEFAULT, to), doing);
}

} // namespace isotherm
