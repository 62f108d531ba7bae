/// --set, and the effective case that comes of it.

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>

#include "app/starters.hpp"
#include "tests/unit/case_texts.hpp"

namespace isotherm {
namespace {

using test::errors;
using test::load;
using test::plain_case;
using testing::HasSubstr;

const std::string with_probe = plain_case + "probes: [{name: p, at: [0.05, 0.05]}, {name: q, at: [0, 0]}]\n";

TEST(Settings, ReachKeysSectionsAndListElements) {
    const CaseSpec spec = load(with_probe, {"time.end=7", "compute={precision: fp32}", "probes[1].at=[0.01, 0.02]",
                                            "grid.cells[0]=5", "probes[0].at[1]=0.03", "title=by hand"});
    EXPECT_EQ(spec.time.end, 7.0);
    EXPECT_EQ(spec.compute.precision, Precision::fp32);
    EXPECT_EQ(spec.probes[1].at[1], 0.02);
    EXPECT_EQ(spec.probes[0].at[1], 0.03);
    EXPECT_EQ(spec.grid.cells[0], 5);
    EXPECT_EQ(spec.title, "by hand");
}

TEST(Settings, TheLastOneOfAKeyWins) { EXPECT_EQ(load(plain_case, {"time.end=1", "time.end=2"}).time.end, 2.0); }

TEST(Settings, ErrorsInThemAreLocatedOnTheCommandLine) {
    EXPECT_EQ(errors(plain_case, {"time.end=-1"}), "command line: error: time.end: -1 is out of bounds\n"
                                                   "  | --set time.end=-1\n"
                                                   "  |                ^\n"
                                                   "     legal: a number > 0 [s]\n");
}

TEST(Settings, CrossRulesPointAtThem) {
    EXPECT_THAT(errors(with_probe, {"probes[1].at=[9, 0]"}),
                HasSubstr("command line: error: probes[1].at[0]: 9 lies outside the domain"));
}

TEST(Settings, InsideAShorthandAnswerWithTheLongForm) {
    EXPECT_THAT(errors(plain_case, {"boundary.x_lo=insulated", "boundary.x_lo.value=5"}),
                HasSubstr("boundary.x_lo={type: ..., value: 5}"));
}

TEST(Settings, NeedAKeyAndAValue) { EXPECT_THROW(Setting::from_text("time.end"), UsageError); }

TEST(Settings, TextThatIsMeantAsItIsIsNotReadAsYaml) {
    const Setting output{"output.directory", "/a: b {c}", "--output \"a: b {c}\"", true};
    EXPECT_EQ(load_case_text(plain_case, "/x/y.yaml", {output}).output.directory, "/a: b {c}");
}

/// The effective case read again must be the same case, and write the same text.
void expect_round_trip(const CaseSpec& spec) {
    CaseSpec again = load_case_text(spec.effective_yaml, "/elsewhere/" + spec.name + ".yaml");
    again.source_path = spec.source_path;
    EXPECT_TRUE(again == spec) << spec.effective_yaml << "\n---\n" << again.effective_yaml;
}

TEST(EffectiveCase, ReadsBackAsTheSameCase) {
    expect_round_trip(load(plain_case));
    expect_round_trip(load(with_probe, {"time.end=7", "probes[1].at=[0.01, 0.02]", "output.every=1",
                                        "boundary.x={type: dirichlet, value: {table: [[0, 1], [2, 3]]}}"}));
    expect_round_trip(
        load(plain_case, {"title=\"quotes \\\" and \\\\ backslash: colon # no comment, höhe\\n second line\"",
                          "initial=\"x < 0.05 ? 1 : -2\""}));
    for (const Starter& starter : starters())
        expect_round_trip(load_case_text(std::string(starter.text), "/s/" + std::string(starter.name) + ".yaml"));
    for (const auto& entry : std::filesystem::directory_iterator(std::string(ISOTHERM_SOURCE_DIR) + "/configs"))
        if (entry.path().extension() == ".yaml") expect_round_trip(load_case(entry.path().string()));
}

TEST(EffectiveCase, KeepsTheAbsoluteFolderOfTheResult) {
    EXPECT_THAT(load(plain_case).effective_yaml, HasSubstr("output:\n  directory: \"/somewhere/results/plain\"\n"));
}

} // namespace
} // namespace isotherm
