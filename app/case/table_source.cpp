/// source.

#include "app/case/tables.hpp"

#include "kernels/boundary/wall_row.hpp"

namespace isotherm {
namespace {

const std::string name_pattern = "[A-Za-z0-9._-]+";

Table<UniformSource> uniform_table() {
    const auto given = [](UniformSource::Given kind) {
        return [kind](UniformSource& source, Value v) { source.given = kind, source.value = std::move(v); };
    };
    return Table<UniformSource>(
               "Heating of the whole domain or of a region, in W/m^3, or in K/s where only the diffusivity is given.",
               {key_set<UniformSource>("value", value("W/m^3"), given(UniformSource::Given::density))
                    .doc("Heat per volume and time.")
                    .example("1e6"),
                key_set<UniformSource>("power", value("W", {}, "t"), given(UniformSource::Given::power))
                    .doc("Heat per time, spread evenly over the volume.")
                    .example("20"),
                key("region", &UniformSource::region, text("the name of a region, or default", name_pattern))
                    .doc("The region that is heated; without it the whole domain.")
                    .example("r")})
        .exclusive({{"value"}, {"power"}}, true);
}

/// [t0, t1], or a list of such.
Codec<Windows> windows() {
    const Codec<std::vector<double>> one = list(number("s"), 2, 2);
    const Codec<std::vector<std::vector<double>>> many = list(one, 1);
    Form form{.kind = Form::Kind::any, .parts = {one.form, many.form}};
    return {form, [one, many](Reader& reader, const Node& node, const Form& whole) -> std::optional<Windows> {
                if (node.kind != Node::Kind::list) return reader.fail_kind(node, whole), std::nullopt;
                const bool several = !node.items.empty() && node.items[0].kind == Node::Kind::list;
                std::optional<std::vector<std::vector<double>>> read;
                if (several) read = many.read(reader, node);
                else if (auto w = one.read(reader, node)) read = {{*w}};
                if (!read) return std::nullopt;
                Windows all;
                for (const std::vector<double>& w : *read) {
                    if (w[1] <= w[0] || (!all.empty() && w[0] < all.back()[1])) {
                        reader.fail(node.mark, "a window ends after it begins, and before the next one begins",
                                    "legal: [begin, end] in s, or a list of such in their order");
                        return std::nullopt;
                    }
                    all.push_back({w[0], w[1]});
                }
                return all;
            }};
}

/// Where a spot is: `at`, or a path over time. Rows t, x, y, z, filled from `axes` coordinates.
struct Track {
    std::vector<double> at;
    std::vector<std::vector<double>> path;
};

/// Turns what was read into rows of t, x, y, z; `axes`: where the coordinates belong.
std::optional<std::vector<std::array<double, 4>>> rows_of(Reader& reader, const Node& node, const Track& track,
                                                          const std::vector<int>& axes) {
    std::vector<std::array<double, 4>> rows;
    std::vector<std::vector<double>> given = track.path;
    if (given.empty()) {
        given.push_back(track.at);
        given[0].insert(given[0].begin(), 0.0);
    }
    for (const std::vector<double>& g : given) {
        if (g.size() != axes.size() + 1) {
            const std::string name = track.path.empty() ? "at" : "path";
            const Member* member = node.find(name);
            reader.fail_key(
                name, member == nullptr ? reader.here() : member->value.mark,
                std::to_string(axes.size()) + " coordinates are needed" +
                    (name == "path" ? " after the time in every row" : ""),
                "legal: one per axis of the grid, for a beam one per axis of the wall, in the order x, y, z");
            return std::nullopt;
        }
        if (!rows.empty() && g[0] <= rows.back()[0]) {
            reader.fail_key("path", node.find("path")->value.mark, "the times of a path must increase from row to row",
                            "");
            return std::nullopt;
        }
        std::array<double, 4> row{g[0], 0, 0, 0};
        for (std::size_t n = 0; n < axes.size(); ++n) row[static_cast<std::size_t>(axes[n]) + 1] = g[n + 1];
        rows.push_back(row);
    }
    return rows;
}

template <class S>
std::vector<Key<S>> track_keys(const std::string& which) {
    const auto point = list(number("m"), 0, 3);
    return {
        key_set<S>("at", point, [](S& s, std::vector<double> v) { s.track.at = std::move(v); })
            .doc("Where it is, one coordinate per axis of the " + which + ".")
            .example(which == "grid" ? "[0.05, 0.05]" : "[0.05]"),
        key_set<S>("path", list(list(number(""), 1, 4), 1),
                   [](S& s, std::vector<std::vector<double>> v) { s.track.path = std::move(v); })
            .doc("Rows of a time and the coordinates: it moves from one to the next and stands still before and after.")
            .example(which == "grid" ? "[[0, 0.01, 0.05], [2, 0.09, 0.05]]" : "[[0, 0.01], [2, 0.09]]")};
}

template <class S>
Key<S> window_key() {
    return key_set<S>("window", windows(), [](S& s, Windows w) { s.source.windows = std::move(w); })
        .doc("When it is on, [begin, end] or a list of such; without it always.")
        .example("[0, 2]");
}

struct GaussianText {
    GaussianSource source;
    Track track;
};
struct BeamText {
    BeamSource source;
    Track track;
};

Table<GaussianText> gaussian_table() {
    return Table<GaussianText>(
               "A Gaussian in the volume that may move; what lies beyond the walls is lost, and reported.",
               {key_set<GaussianText>("power", value("W", {}, "t"),
                                      [](GaussianText& g, Value v) { g.source.power = std::move(v); })
                    .required()
                    .doc("Power of the whole Gaussian.")
                    .example("20"),
                key_set<GaussianText>("sigma", one_or_per_axis(number("m", above(0)), 1.0),
                                      [](GaussianText& g, std::array<double, 3> v) { g.source.sigma = v; })
                    .required()
                    .doc("Standard deviation, one for all axes or one per axis.")
                    .example("5e-4")})
        .with(track_keys<GaussianText>("grid"))
        .with({window_key<GaussianText>()})
        .exclusive({{"at"}, {"path"}}, true);
}

Table<BeamText> beam_table() {
    std::vector<std::pair<Word, int>> sides;
    for (int s = 0; s < 6; ++s) sides.push_back({{side_names[s], ""}, s});
    return Table<BeamText>(
               "A laser beam on a wall: intensity 2P/(pi w^2) exp(-2 r^2/w^2), absorbed at the surface.",
               {key_set<BeamText>("wall", word_for<int>(sides), [](BeamText& b, int side) { b.source.side = side; })
                    .required()
                    .doc("The wall that it falls on.")
                    .example("y_hi"),
                key_set<BeamText>("power", value("W", {}, "t"),
                                  [](BeamText& b, Value v) { b.source.power = std::move(v); })
                    .required()
                    .doc("Power of the whole beam.")
                    .example("20"),
                key_set<BeamText>("radius", number("m", above(0)), [](BeamText& b, double v) { b.source.radius = v; })
                    .required()
                    .doc("Distance w at which the intensity is 1/e^2 of that of the centre.")
                    .example("1e-3"),
                key_set<BeamText>("absorptivity", number("", between(0, 1)),
                                  [](BeamText& b, double v) { b.source.absorptivity = v; })
                    .preset("1")
                    .doc("Part of the power that the surface absorbs.")
                    .example("0.4")})
        .with(track_keys<BeamText>("wall"))
        .with({window_key<BeamText>()})
        .exclusive({{"at"}, {"path"}}, true);
}

using SourceText = std::variant<UniformSource, GaussianText, BeamText>;

std::optional<SourceSpec> to_source(Reader& reader, const Node& node, const SourceText& text) {
    const int dim = reader.dim.value_or(3);
    std::vector<int> axes;
    if (const auto* uniform = std::get_if<UniformSource>(&text)) return *uniform;
    if (const auto* gaussian = std::get_if<GaussianText>(&text)) {
        for (int d = 0; d < dim; ++d) axes.push_back(d);
        GaussianSource source = gaussian->source;
        const auto rows = rows_of(reader, node, gaussian->track, axes);
        if (!rows) return std::nullopt;
        source.path = *rows;
        return source;
    }
    const auto& beam = std::get<BeamText>(text);
    BeamSource source = beam.source;
    if (source.side >= 2 * dim) {
        const Member* wall = node.find("wall");
        reader.fail_key("wall", wall == nullptr ? reader.here() : wall->value.mark, "the grid has no such wall",
                        "it has " + std::to_string(dim) + (dim == 1 ? " axis" : " axes"));
        return std::nullopt;
    }
    for (int d = 0; d < dim; ++d)
        if (d != source.side / 2) axes.push_back(d);
    const auto rows = rows_of(reader, node, beam.track, axes);
    if (!rows) return std::nullopt;
    source.path = *rows;
    return source;
}

} // namespace

Codec<std::vector<SourceSpec>> source_list() {
    const Codec<SourceText> types = tagged<SourceText>({type_of<SourceText>("uniform", uniform_table()),
                                                        type_of<SourceText>("gaussian", gaussian_table()),
                                                        type_of<SourceText>("beam", beam_table())});
    const Codec<SourceSpec> one{types.form,
                                [types](Reader& reader, const Node& node, const Form&) -> std::optional<SourceSpec> {
                                    const std::size_t before = reader.findings.size();
                                    const std::optional<SourceText> text = types.read(reader, node);
                                    if (!text || reader.findings.size() > before) return std::nullopt;
                                    return to_source(reader, node, *text);
                                }};
    const Codec<std::vector<SourceSpec>> several = list(one, 0);
    const Codec<Value> plain = value("W/m^3");
    Form form{.kind = Form::Kind::any, .parts = {plain.form, several.form}};
    return {form,
            [plain, several](Reader& reader, const Node& node, const Form&) -> std::optional<std::vector<SourceSpec>> {
                if (node.kind == Node::Kind::list) return several.read(reader, node);
                const std::optional<Value> v = plain.read(reader, node);
                if (!v) return std::nullopt;
                return std::vector<SourceSpec>{UniformSource{UniformSource::Given::density, *v, ""}};
            }};
}

} // namespace isotherm
