/// Walks the parameter tables: what is true of every key, of the ones that come later too.

#include <optional>

#include <gtest/gtest.h>

#include "app/case/explain.hpp"
#include "app/case/tables.hpp"
#include "tests/unit/case_texts.hpp"

namespace isotherm {
namespace {

using test::plain_case;

const std::vector<KeyPlace>& places() {
    static const std::vector<KeyPlace> all = all_keys(*case_table().section());
    return all;
}

/// A legal value that is no key's example.
std::string stock(const Form& form) {
    switch (form.kind) {
    case Form::Kind::number: return "0.03";
    case Form::Kind::integer: return "3";
    case Form::Kind::word: return form.words.back().name;
    case Form::Kind::list:
        return "[" + stock(form.parts[0]) + (form.per_axis || form.most == 3 ? ", " + stock(form.parts[0]) : "") + "]";
    case Form::Kind::any: return stock(form.parts[0]);
    case Form::Kind::tagged: return form.alternatives[0].name;
    case Form::Kind::boolean: return "true";
    case Form::Kind::text: return "\"7\""; // a name, a folder, an expression
    case Form::Kind::section: break;
    }
    return "{}";
}

/// The same where not every list of numbers will do.
std::string stock_of(const KeyPlace& place) {
    const std::string& name = place.info->name;
    if (name == "points" && place.info->form.kind == Form::Kind::list) return "[[0, 0], [0.09, 0], [0.09, 0.09]]";
    if (name == "path" && place.type == "gaussian") return "[[0, 0.01, 0.01], [1, 0.02, 0.02]]";
    if (name == "path") return "[[0, 0.01], [1, 0.02]]";
    if (name == "at" && place.type == "beam") return "[0.03]";
    if (name == "line" && place.path == "probes[].line") return "{from: [0, 0.02], to: [0.1, 0.02]}";
    if (name == "plane" && place.path == "probes[].plane") return "{y: 0.02}";
    if (name == "size" && place.type == "box") return "7";
    if (name == "wall") return "x_lo";
    if (name == "flux" && place.path == "probes[].flux") return "x_hi";
    if (name == "mean" || name == "max" || name == "min" || name == "integral") return "r";
    if (name == "between") return "[r, s]";
    if (name == "centre" && place.path.find("patches") != std::string::npos) return "[0.03]";
    return stock(place.info->form);
}

const Section* section_with(const Form& form, const KeyInfo* key) {
    const auto has = [&](const Section& section) { return !section.keys.empty() && section.find(key->name) == key; };
    if (form.section && has(*form.section)) return form.section.get();
    for (const Alternative& alternative : form.alternatives)
        if (has(*alternative.section)) return alternative.section.get();
    for (const Form& part : form.parts)
        if (const Section* found = section_with(part, key)) return found;
    return nullptr;
}

/// The section around a key, filled with examples, with the key itself as `value` (empty: left out).
std::string section_text(const Section& section, const KeyPlace& place, const std::string& value) {
    std::vector<std::string> wanted;
    for (const KeyInfo& key : section.keys)
        if (key.required) wanted.push_back(key.name);
    for (const Exclusive& exclusive : section.exclusives) {
        std::vector<std::string> set = exclusive.sets[0];
        for (const auto& s : exclusive.sets)
            if (std::find(s.begin(), s.end(), place.info->name) != s.end()) set = s;
        if (exclusive.required || set.size() > 1) wanted.insert(wanted.end(), set.begin(), set.end());
    }
    std::string text = place.type.empty() ? "" : "type: " + place.type;
    for (const std::string& name : wanted)
        if (name != place.info->name) text += (text.empty() ? "" : ", ") + name + ": " + section.find(name)->example;
    if (!value.empty()) text += (text.empty() ? "" : ", ") + place.info->name + ": " + value;
    return "{" + text + "}";
}

std::string first_elements(std::string path) {
    for (std::size_t at = 0; (at = path.find("[]", at)) != std::string::npos; at += 3) path.replace(at, 2, "[0]");
    return path;
}

/// One entry of `boundary` in parts; on a wall of two axes a polygon can lie.
std::string patched_case(const std::string& entry, bool solid) {
    const std::string grid =
        solid ? "grid: {cells: [8, 8, 8], size: [0.1, 0.1, 0.1]}" : plain_case.substr(0, plain_case.find('\n'));
    const std::string lo = solid ? "[0, 0]" : "[0]", hi = solid ? "[0.06, 0.06]" : "[0.06]";
    return grid + "\nmaterial: {conductivity: 40, density: 7000, specific_heat: 500}\ninitial: 325\ntime: {end: 50}\n" +
           "units: {temperature: K}\nboundary:\n" + (entry == "all" ? "" : "  all: insulated\n") + "  " + entry +
           ": {patches: [{shape: {type: box, lo: " + lo + ", hi: " + hi +
           "}, type: dirichlet, value: 350}], rest: {type: dirichlet, value: 310}}\n";
}

std::string base_for(const KeyPlace& place) {
    const std::string path = first_elements(place.path);
    if (path.find("patches") != std::string::npos || path.find(".rest") != std::string::npos) {
        const std::string entry = path.substr(9, path.find('.', 9) - 9); // after "boundary."
        return patched_case(entry, entry[0] == 'z' || place.type == "polygon");
    }
    std::string text = plain_case + "units: {temperature: K}\n";
    if (path == "regions[0].material.diffusivity")
        text.replace(text.find("material"), text.find("initial") - text.find("material"),
                     "material: {diffusivity: 1e-4}\n");
    if (path.rfind("units", 0) == 0) text = plain_case;
    if (path.rfind("boundary.z", 0) == 0) text.replace(0, text.find('\n'), "grid: {cells: [4, 4, 4], size: [1, 1, 1]}");
    if (path.rfind("filter", 0) == 0) text += "filter: {kernel: {type: gaussian, sigma: 2.5}}\n";
    if (path.rfind("probes", 0) == 0) {
        const auto under = [&](const char* key) { return path.rfind(std::string("probes[0].") + key + ".", 0) == 0; };
        const std::string what = under("line")    ? "line: {from: [0, 0.01], to: [0.1, 0.01]}"
                                 : under("plane") ? "plane: {x: 0.01}"
                                 : under("flux")  ? "flux: {x: 0.01}"
                                                  : "at: [0.03, 0.03]";
        text += "probes: [{name: p, " + what +
                "}]\nregions: [{name: r, shape: {type: box, lo: [0, 0], hi: [0.04, 0.04]}}]\n";
    }
    if (path.rfind("regions", 0) == 0)
        text += "regions: [{name: r, shape: {type: box, lo: [0, 0], hi: [0.04, 0.04]}, initial: 5}]\n";
    if (path.rfind("interfaces", 0) == 0 || path.rfind("source", 0) == 0)
        text +=
            "regions: [{name: r, shape: {type: box, lo: [0, 0], hi: [0.04, 0.04]}}, {name: s, shape: {type: box, lo: "
            "[0.04, 0], hi: [0.08, 0.04]}}]\n";
    if (path.rfind("interfaces[", 0) == 0) text += "interfaces: [{between: [s, default], resistance: 1e-3}]\n";
    if (path.rfind("output[0]", 0) == 0) text += "output: [{every: 1}]\n";
    if (path.rfind("source[", 0) == 0) text += "source: [{type: uniform, value: 5}]\n";
    return text;
}

/// What the case becomes; none when the settings make no right case.
std::optional<CaseSpec> outcome(const std::string& base, const std::vector<std::string>& sets) {
    try {
        CaseSpec spec = test::load(base, sets);
        spec.effective_yaml.clear(); // differs with the text alone
        return spec;
    } catch (const ConfigError&) {
        return std::nullopt;
    }
}

bool differ(const std::string& base, const std::vector<std::string>& a, const std::vector<std::string>& b) {
    const auto first = outcome(base, a), second = outcome(base, b);
    return first && second && !(*first == *second);
}

/// The parent's form: of the place whose path is one key shorter and has this key in one of its sections.
const KeyPlace* parent_of(const KeyPlace& place) {
    std::string path = place.path.substr(0, place.path.rfind('.'));
    if (path.size() > 2 && path.substr(path.size() - 2) == "[]") path.resize(path.size() - 2);
    for (const KeyPlace& candidate : places())
        if (candidate.path == path && section_with(candidate.info->form, place.info) != nullptr) return &candidate;
    return nullptr;
}

bool has_effect(const KeyPlace& place) {
    const std::string path = first_elements(place.path), base = base_for(place);
    if (differ(base, {path + "=" + place.info->example}, {})) return true;
    const KeyPlace* parent = parent_of(place);
    if (parent == nullptr) return false;
    const Section& section = *section_with(parent->info->form, place.info);
    const std::string around = path.substr(0, path.rfind('.')) + "=";
    const std::string with = around + section_text(section, place, place.info->example);
    return differ(base, {with}, {around + section_text(section, place, "")}) ||
           differ(base, {with}, {around + section_text(section, place, stock_of(place))});
}

TEST(CaseKeys, EveryKeyThatIsAcceptedHasAnEffect) {
    for (const KeyPlace& place : places()) {
        if (place.info->name == "table") continue; // a way to write any value: CaseValues tests it
        if (place.type == "file" || place.type == "labels" || place.type == "mask")
            continue; // these need one: tests/physics/test_files.py, FilterOfACase, test_filter.py
        const bool solid = place.info->name == "z" ||
                           (place.path.rfind("boundary.z", 0) == 0 && place.path.find("patches") != std::string::npos);
        if (solid) continue; // the same as along x; the examples are of two axes
        const Form& form = place.info->form;
        const bool single =
            form.kind == Form::Kind::list && form.parts[0].words.size() == 1; // one legal value, the default
        EXPECT_TRUE(single || has_effect(place)) << place.path << " " << place.type;
    }
}

TEST(CaseKeys, EveryKeyIsExplainedWithItsDefaultAndAnExample) {
    for (const KeyPlace& place : places()) {
        EXPECT_FALSE(place.info->doc.empty()) << place.path;
        EXPECT_FALSE(place.info->example.empty()) << place.path;
        const std::string text = explain(*case_table().section(), place.path);
        EXPECT_NE(text.find(place.path), std::string::npos) << place.path;
        EXPECT_NE(text.find("example  " + place.info->name), std::string::npos) << place.path;
        for (const std::string& name : names_of(place.info->form))
            EXPECT_NE(text.find(name), std::string::npos) << place.path << " " << name;
    }
}

TEST(CaseKeys, ADefaultThatIsWrittenOutChangesNothing) {
    for (const KeyPlace& place : places()) {
        if (place.info->preset.empty() || !place.type.empty()) continue;
        if (place.path.find("[]") != std::string::npos) continue; // of lists
        const std::string base = base_for(place);
        const auto written = outcome(base, {place.path + "=" + place.info->preset}), absent = outcome(base, {});
        ASSERT_TRUE(written.has_value()) << place.path;
        EXPECT_TRUE(*written == *absent) << place.path;
    }
}

TEST(CaseKeys, DefaultsAgreeWithThoseOfTheStructures) {
    const CaseSpec read = test::load(plain_case);
    CaseSpec plain;
    EXPECT_EQ(read.order, plain.order);
    EXPECT_EQ(read.temperature_unit, plain.temperature_unit);
    EXPECT_TRUE(read.compute == plain.compute);
    EXPECT_TRUE(read.stop == plain.stop);
    plain.output.directory = read.output.directory;
    plain.time.end = read.time.end;
    EXPECT_TRUE(read.output == plain.output);
    EXPECT_TRUE(read.time == plain.time);
}

TEST(CaseKeys, PhysicalParametersHaveNoSilentDefault) {
    for (const char* path :
         {"material", "initial", "boundary", "boundary.x_lo.value", "boundary.x_lo.h", "boundary.x_lo.ambient",
          "initial.amplitude", "initial.sigma", "regions[].shape.radius", "time.end", "grid.cells"})
        for (const KeyPlace& place : places()) EXPECT_TRUE(place.path != path || place.info->required) << path;
}

TEST(CaseKeys, ExplainSuggestsTheNearestKey) {
    EXPECT_THROW(explain(*case_table().section(), "time.stepp"), UsageError);
    try {
        explain(*case_table().section(), "time.stepp");
    } catch (const UsageError& error) {
        EXPECT_NE(std::string(error.what()).find("time.step"), std::string::npos);
    }
    EXPECT_NE(explain(*case_table().section(), "safety").find("time.safety"), std::string::npos);
    EXPECT_NE(explain(*case_table().section(), "convection").find("ambient"), std::string::npos);
    EXPECT_NE(explain(*case_table().section(), "probes[0].at").find("probes[].at"), std::string::npos);
}

} // namespace
} // namespace isotherm
