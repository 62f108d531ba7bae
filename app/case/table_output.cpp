/// output, probes.

#include "app/case/tables.hpp"

namespace isotherm {
namespace {

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

Table<OutputSpec> output_table() {
    return Table<OutputSpec>(
               "Snapshots and diagnostics. First and last moment are always written.",
               {key("directory", &OutputSpec::directory, text("a folder's path", "[^\\0]+"))
                    .doc("Folder of the result, relative to the case file; without it results/<name of the case file>.")
                    .example("results/trial"),
                key("fields", &OutputSpec::fields,
                    list(name_of_word({{"temperature", "T"}}).later({"heat_flux", "conductivity", "source"}), 1, 1))
                    .preset("[temperature]")
                    .doc("What a snapshot holds.")
                    .example("[temperature]"),
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
        .later({"name", "region", "async"});
}

} // namespace

Codec<OutputSpec> output_section() { return section(output_table()).later({"[]"}); }

Codec<std::vector<ProbeSpec>> probe_list() {
    const Table<ProbeSpec> table =
        Table<ProbeSpec>(
            "A point; its temperature is interpolated between cell centres and walls.",
            {key("name", &ProbeSpec::name, text("a name of letters, digits, '.', '_' and '-'", "[A-Za-z0-9._-]+"))
                 .required()
                 .doc("Column of probes.csv; no two alike.")
                 .example("centre"),
             key("at", &ProbeSpec::at, per_axis(number("m"), 0.0))
                 .required()
                 .doc("Where it is; a point on a wall is inside the domain.")
                 .example("[0.05, 0.05]")})
            .with(cadence_keys<ProbeSpec>([](ProbeSpec& p) -> Cadence& { return p.cadence; }))
            .exclusive(one_cadence, false)
            .later({"line", "plane", "max", "min", "mean", "heat", "flux"});
    return list(section(table), 0);
}

} // namespace isotherm
