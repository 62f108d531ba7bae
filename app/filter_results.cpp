/// `isotherm filter` on snapshots and results.

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command_filter.hpp"
#include "kernels/base/error.hpp"
#include "solver/io/atomic_file.hpp"
#include "solver/io/result.hpp"
#include "solver/io/result_folder.hpp"
#include "solver/io/series.hpp"

namespace isotherm {
namespace {

namespace fs = std::filesystem;

struct Input {
    std::string name; ///< of the series
    std::vector<fs::path> snapshots;
};

/// The snapshots that the options mean.
Input find_input(const FilterOptions& options) {
    if (is_snapshot_path(options.in)) {
        const bool one_of_them = !options.snapshot.empty() && options.snapshot != "all";
        if (one_of_them && options.snapshot != std::to_string(SnapshotFile(options.in).head().snapshot))
            throw UsageError(fmt::format("--snapshot: {} is number {} alone; name the result's folder or its .xdmf",
                                         options.in, SnapshotFile(options.in).head().snapshot));
        return {fs::path(options.in).stem().string(), {options.in}};
    }
    const Result result = open_result(options.in);
    if (options.snapshot.empty() || options.snapshot == "all") return {result.name, result.snapshots};
    std::size_t number = 0;
    const char* const end = options.snapshot.data() + options.snapshot.size();
    const auto [stop, failed] = std::from_chars(options.snapshot.data(), end, number);
    if (failed != std::errc() || stop != end || number >= result.snapshots.size())
        throw UsageError(fmt::format("--snapshot: '{}' is none of {}: it has 0 .. {}; or all", options.snapshot,
                                     options.in, result.snapshots.size() - 1));
    return {result.name, {result.snapshots[number]}};
}

/// A field of a snapshot as an array.
Array read_field(const SnapshotFile& file, const std::string& path, const std::string& field) {
    const SnapshotHead& head = file.head();
    if (std::find(head.fields.begin(), head.fields.end(), field) == head.fields.end())
        throw UsageError(
            fmt::format("--field: {} has no field '{}'; there are {}", path, field, fmt::join(head.fields, ", ")));
    Array array;
    for (int axis = head.dim - 1; axis >= 0; --axis) array.shape.push_back(head.cells[static_cast<std::size_t>(axis)]);
    array.precision = head.precision;
    array.values.resize(static_cast<std::size_t>(head.count()));
    file.read(field, {{0, 0, 0}, head.cells}, array.values.data());
    return array;
}

/// The head of the filtered snapshot: under `valid` the grid is the part that is left.
SnapshotHead filtered_head(SnapshotHead head, const FileFilter::Result& result, const std::string& field) {
    for (std::size_t d = 0; d < static_cast<std::size_t>(head.dim); ++d) {
        if (head.cells[d] == result.array.n(d)) continue;
        const double moved = static_cast<double>(result.shift[d]) * head.spacing[d];
        head.cells[d] = result.array.n(d);
        head.origin[d] += moved;
        head.lower[d] += moved;
        head.upper[d] = head.lower[d] + static_cast<double>(head.cells[d]) * head.spacing[d];
    }
    if (field != "temperature") head.unit.clear();
    head.fields = {field};
    return head;
}

/// An array where the writer asks for a run's field.
class ArraySource : public FieldSource {
public:
    explicit ArraySource(const Array& array) : array_(array) {}
    void read_slabs(std::span<const CellBox> boxes, void* buffer, Precision precision, const Use& use) override {
        for (const CellBox& box : boxes) {
            index_t n = 0;
            for (index_t k = box.lo[2]; k < box.hi[2]; ++k)
                for (index_t j = box.lo[1]; j < box.hi[1]; ++j)
                    for (index_t i = box.lo[0]; i < box.hi[0]; ++i, ++n) {
                        const double v =
                            array_.values[static_cast<std::size_t>(i + array_.n(0) * (j + array_.n(1) * k))];
                        if (precision == Precision::fp32) static_cast<float*>(buffer)[n] = static_cast<float>(v);
                        else static_cast<double*>(buffer)[n] = v;
                    }
            use(box);
        }
    }

private:
    const Array& array_;
};

/// One filtered snapshot with what its file needs.
struct Filtered {
    SnapshotHead head;
    std::string config;
    Array array;
};

Filtered filter_snapshot(const fs::path& path, const FilterOptions& options, FileFilter& filter) {
    const SnapshotFile file(path);
    const Array in = read_field(file, path.string(), options.field);
    auto result = filter.run(in, file.head().spacing, path.string() + ":" + options.field, false);
    SnapshotHead head = filtered_head(file.head(), result, options.field);
    const std::string note =
        fmt::format("# filtered by `isotherm filter`: {} of {}, {}, padding {}{}\n", options.field,
                    path.filename().string(), options.kernel, options.padding, options.flip ? ", flipped" : "");
    return {std::move(head), note + file.config(), std::move(result.array)};
}

void write_one(const fs::path& snapshot, const FilterOptions& options, FileFilter& filter) {
    if (is_array_path(options.out)) {
        require_free(options.out, options);
        const SnapshotFile file(snapshot);
        const Array in = read_field(file, snapshot.string(), options.field);
        const bool may_lack_data = fs::path(options.out).extension() != ".png";
        const auto result = filter.run(in, file.head().spacing, snapshot.string() + ":" + options.field, may_lack_data);
        return write_array(options.out, result.array, options.range);
    }
    const fs::path out(options.out);
    const std::string stem = (out.parent_path() / out.stem()).string();
    for (const std::string& path : {options.out, stem + ".xdmf", stem + ".vtkhdf.series"}) require_free(path, options);
    const Filtered filtered = filter_snapshot(snapshot, options, filter);
    ArraySource source(filtered.array);
    write_snapshot(out, filtered.head, filtered.config, source);
    const std::vector<SeriesEntry> entries{{out.filename().string(), filtered.head.time}};
    write_atomically(stem + ".xdmf", xdmf_text(filtered.head, entries));
    write_atomically(stem + ".vtkhdf.series", series_text(entries));
}

void write_series(const Input& input, const FilterOptions& options, FileFilter& filter) {
    const fs::path folder(options.out);
    for (const char* index : {".xdmf", ".vtkhdf.series"})
        require_free((folder / (input.name + index)).string(), options);
    for (std::size_t n = 0; n < input.snapshots.size(); ++n)
        require_free((folder / snapshot_name(input.name, static_cast<index_t>(n))).string(), options);
    fs::create_directories(folder);
    SeriesWriter series(folder, input.name);
    for (const fs::path& path : input.snapshots) {
        Filtered filtered = filter_snapshot(path, options, filter);
        ArraySource source(filtered.array);
        filtered.head.snapshot = series.count();
        series.write(filtered.head, filtered.config, source);
    }
    series.finish();
}

} // namespace

void filter_results(const FilterOptions& options, FileFilter& filter) {
    const Input input = find_input(options);
    if (input.snapshots.empty()) throw UsageError(options.in + " holds no snapshot yet");
    const std::string ending = fs::path(options.out).extension().string();
    const bool one_file = is_array_path(options.out) || ending == ".vtkhdf" || ending == ".h5" || ending == ".hdf";
    if (!one_file) return write_series(input, options, filter);
    if (input.snapshots.size() > 1)
        throw UsageError(fmt::format("{} cannot hold {} snapshots; name a folder, or choose one with --snapshot N",
                                     options.out, input.snapshots.size()));
    write_one(input.snapshots.front(), options, filter);
}

} // namespace isotherm
