/// filter: the smoothing filter of a case, and its kernel as `isotherm filter` takes it.

#include <set>

#include "app/case/config_error.hpp"
#include "app/case/tables.hpp"
#include "kernels/conv2d/variants.hpp"

namespace isotherm {
namespace {

Table<GaussianKernel> gaussian_kernel() {
    return Table<GaussianKernel>(
               "The bell curve, sampled at the pixels and divided by its sum.",
               {key_set<GaussianKernel>("sigma", one_or_per_axis(number("cells", above(0)), 1.0),
                                        [](GaussianKernel& k, std::array<double, 3> v) { k.sigma = v; })
                    .doc("Standard deviation in cells, one for both axes or one per axis.")
                    .example("1.5"),
                key_set<GaussianKernel>("sigma_m", one_or_per_axis(number("m", above(0)), 1.0),
                                        [](GaussianKernel& k, std::array<double, 3> v) {
                                            k.sigma = v;
                                            k.metres = true;
                                        })
                    .doc("Standard deviation in metres, instead of sigma.")
                    .example("0.002"),
                key("truncate", &GaussianKernel::truncate, number("sigma", above(0)))
                    .preset("4")
                    .doc("Where the curve is cut off, in standard deviations.")
                    .example("3")})
        .exclusive({{"sigma"}, {"sigma_m"}}, true);
}

Key<CustomKernel> weights_key() {
    return key("weights", &CustomKernel::weights, list(list(number(""), 1), 1))
        .required()
        .doc("Rows along y, each with its weights along x; used as a cross-correlation unless `flip`.")
        .example("[[0, 1, 0], [1, 4, 1], [0, 1, 0]]");
}

template <class S>
Key<S> normalise_key() {
    return key("normalise", &S::normalise, boolean())
        .preset("false")
        .doc("Divide the weights by their sum, so that a constant field stays as it is.")
        .example("true");
}

Codec<KernelSpec> kernel() {
    const Table<BoxKernel> box{"The mean over a rectangle of cells.",
                               {key("size", &BoxKernel::size, one_or_per_axis(integer(between(1, 1 << 20)), index_t{1}))
                                    .required()
                                    .doc("Cells along each axis, one number for both or one per axis.")
                                    .example("5")}};
    const Table<CustomKernel> custom{"Weights of your own.", {weights_key(), normalise_key<CustomKernel>()}};
    const Table<FileKernel> file{"Weights from a file.",
                                 {key("path", &FileKernel::path, text("a file's path", "[^\\0]+"))
                                      .required()
                                      .doc("A .npy or .csv file of rows along y, relative to the case file.")
                                      .example("weights.csv"),
                                  normalise_key<FileKernel>()}};
    return tagged<KernelSpec>({type_of<KernelSpec>("gaussian", gaussian_kernel()), type_of<KernelSpec>("box", box),
                               type_of<KernelSpec>("custom", custom), type_of<KernelSpec>("file", file)});
}

std::vector<std::pair<Word, Padding>> padding_words() {
    return {{{"reflect", "mirrored at the edge: b a | a b c (half-sample; scipy's reflect)"}, Padding::reflect},
            {{"mirror", "mirrored at the edge cell: c b | a b c (whole-sample; scipy's mirror)"}, Padding::mirror},
            {{"replicate", "the edge cell goes on: a a | a b c (scipy's nearest)"}, Padding::replicate},
            {{"periodic", "the field repeats: b c | a b c (scipy's wrap)"}, Padding::periodic},
            {{"zero", "cells beyond count as temperature 0: does not keep a constant"}, Padding::zero}};
}

Codec<std::array<Padding, 3>> padding(bool with_valid) {
    auto words = padding_words();
    if (with_valid) words.push_back({{"valid", "nothing beyond: the output shrinks"}, Padding::valid});
    return one_or_per_axis(word_for<Padding>(words), Padding::reflect);
}

/// When the filter of a case is applied.
struct Apply {
    index_t every_steps = 0;
    bool snapshots = false;
};

Codec<Apply> apply() {
    const Table<Apply> every{"",
                             {key("every_steps", &Apply::every_steps, integer(at_least(1)))
                                  .required()
                                  .doc("Filter the field itself after every so many steps; the heat that this moves is "
                                       "booked in filter_heat.")
                                  .example("100")}};
    const auto word = word_for<Apply>({{{"initial", "on the initial field"}, Apply{}},
                                       {{"snapshots", "on what snapshots show, not on the run"}, Apply{0, true}}});
    const Codec<Apply> steps = section(every);
    Form form{.kind = Form::Kind::any, .parts = {word.form, steps.form}};
    return {form, [word, steps](Reader& reader, const Node& node, const Form& whole) {
                if (node.kind == Node::Kind::map) return steps.read(reader, node);
                std::optional<Apply> apply = word.read(reader, node);
                if (!apply) reader.findings.back().help = "legal: " + describe(whole);
                return apply;
            }};
}

std::vector<Word> method_words() {
    std::vector<Word> words{{"auto", "the quickest for this filter"}};
    std::set<std::string_view> seen;
    for (const FilterVariant& v : filter_variants())
        if (seen.insert(v.name).second) words.push_back({std::string(v.name), std::string(v.what)});
    return words;
}

/// Reads `text` as a value of the case file. Throws ConfigError that shows it as the command line's `option`.
template <class T>
T read_option(const std::string& option, const std::string& text, const Codec<T>& codec) {
    Document document;
    const std::string name = option.substr(option.find_first_not_of('-'));
    document.sources = {{"", {option + " " + text}}};
    document.root = parse_yaml(text, 0, static_cast<int>(option.size()) + 2, document.findings);
    const Section root;
    Reader reader(document.sources, root);
    std::optional<T> value;
    if (document.findings.empty()) {
        const Reader::Scope scope =
            reader.enter_key({name, {0, 1, static_cast<int>(option.size()) + 2}, document.root});
        value = codec.read(reader, document.root);
    }
    document.findings.insert(document.findings.end(), reader.findings.begin(), reader.findings.end());
    if (!value || !document.findings.empty()) throw ConfigError(document.sources, document.findings);
    return *std::move(value);
}

} // namespace

Codec<std::optional<FilterSpec>> filter_section() {
    const Codec<FilterSpec> codec = section(Table<FilterSpec>(
        "A linear filter of the field of a 2-D case: cross-correlation with the kernel's weights.",
        {key("kernel", &FilterSpec::kernel, kernel())
             .required()
             .doc("The weights.")
             .example("{type: gaussian, sigma: 1.5}"),
         key_set<FilterSpec>("apply", apply(),
                             [](FilterSpec& f, Apply a) {
                                 f.every_steps = a.every_steps;
                                 f.snapshots = a.snapshots;
                             })
             .preset("initial")
             .doc("What is filtered: the initial field, what snapshots show, or the field itself every N steps.")
             .example("{every_steps: 100}"),
         key("padding", &FilterSpec::padding, padding(false))
             .preset("reflect")
             .doc("What the filter sees beyond the edges, one for both axes or one per axis.")
             .example("[periodic, reflect]"),
         key("flip", &FilterSpec::flip, boolean())
             .preset("false")
             .doc("Turn the weights by 180 degrees: the convolution of signal texts. Without it the cross-correlation "
                  "that deep-learning frameworks call convolution.")
             .example("true"),
         key("method", &FilterSpec::method, name_of_word(method_words()))
             .preset("auto")
             .doc("How it is computed.")
             .example("fft")}));
    return converted<std::optional<FilterSpec>>(codec, [](FilterSpec f) { return std::optional(std::move(f)); });
}

KernelSpec kernel_from_text(const std::string& option, const std::string& given) {
    // gaussian:sigma=2,truncate=3  ->  {type: gaussian, sigma: 2, truncate: 3}
    const std::size_t colon = std::min(given.find(':'), given.size());
    std::string keys = colon < given.size() ? ", " + given.substr(colon + 1) : "", yaml;
    int depth = 0;
    for (const char c : keys) {
        depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
        yaml += depth == 0 && c == '=' ? ": " : depth == 0 && c == ',' ? ", " : std::string(1, c);
    }
    return read_option<KernelSpec>(option, "{type: " + given.substr(0, colon) + yaml + "}", kernel());
}

std::array<Padding, 3> padding_from_text(const std::string& option, const std::string& given) {
    const bool several = given.find(',') != std::string::npos && given.find('[') == std::string::npos;
    return read_option<std::array<Padding, 3>>(option, several ? "[" + given + "]" : given, padding(true));
}

} // namespace isotherm
