#include "solver/io/field_file.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/base/error.hpp"
#include "solver/io/array_file.hpp"
#include "solver/io/hdf5.hpp"
#include "solver/io/snapshot.hpp"

namespace isotherm {
namespace {

constexpr double kelvin = 273.15;

std::string shape_text(const std::vector<index_t>& shape) { return fmt::format("({})", fmt::join(shape, ", ")); }

/// (nz, ny, nx), (ny, nx) or (nx).
std::vector<index_t> shape_of(const Grid& grid) {
    std::vector<index_t> shape;
    for (int axis = grid.dim - 1; axis >= 0; --axis) shape.push_back(grid.n[static_cast<std::size_t>(axis)]);
    return shape;
}

void require_shape(const std::string& path, const std::vector<index_t>& shape, const Grid& grid) {
    if (shape == shape_of(grid)) return;
    std::vector<std::string> names;
    for (int axis = grid.dim - 1; axis >= 0; --axis)
        names.push_back(std::string("n") + grid.names[static_cast<std::size_t>(axis)]);
    throw UsageError(
        fmt::format("{} has the shape {}, and the grid ({}) = {}; a file has the grid's shape, the slowest "
                    "axis first",
                    path, shape_text(shape), fmt::join(names, ", "), shape_text(shape_of(grid))));
}

bool is_hdf5(const std::string& path) {
    const auto ends = [&](const char* ending) { return path.ends_with(ending); };
    return ends(".h5") || ends(".hdf5") || ends(".vtkhdf") || ends(".he5") || ends(".hdf");
}

/// A dataset of an HDF5 file. Throws before any memory is asked for when its shape is not that of the grid.
std::vector<double> read_dataset(const std::string& path, const std::string& name, const Grid& grid) {
    const hdf5::File file = hdf5::File::open(path);
    if (name.empty())
        throw UsageError(path + " is no snapshot of isotherm: say with `dataset` which of its datasets is meant");
    if (!hdf5::exists(file.id.get(), name[0] == '/' ? name : "/" + name))
        throw UsageError(path + " has no dataset '" + name + "'");
    const std::string doing = "read " + name + " of " + path;
    const hdf5::Handle dataset(hdf5::check(H5Dopen2(file.id.get(), name.c_str(), H5P_DEFAULT), doing), H5Dclose);
    const hdf5::Handle space(hdf5::check(H5Dget_space(dataset.get()), doing), H5Sclose);
    std::vector<hsize_t> extents(static_cast<std::size_t>(std::max(0, H5Sget_simple_extent_ndims(space.get()))));
    if (!extents.empty()) hdf5::check(H5Sget_simple_extent_dims(space.get(), extents.data(), nullptr), doing);
    require_shape(path, {extents.begin(), extents.end()}, grid);
    const hdf5::Handle type(hdf5::check(H5Dget_type(dataset.get()), doing), H5Tclose);
    if (const H5T_class_t kind = H5Tget_class(type.get()); kind != H5T_FLOAT && kind != H5T_INTEGER)
        throw UsageError(fmt::format("{}: '{}' holds no numbers; a field is made of floats or integers", path, name));
    std::vector<double> values(static_cast<std::size_t>(grid.cells()));
    hdf5::check(H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), doing);
    return values;
}

/// Parts of the source cells that a target cell covers along one axis.
struct Overlap {
    index_t first = 0;
    std::vector<double> weight; ///< of first, first + 1, ...; their sum is 1
};

std::vector<Overlap> overlaps(double from_lower, double from_h, index_t from_n, double to_lower, double to_h,
                              index_t to_n, const std::string& path, char axis) {
    const double slack = 1e-9 * std::min(from_h, to_h);
    const double from_upper = from_lower + from_h * static_cast<double>(from_n);
    const double to_upper = to_lower + to_h * static_cast<double>(to_n);
    if (to_lower < from_lower - slack || to_upper > from_upper + slack)
        throw UsageError(fmt::format("{} reaches from {} to {} m along {}, and the grid from {} to {} m", path,
                                     from_lower, from_upper, axis, to_lower, to_upper));
    std::vector<Overlap> all(static_cast<std::size_t>(to_n));
    for (index_t i = 0; i < to_n; ++i) {
        const double a = std::clamp((to_lower + static_cast<double>(i) * to_h - from_lower) / from_h, 0.0,
                                    static_cast<double>(from_n));
        const double b = std::clamp((to_lower + static_cast<double>(i + 1) * to_h - from_lower) / from_h, 0.0,
                                    static_cast<double>(from_n));
        Overlap& o = all[static_cast<std::size_t>(i)];
        o.first = std::min(static_cast<index_t>(a + 1e-9), from_n - 1);
        const index_t last = std::max(o.first, std::min(static_cast<index_t>(std::ceil(b - 1e-9)) - 1, from_n - 1));
        double sum = 0;
        for (index_t j = o.first; j <= last; ++j) {
            const double part = std::min(b, static_cast<double>(j + 1)) - std::max(a, static_cast<double>(j));
            o.weight.push_back(std::max(0.0, part));
            sum += o.weight.back();
        }
        for (double& w : o.weight) w /= sum;
    }
    return all;
}

/// The snapshot's values on the grid: themselves where the grids are the same, else means over the cells' volumes, so
/// that what it holds together stays.
std::vector<double> from_snapshot(const SnapshotFile& file, const std::string& path, const std::string& field,
                                  const Grid& grid) {
    const SnapshotHead& head = file.head();
    if (head.dim != grid.dim)
        throw UsageError(fmt::format("{} has {} axes, and the grid {}", path, head.dim, grid.dim));
    std::array<std::vector<Overlap>, 3> along;
    for (std::size_t d = 0; d < 3; ++d)
        along[d] =
            overlaps(d < static_cast<std::size_t>(grid.dim) ? head.origin[d] - 0.5 * head.spacing[d] : grid.lower[d],
                     head.spacing[d], head.cells[d], grid.lower[d], grid.h[d], grid.n[d], path, "xyz"[d]);
    std::vector<double> source(static_cast<std::size_t>(head.count()));
    file.read(field, {{0, 0, 0}, head.cells}, source.data());
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(grid.cells()));
    for (const Overlap& z : along[2])
        for (const Overlap& y : along[1])
            for (const Overlap& x : along[0]) {
                double sum = 0;
                for (std::size_t k = 0; k < z.weight.size(); ++k)
                    for (std::size_t j = 0; j < y.weight.size(); ++j)
                        for (std::size_t i = 0; i < x.weight.size(); ++i) {
                            const index_t at = x.first + static_cast<index_t>(i) +
                                               head.cells[0] * (y.first + static_cast<index_t>(j) +
                                                                head.cells[1] * (z.first + static_cast<index_t>(k)));
                            sum += z.weight[k] * y.weight[j] * x.weight[i] * source[static_cast<std::size_t>(at)];
                        }
                values.push_back(sum);
            }
    return values;
}

/// The field of a snapshot that a dataset's name means, as the file or as the case calls it.
std::string field_of(std::string dataset) {
    if (dataset.empty()) return "temperature";
    constexpr std::string_view fields = "/VTKHDF/PointData/";
    if (dataset[0] != '/' && dataset.find('/') != std::string::npos) dataset = "/" + dataset;
    return dataset.starts_with(fields) ? dataset.substr(fields.size()) : dataset;
}

/// The snapshot that a file is, if it is one and no other dataset of it is asked for.
std::unique_ptr<SnapshotFile> as_snapshot(const std::string& path, const std::string& field) {
    if (field.find('/') != std::string::npos) return nullptr;
    try {
        auto file = std::make_unique<SnapshotFile>(path);
        const auto& fields = file->head().fields;
        return std::find(fields.begin(), fields.end(), field) == fields.end() ? nullptr : std::move(file);
    } catch (const IoError&) {
        return nullptr;
    }
}

std::vector<double> read_values(const FileField& file, const Grid& grid, const std::string& unit) {
    if (is_hdf5(file.path)) {
        const std::string field = field_of(file.dataset);
        if (const auto snapshot = as_snapshot(file.path, field)) {
            auto values = from_snapshot(*snapshot, file.path, field, grid);
            const std::string other = snapshot->unit(field); // a field of something else has another
            if (!unit.empty() && other != unit && (other == "K" || other == "C"))
                for (double& v : values) v += other == "C" ? kelvin : -kelvin;
            return values;
        }
        return read_dataset(file.path, file.dataset, grid);
    }
    if (!is_array_path(file.path))
        throw UsageError(
            fmt::format("{}: its ending is none that is known; a field is read from .npy, .csv, .png, .h5, "
                        ".hdf5 and .vtkhdf",
                        file.path));
    Array array = read_array(file.path, ValueRange{file.black, file.white});
    require_shape(file.path, array.shape, grid);
    return std::move(array.values);
}

/// Values that were read once, by what they were read for.
template <class Read>
CellValues remembered(const FileField& file, const Grid& grid, const std::string& unit, Read&& read) {
    using Key = std::tuple<std::string, std::string, double, double, std::array<index_t, 3>, std::array<double, 3>,
                           std::array<double, 3>, std::string>;
    static std::mutex guard;
    static std::map<Key, CellValues> known;
    const Key key{file.path, file.dataset, file.black, file.white, grid.n, grid.h, grid.lower, unit};
    const std::lock_guard lock(guard);
    CellValues& values = known[key];
    if (!values) {
        auto fresh = std::make_shared<std::vector<double>>(read());
        for (const double v : *fresh)
            if (!std::isfinite(v))
                throw UsageError(file.path + " holds values that are not finite; every cell needs a number");
        values = std::move(fresh);
    }
    return values;
}

} // namespace

CellValues read_field_file(const FileField& file, const Grid& grid, const std::string& unit) {
    return remembered(file, grid, unit, [&] { return read_values(file, grid, unit); });
}

CellValues read_label_file(const LabelShape& labels, const Grid& grid) {
    const FileField file{labels.file, labels.dataset, 0, 1};
    return remembered(file, grid, "labels", [&] {
        if (!labels.file.ends_with(".png")) return read_values(file, grid, "");
        Array array = read_array(labels.file, ValueRange{0, 1});
        require_shape(labels.file, array.shape, grid);
        const double white = array.bits == 16 ? 65535 : 255;
        for (double& v : array.values) v = std::round(v * white);
        return std::move(array.values);
    });
}

} // namespace isotherm
