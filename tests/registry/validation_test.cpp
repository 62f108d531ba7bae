/// Every case of `isotherm validate` holds, in both precisions; and a study that should miss does.

#include <gtest/gtest.h>

#include <set>

#include "app/validate/registry.hpp"
#include "app/validate/table.hpp"

namespace isotherm::validate {

static void PrintTo(const VerificationCase& c, std::ostream* out) { *out << c.name; }

namespace {

class Validation : public testing::TestWithParam<std::tuple<VerificationCase, Precision>> {};

std::string name_of_instance(const testing::TestParamInfo<Validation::ParamType>& info) {
    return std::get<0>(info.param).name + "_" + name_of(std::get<1>(info.param));
}

TEST_P(Validation, Holds) {
    const auto& [c, precision] = GetParam();
    const Setting setting{cpu_device(1), precision, false};
    const Outcome outcome = run_case(c, setting);
    EXPECT_TRUE(outcome.holds(precision)) << table({outcome}, setting, false);
    EXPECT_FALSE(outcome.studies.empty());
}

INSTANTIATE_TEST_SUITE_P(Cases, Validation,
                         testing::Combine(testing::ValuesIn(registry()),
                                          testing::Values(Precision::fp64, Precision::fp32)),
                         name_of_instance);

TEST(Registry, EveryCaseSaysWhatItShowsAndWhy) {
    std::set<std::string> names;
    for (const VerificationCase& c : registry()) {
        EXPECT_TRUE(names.insert(c.name).second) << c.name << " is there twice";
        EXPECT_EQ(c.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string::npos) << c.name;
        for (const std::string* text : {&c.shows, &c.problem, &c.formula, &c.source, &c.tolerance})
            EXPECT_FALSE(text->empty()) << c.name;
    }
}

Study order_study(double expected, const ErrorNorms& coarse, const ErrorNorms& fine) {
    const auto order = [](double a, double b) { return std::log2(a / b); };
    Study s;
    s.kind = Study::Kind::space, s.expected_order = expected, s.order_tolerance = 0.1;
    s.rows = {Row{}, Row{}};
    s.rows[1].order = {order(coarse.L1, fine.L1), order(coarse.L2, fine.L2), order(coarse.Linf, fine.Linf)};
    return s;
}

TEST(Study, MissesWhenOneNormFallsShortOfTheOrder) {
    EXPECT_TRUE(order_study(2, {4, 4, 4, {}}, {1, 1, 1, {}}).holds(Precision::fp64));
    EXPECT_FALSE(order_study(2, {4, 4, 2, {}}, {1, 1, 1, {}}).holds(Precision::fp64)); // a wrong corner
    EXPECT_FALSE(order_study(4, {4, 4, 4, {}}, {1, 1, 1, {}}).holds(Precision::fp64));
    const double nan = std::nan("");
    EXPECT_FALSE(order_study(2, {4, 4, nan, {}}, {1, 1, 1, {}}).holds(Precision::fp64));
}

TEST(Study, MissesWhenItsErrorPassesTheBoundOrIsNoNumber) {
    Row row;
    row.error.Linf = 2e-12, row.scale = 1;
    EXPECT_FALSE(measure_bound("", row, 1e-12, 1).holds(Precision::fp64));
    row.scale = 10;
    EXPECT_TRUE(measure_bound("", row, 1e-12, 1).holds(Precision::fp64));
    row.error.Linf = std::nan("");
    EXPECT_FALSE(measure_bound("", row, 1e-12, 1).holds(Precision::fp64));
    EXPECT_FALSE(measure_bound("", row, 1e-12, 1).holds(Precision::fp32));
}

TEST(Study, InSinglePrecisionEveryRowIsComparedWithDouble) {
    Study s = order_study(2, {4, 4, 1, {}}, {1, 1, 1, {}});
    s.fp32_bound = 1e-6;
    s.rows[0].from_fp64 = 1e-7, s.rows[1].from_fp64 = 1e-7;
    EXPECT_TRUE(s.holds(Precision::fp32));
    s.rows[0].from_fp64 = 1e-5;
    EXPECT_FALSE(s.holds(Precision::fp32));
}

} // namespace
} // namespace isotherm::validate
