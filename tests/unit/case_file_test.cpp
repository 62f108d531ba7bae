/// What a right case file becomes, and files that are none.

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include "tests/unit/case_texts.hpp"

namespace isotherm {
namespace {

using test::errors;
using test::load;
using test::plain_case;
using testing::HasSubstr;

std::string with(const std::string& more) { return plain_case + more; }

/// plain_case with one of its lines replaced.
std::string replaced(const std::string& key, const std::string& value) {
    std::string text = plain_case;
    const std::size_t begin = text.find(key + ":");
    return text.replace(begin, text.find('\n', begin) - begin, key + ": " + value);
}

TEST(CaseFile, SizeAndSpacingGiveTheSameGrid) {
    const CaseSpec a = load(replaced("grid", "{cells: [20, 10], size: [0.5, 0.5]}"));
    const CaseSpec b = load(replaced("grid", "{cells: [20, 10], spacing: [0.025, 0.05], origin: [0, 0]}"));
    EXPECT_TRUE(a.grid == b.grid);
    EXPECT_EQ(a.grid.dim, 2);
    EXPECT_EQ(a.grid.cells[2], 1);
    EXPECT_EQ(a.grid.spacing[2], 1.0);
}

TEST(CaseFile, DiffusivityAloneCountsRhoCAsOne) {
    const CaseSpec spec = load(replaced("material", "{diffusivity: 2e-4}"));
    EXPECT_FALSE(spec.material.thermal);
    EXPECT_EQ(spec.material.diffusivity, 2e-4);
    EXPECT_EQ(spec.material.conductivity, 2e-4);
    EXPECT_EQ(spec.material.volumetric_heat, 1.0);
    EXPECT_DOUBLE_EQ(load(plain_case).material.diffusivity, 40.0 / (7000 * 500));
}

TEST(CaseFile, TheMoreSpecialWallReplacesTheWholeEntry) {
    const CaseSpec spec = load(replaced(
        "boundary", "{y_hi: {type: convection, h: 5, ambient: 1}, all: insulated, y: {type: dirichlet, value: 3}}"));
    EXPECT_TRUE(spec.walls[0] == WallSpec(InsulatedWall{}));
    EXPECT_TRUE(spec.walls[2] == WallSpec(DirichletWall{3.0}));
    EXPECT_TRUE(spec.walls[3] == WallSpec(ConvectionWall{5.0, 1.0}));
}

TEST(CaseFile, AllSkipsAbsentAxes) { EXPECT_EQ(errors(replaced("boundary", "{all: periodic}")), ""); }

TEST(CaseValues, AreNumbersExpressionsAndTables) {
    const auto value = [](const std::string& text) {
        return std::get<DirichletWall>(
                   load(replaced("boundary", "{all: {type: dirichlet, value: " + text + "}}")).walls[0])
            .value;
    };
    EXPECT_TRUE(value("1e-3") == Value(1e-3));
    EXPECT_TRUE(value("+.5") == Value(0.5));
    EXPECT_TRUE(value("-3.") == Value(-3.0));
    EXPECT_TRUE(value("\"2*t + x\"") == Value(ExpressionText{"2*t + x"}));
    EXPECT_TRUE(value("2*t") == Value(ExpressionText{"2*t"}));
    EXPECT_TRUE(value("{table: [[0, 20], [60, 80]]}") == Value(TimeTable{{{0, 20}, {60, 80}}}));
}

TEST(CaseFile, InitialFieldsAreNumbersExpressionsAndProfiles) {
    EXPECT_TRUE(load(replaced("initial", "\"20 + x\"")).initial == FieldSpec(ExpressionText{"20 + x"}));
    EXPECT_TRUE(load(replaced("initial", "{type: expression, value: \"20 + x\"}")).initial ==
                FieldSpec(ExpressionText{"20 + x"}));
    Gaussian gaussian;
    gaussian.amplitude = 5, gaussian.centre = {0.05, 0.02, 0}, gaussian.sigma = {0.01, 0.02, 1};
    EXPECT_TRUE(load(replaced("initial", "{type: gaussian, amplitude: 5, centre: [0.05, 0.02], sigma: [0.01, 0.02]}"))
                    .initial == FieldSpec(Profile(gaussian)));
    SineMode wave;
    wave.amplitude = 2, wave.offset = 300, wave.mode = {1, 3, 1},
    wave.wave = {SineMode::Wave::cosine, SineMode::Wave::periodic, SineMode::Wave::sine};
    EXPECT_TRUE(load(replaced("initial",
                              "{type: sine_mode, amplitude: 2, offset: 300, mode: [1, 3], wave: [cosine, periodic]}"))
                    .initial == FieldSpec(Profile(wave)));
}

TEST(CaseFile, ResultsGoBesideTheCaseFile) {
    EXPECT_EQ(load(plain_case).output.directory, "/somewhere/results/plain");
    EXPECT_EQ(load(with("output: {directory: ../there}\n")).output.directory, "/there");
    EXPECT_EQ(load(with("output: {directory: /absolute}\n")).output.directory, "/absolute");
    EXPECT_EQ(load_case_text(plain_case, "/a/my case:1.yaml").name, "my_case_1");
    EXPECT_EQ(load_case_text(plain_case, "/a/my case:1.yaml").output.directory, "/a/results/my_case_1");
}

TEST(CaseFile, AByteOrderMarkAndWindowsLineEndsAreRead) {
    std::string text = plain_case;
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.insert(at, "\r");
    EXPECT_EQ(errors("\xEF\xBB\xBF" + text), "");
    EXPECT_THAT(errors(text + "wrong: 1\r\n"),
                HasSubstr("plain.yaml:6:1: error: wrong: unknown key\n     6 | wrong: 1\n"));
}

TEST(CaseFile, AliasesAreExpanded) {
    const CaseSpec spec = load(replaced("boundary", "{x: &cool {type: convection, h: 5, ambient: 1}, y: *cool}"));
    EXPECT_TRUE(spec.walls[0] == spec.walls[3]);
}

TEST(CaseFile, ThatCannotBeReadIsTheUsersToChange) {
    const auto said = [](const std::string& path) {
        try {
            load_case(path);
        } catch (const ConfigError& error) {
            EXPECT_EQ(error.exit_code(), ExitCode::user_must_change);
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_THAT(said("/no/such/case.yaml"), HasSubstr("/no/such/case.yaml: error: cannot be read: No such file"));
    EXPECT_THAT(said("/tmp"), HasSubstr("/tmp: error: this is a folder"));
    const std::string path = testing::TempDir() + "isotherm_huge.yaml";
    std::ofstream(path) << "title: " << std::string(17u << 20, 'x');
    EXPECT_THAT(said(path), HasSubstr("larger than 16 MB"));
    std::filesystem::remove(path);
}

TEST(CaseFile, ErrorsOfAllKindsComeInOnePassAndInTheOrderOfTheFile) {
    const std::string said = errors(
        "titel: x\n" + replaced("time", "{end: -1}") +
        "probes: [{name: p, at: [5, 0]}]\nregions: [{name: r, shape: {type: sphere, centre: [9, 9], radius: 1}}]\n");
    const std::size_t unknown = said.find("titel: unknown key"), bounds = said.find("time.end: -1 is out of bounds"),
                      probe = said.find("probes[0].at[0]: 5 lies outside the domain"),
                      region = said.find("regions[0].shape: no cell");
    for (const std::size_t at : {unknown, bounds, probe, region}) ASSERT_NE(at, std::string::npos) << said;
    EXPECT_LT(unknown, bounds);
    EXPECT_LT(bounds, probe);
    EXPECT_LT(probe, region);
}

TEST(CaseFile, AWrongGridDoesNotRaiseFalseErrorsElsewhere) {
    const std::string said =
        errors(replaced("grid", "{cells: [20, 10], size: [oops, 0.1]}") + "probes: [{name: p, at: [5, 0]}]\n");
    EXPECT_THAT(said, HasSubstr("grid.size[0]"));
    EXPECT_EQ(said.find("probes"), std::string::npos) << said;
}

TEST(CaseFile, APointOnAWallIsInsideTheDomain) {
    EXPECT_EQ(errors(with("probes: [{name: a, at: [0, 0]}, {name: b, at: [0.1, 0.1]}]\n")), "");
}

TEST(CaseFile, HighOrdersNeedWallsThatKeepThem) {
    const std::string convective = "{all: insulated, x_lo: {type: convection, h: 5, ambient: 1}}";
    EXPECT_EQ(errors(with("order: 4\n")), "");
    EXPECT_THAT(errors(replaced("boundary", convective) + "order: 4\n"),
                HasSubstr("beside this wall order 4 falls to 2"));
    EXPECT_EQ(errors(replaced("boundary", convective) + "order: 4\ncompute: {allow_reduced_order: true}\n"), "");
    EXPECT_THAT(errors(replaced("boundary", "{all: {type: dirichlet, value: \"5*t\"}}") + "order: 6\n"),
                HasSubstr("falls to 2"));
    EXPECT_EQ(errors(replaced("boundary", "{all: {type: dirichlet, value: \"5*pi\"}}") + "order: 6\n"), "");
}

TEST(CaseFile, PropertiesMayBeExpressionsOfPlace) {
    const auto with = [](const std::string& material) { return load(plain_case, {"material=" + material}).material; };
    const MaterialSpec m = with("{conductivity: 1+x, density: 1+y, specific_heat: 500}");
    EXPECT_EQ(m.kappa_of_place->text, "1+x");
    EXPECT_EQ(m.heat_of_place->text, "(1+y) * (500)");
    EXPECT_TRUE(with("{diffusivity: 1e-4*(1+x)}").graded());
    EXPECT_FALSE(with("{conductivity: 1, density: 2, specific_heat: 3}").graded());
    const auto wrong = [](const std::string& material) { return errors(plain_case, {"material=" + material}); };
    EXPECT_NE(wrong("{conductivity: t, density: 1, specific_heat: 1}").find("expression in x, y"), std::string::npos);
    EXPECT_NE(wrong("{conductivity: [x, 1], density: 1, specific_heat: 1}").find("is not a number"), std::string::npos);
    EXPECT_NE(wrong("{conductivity: 1, density: {a: 1}, specific_heat: 1}").find("density"), std::string::npos);
    EXPECT_NE(errors(plain_case, {"material.density=1+x", "order=4"}).find("order"), std::string::npos);
}

} // namespace
} // namespace isotherm
