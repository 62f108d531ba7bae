#include "solver/io/series.hpp"

#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kernels/base/error.hpp"
#include "solver/io/atomic_file.hpp"
#include "solver/io/result_folder.hpp"

namespace isotherm {

namespace {

constexpr std::chrono::seconds index_interval{1};

/// z y x, as XDMF wants everything.
std::string zyx(const std::array<double, 3>& v) { return fmt::format("{:.17g} {:.17g} {:.17g}", v[2], v[1], v[0]); }

} // namespace

std::string xdmf_text(const SnapshotHead& head, const std::vector<SeriesEntry>& entries) {
    // Always three axes: readers put a 2DCoRectMesh into the y-z plane.
    const std::string extents = fmt::format("{} {} {}", head.cells[2], head.cells[1], head.cells[0]);
    const std::string origin = zyx(head.origin), spacing = zyx(head.spacing);
    std::string text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Xdmf Version=\"3.0\">\n <Domain>\n"
                       "  <Grid Name=\"series\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
    const auto out = std::back_inserter(text);
    for (const SeriesEntry& entry : entries) {
        const std::string name = entry.file.substr(0, entry.file.rfind('.'));
        fmt::format_to(out, "   <Grid Name=\"{}\" GridType=\"Uniform\">\n    <Time Value=\"{:.17g}\"/>\n", name,
                       entry.time);
        fmt::format_to(out, "    <Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"{}\"/>\n", extents);
        text += "    <Geometry GeometryType=\"ORIGIN_DXDYDZ\">\n";
        for (const std::string& numbers : {origin, spacing})
            fmt::format_to(
                out,
                "     <DataItem Dimensions=\"3\" NumberType=\"Float\" Precision=\"8\" Format=\"XML\">{}</DataItem>\n",
                numbers);
        text += "    </Geometry>\n";
        for (const std::string& field : head.fields) {
            const StoredField stored = stored_field(head, field);
            const bool vector = stored.components > 1;
            fmt::format_to(out,
                           "    <Attribute Name=\"{0}\" AttributeType=\"{4}\" Center=\"Node\">\n"
                           "     <DataItem Dimensions=\"{1}{5}\" NumberType=\"Float\" Precision=\"{2}\" Format=\"HDF\">"
                           "{3}:/VTKHDF/PointData/{0}</DataItem>\n    </Attribute>\n",
                           stored.name, extents, size_of(head.precision), entry.file, vector ? "Vector" : "Scalar",
                           vector ? " 3" : "");
        }
        text += "   </Grid>\n";
    }
    return text + "  </Grid>\n </Domain>\n</Xdmf>\n";
}

std::string series_text(const std::vector<SeriesEntry>& entries) {
    std::string text = "{\"file-series-version\": \"1.0\", \"files\": [";
    for (std::size_t n = 0; n < entries.size(); ++n)
        fmt::format_to(std::back_inserter(text), "{}\n{{\"name\": \"{}\", \"time\": {:.17g}}}", n ? "," : "",
                       entries[n].file, entries[n].time);
    return text + "]}\n";
}

std::vector<SeriesEntry> read_series(const std::filesystem::path& file) {
    try {
        std::vector<SeriesEntry> entries;
        const auto json = nlohmann::json::parse(read_file(file));
        for (const auto& entry : json.at("files")) entries.push_back({entry.at("name"), entry.at("time")});
        return entries;
    } catch (const nlohmann::json::exception& e) {
        throw IoError(fmt::format("cannot read {}: {}", file.string(), e.what()));
    }
}

void SeriesWriter::write(const RunView& view, const OutputSpec* output) {
    SnapshotHead head = snapshot_head(view, count(), output == nullptr ? view.spec().output : *output);
    write_snapshot(folder_ / snapshot_name(stem_, head.snapshot), head, view);
    add(std::move(head));
}

void SeriesWriter::write(SnapshotHead head, const std::string& config, FieldSource& field) {
    write_snapshot(folder_ / snapshot_name(stem_, head.snapshot), head, config, field);
    add(std::move(head));
}

void SeriesWriter::add(SnapshotHead head) {
    entries_.push_back({snapshot_name(stem_, head.snapshot), head.time});
    head_ = std::move(head);
    if (indexed_ == 0 || Seconds::now() - indexed_at_ >= index_interval) write_indexes();
}

void SeriesWriter::finish() {
    if (indexed_ != entries_.size()) write_indexes();
}

void SeriesWriter::write_indexes() {
    write_atomically(folder_ / (stem_ + ".xdmf"), xdmf_text(head_, entries_));
    write_atomically(folder_ / (stem_ + ".vtkhdf.series"), series_text(entries_));
    indexed_ = entries_.size();
    indexed_at_ = Seconds::now();
}

} // namespace isotherm
