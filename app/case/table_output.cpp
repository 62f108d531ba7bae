/// output, probes.

#include <algorithm>

#include "app/case/tables.hpp"
#include "kernels/boundary/wall_row.hpp"

namespace isotherm {
namespace {

/// Of a file or a folder in the result; dots alone would lead out of it.
Codec<std::string> file_name() {
    return text("a name of letters, digits, '.', '_' and '-', not of dots alone",
                "[A-Za-z0-9._-]*[A-Za-z0-9_-][A-Za-z0-9._-]*");
}

/// When something is due: three keys of which at most one is given.
template <class S, class Get>
std::vector<Key<S>> cadence_keys(Get get) {
    return {key_set<S>("every", number("s", above(0)), [get](S& s, double v) { get(s).every = v; })
                .doc("Period in simulated time.")
                .example("0.5"),
            key_set<S>("steps", integer(at_least(1)), [get](S& s, index_t v) { get(s).steps = v; })
                .doc("Period in time steps.")
                .example("100"),
            key_set<S>("times", list(number("s", at_least(0)), 1),
                       [get](S& s, std::vector<double> v) { get(s).times = std::move(v); })
                .doc("Listed times, increasing.")
                .example("[1, 2, 5]")};
}
const std::vector<std::vector<std::string>> one_cadence{{"every"}, {"steps"}, {"times"}};

/// Deflate level; 0: none.
Codec<int> compression() {
    struct Deflate {
        int level = 0;
    };
    const auto level = converted<int>(integer(between(1, 9)), [](index_t n) { return static_cast<int>(n); });
    const Table<Deflate> table{"",
                               {key("deflate", &Deflate::level, level)
                                    .required()
                                    .doc("Effort of deflate; 1 is fastest and nearly as small as 9.")
                                    .example("1")}};
    return or_word<int>({"none", "stored as it is, fastest"}, 0,
                        converted<int>(section(table), [](Deflate d) { return d.level; }));
}

Codec<Cadence> diagnostics() {
    return section(Table<Cadence>("When diagnostics.csv gets a line.",
                                  cadence_keys<Cadence>([](Cadence& c) -> Cadence& { return c; }))
                       .exclusive(one_cadence, true));
}

/// A place along some of the axes, as in {z: 0.01}.
struct Coordinates {
    std::array<std::optional<double>, 3> at{};
};
Codec<Coordinates> coordinates(std::size_t how_many, const std::string& doc) {
    std::vector<Key<Coordinates>> keys;
    for (std::size_t d = 0; d < 3; ++d)
        keys.push_back(
            key_set<Coordinates>(std::string(1, "xyz"[d]), number("m"), [d](Coordinates& c, double v) { c.at[d] = v; })
                .doc(std::string("Place along ") + "xyz"[d] + ".")
                .example("0.05"));
    const Codec<Coordinates> plain = section(Table<Coordinates>(doc, std::move(keys)));
    return {plain.form, [plain, how_many](Reader& reader, const Node& node, const Form&) -> std::optional<Coordinates> {
                const auto read = plain.read(reader, node);
                if (!read) return std::nullopt;
                const std::size_t dim = static_cast<std::size_t>(reader.dim.value_or(3));
                const std::size_t needed = how_many == 1 ? 1 : dim - 1;
                std::size_t given = 0;
                bool absent = false;
                for (std::size_t d = 0; d < 3; ++d) given += read->at[d] ? 1 : 0, absent |= read->at[d] && d >= dim;
                if (given == needed && !absent) return read;
                reader.fail(node.mark, absent ? "the grid has no such axis" : "the wrong number of coordinates",
                            how_many == 1 ? "a plane is one of {x: ...}, {y: ...}, {z: ...}"
                                          : "a line names all axes but the one that it runs along");
                return std::nullopt;
            }};
}

struct RegionText {
    std::optional<BoxShape> box;
    std::optional<Coordinates> plane, line;
    std::array<index_t, 3> stride{1, 1, 1};
};

OutputRegion to_region(const RegionText& text) {
    OutputRegion region;
    region.stride = text.stride;
    if (text.plane) region.at = text.plane->at;
    if (text.line) region.at = text.line->at;
    if (text.box)
        for (std::size_t d = 0; d < 3; ++d) region.range[d] = {text.box->lo[d], text.box->hi[d]};
    return region;
}

Codec<OutputRegion> region() {
    const auto point = per_axis(number("m"), 0.0);
    const Table<BoxShape> box{
        "A box along the axes; cells with their centres in it.",
        {key("lo", &BoxShape::lo, point).required().doc("Lower corner.").example("[0, 0]"),
         key("hi", &BoxShape::hi, point).required().doc("Upper corner.").example("[0.05, 0.05]")}};
    return converted<OutputRegion>(
        section(Table<RegionText>(
                    "The part of the grid that is written; without box, plane and line all of it.",
                    {key("box", &RegionText::box, section(box)).doc("A box.").example("{lo: [0, 0], hi: [0.05, 0.05]}"),
                     key("plane", &RegionText::plane, coordinates(1, "A layer of cells across an axis."))
                         .doc("The layer of cells that has the plane.")
                         .example("{x: 0.05}"),
                     key("line", &RegionText::line, coordinates(2, "A row of cells along an axis."))
                         .doc("The row of cells that has the line.")
                         .example("{y: 0.05}"),
                     key("stride", &RegionText::stride, one_or_per_axis<index_t>(integer(at_least(1)), 1))
                         .doc("Every n-th cell, one number for all axes or one per axis.")
                         .example("2")})
                    .exclusive({{"box"}, {"plane"}, {"line"}}, false)),
        to_region);
}

Codec<std::vector<std::string>> fields() {
    const auto names = list(name_of_word({{"temperature", "T"},
                                          {"heat_flux", "heat per area and time, a vector"},
                                          {"conductivity", "kappa, a vector where the case has one per axis"},
                                          {"source", "heat per volume and time"},
                                          {"temperature_max", "the highest so far, of every step"},
                                          {"temperature_mean", "the average over the time so far"}}),
                            1, 6);
    return converted<std::vector<std::string>>(names, [](std::vector<std::string> given) {
        if (std::ranges::find(given, "temperature") == given.end()) given.insert(given.begin(), "temperature");
        return given;
    });
}

Table<OutputSpec> output_table() {
    return Table<OutputSpec>(
               "Snapshots and diagnostics. First and last moment are always written.",
               {key("name", &OutputSpec::name, file_name())
                    .doc("Of one of several outputs: those after the first go to a folder of this name below the "
                         "result's.")
                    .example("slice"),
                key("directory", &OutputSpec::directory, text("a folder's path", "[^\\0]+"))
                    .doc("Folder of the result, relative to the case file; without it results/<name of the case file>.")
                    .example("results/trial"),
                key("fields", &OutputSpec::fields, fields())
                    .preset("[temperature]")
                    .doc("What a snapshot holds; the temperature always.")
                    .example("[temperature, heat_flux]"),
                key("region", &OutputSpec::region, region())
                    .doc("The part of the grid that is written; without it all of it.")
                    .example("{stride: 2}"),
                key("precision", &OutputSpec::precision,
                    word_for<std::optional<Precision>>(
                        {{{"fp32", "single"}, Precision::fp32}, {{"fp64", "double"}, Precision::fp64}}))
                    .doc("Numbers in the snapshots; without it those of the run.")
                    .example("fp32"),
                key("compression", &OutputSpec::deflate, compression())
                    .preset("none")
                    .doc("Compression of the snapshots.")
                    .example("{deflate: 1}"),
                key("diagnostics", &OutputSpec::diagnostics, diagnostics())
                    .doc("When diagnostics.csv gets a line; without it at every snapshot.")
                    .example("{every: 0.1}")})
        .with(cadence_keys<OutputSpec>([](OutputSpec& o) -> Cadence& { return o.cadence; }))
        .exclusive(one_cadence, false)
        .later({"async"});
}

/// Of a region by its name, or of everything.
Key<ProbeSpec> figure_key(const std::string& name, ProbeSpec::Kind kind, const std::string& doc) {
    return key_set<ProbeSpec>(name, text("the name of a region, or all", "[A-Za-z0-9._-]+"),
                              [kind](ProbeSpec& p, std::string region) {
                                  p.kind = kind;
                                  p.region = region == "all" ? "" : std::move(region);
                              })
        .doc(doc)
        .example("all");
}

struct LineText {
    std::array<double, 3> from{}, to{};
    index_t points = 100;
};

std::vector<Key<ProbeSpec>> probe_kinds() {
    const auto point = per_axis(number("m"), 0.0);
    const Table<LineText> line{"Points on a straight line.",
                               {key("from", &LineText::from, point).required().doc("One end.").example("[0, 0.05]"),
                                key("to", &LineText::to, point).required().doc("The other end.").example("[0.1, 0.05]"),
                                key("points", &LineText::points, integer(between(2, 1e6)))
                                    .preset("100")
                                    .doc("Number of points.")
                                    .example("50")}};
    std::vector<std::pair<Word, int>> walls;
    for (int s = 0; s < 6; ++s) walls.push_back({{side_names[s], ""}, s});
    const Codec<int> wall = word_for<int>(walls);
    const Codec<Coordinates> plane = coordinates(1, "A plane across an axis.");
    const auto set_plane = [](ProbeSpec& p, const Coordinates& c) {
        for (std::size_t d = 0; d < 3; ++d)
            if (c.at[d]) p.axis = static_cast<int>(d), p.position = *c.at[d];
    };
    struct Through {
        int side = -1;
        Coordinates plane;
    };
    const Codec<Through> through{
        Form{.kind = Form::Kind::any, .parts = {wall.form, plane.form}},
        [wall, plane](Reader& reader, const Node& node, const Form&) -> std::optional<Through> {
            if (node.kind == Node::Kind::map) {
                const auto read = plane.read(reader, node);
                return read ? std::optional(Through{-1, *read}) : std::nullopt;
            }
            const auto side = wall.read(reader, node);
            if (!side) return std::nullopt;
            if (*side < 2 * reader.dim.value_or(3)) return Through{*side, {}};
            reader.fail(node.mark, "the grid has no such wall", "");
            return std::nullopt;
        }};
    return {
        key("at", &ProbeSpec::at, point)
            .doc("The temperature at a point; one on a wall is inside the domain.")
            .example("[0.05, 0.05]"),
        key_set<ProbeSpec>("line", section(line),
                           [](ProbeSpec& p, const LineText& l) {
                               p.kind = ProbeSpec::Kind::line;
                               p.at = l.from, p.to = l.to, p.points = l.points;
                           })
            .doc("Temperatures along a line, in a file NAME.csv of its own.")
            .example("{from: [0, 0.05], to: [0.1, 0.05]}"),
        key_set<ProbeSpec>("plane", plane,
                           [set_plane](ProbeSpec& p, const Coordinates& c) {
                               p.kind = ProbeSpec::Kind::plane;
                               set_plane(p, c);
                           })
            .doc("Temperatures on a plane, in a file NAME.csv of its own.")
            .example("{x: 0.05}"),
        figure_key("mean", ProbeSpec::Kind::mean, "Mean temperature of a region, or of all."),
        figure_key("max", ProbeSpec::Kind::max, "Highest temperature of a region, or of all."),
        figure_key("min", ProbeSpec::Kind::min, "Lowest temperature of a region, or of all."),
        figure_key("integral", ProbeSpec::Kind::integral,
                   "Integral of the temperature over the volume of a region, or of all [K m^3]."),
        figure_key("heat", ProbeSpec::Kind::heat,
                   "Heat content of a region, or of all: the integral of rho c_p T over the volume [J]; T as the case "
                   "counts it."),
        key_set<ProbeSpec>("flux", through,
                           [set_plane](ProbeSpec& p, const Through& t) {
                               p.kind = ProbeSpec::Kind::flux;
                               p.side = t.side;
                               set_plane(p, t.plane);
                           })
            .doc("Heat per time [W]: into the domain through a wall, or along an axis through the faces nearest to a "
                 "plane.")
            .example("x_lo")};
}

} // namespace

Codec<std::vector<OutputSpec>> output_section() {
    const Codec<OutputSpec> one = section(output_table());
    const Codec<std::vector<OutputSpec>> several = list(one, 1);
    Form form{.kind = Form::Kind::any, .parts = {one.form, several.form}};
    return {form,
            [one, several](Reader& reader, const Node& node, const Form&) -> std::optional<std::vector<OutputSpec>> {
                if (node.kind == Node::Kind::list) return several.read(reader, node);
                const std::optional<OutputSpec> v = one.read(reader, node);
                return v ? std::optional(std::vector<OutputSpec>{*v}) : std::nullopt;
            }};
}

Codec<std::vector<ProbeSpec>> probe_list() {
    const Table<ProbeSpec> table =
        Table<ProbeSpec>("One figure of the run: a column of probes.csv, or for a line and a plane a file of its own.",
                         {key("name", &ProbeSpec::name, file_name())
                              .required()
                              .doc("Column of probes.csv, or name of the file; no two alike.")
                              .example("centre")})
            .with(probe_kinds())
            .with(cadence_keys<ProbeSpec>([](ProbeSpec& p) -> Cadence& { return p.cadence; }))
            .exclusive({{"at"}, {"line"}, {"plane"}, {"mean"}, {"max"}, {"min"}, {"integral"}, {"heat"}, {"flux"}},
                       true)
            .exclusive(one_cadence, false);
    return list(section(table), 0);
}

} // namespace isotherm
